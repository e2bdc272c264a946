// Owns how the back-office reads lists and files: a resource says how its rows are asked for, and these queries keep the answers.
// Nothing is decided here: rows are what the database gives the caller.
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryKey,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { useMemo } from 'react'

/** What a screen filters by, as its address holds it. */
export type ResourceFilter = Readonly<Record<string, string>>
type Asked<Row> = { filter: ResourceFilter; after: Row | null; most: number }

export type ListResource<Row> = {
  /** The key of its queries; writes name it to make them stale. */
  name: string
  /** Rows that follow `after`, at most `most` of them, in an order of the resource's own. */
  list: (asked: Asked<Row>) => Promise<readonly Row[]>
}
export type FileResource<Row> = {
  name: string
  /** One row by its id; null when there is none. */
  one: (id: string) => Promise<Row | null>
}

type Pages<Row> = InfiniteData<readonly Row[], Row | null>
const NO_FILTER: ResourceFilter = {}

/** The pages of a resource. One more row than a page holds is asked for: it says that another page follows. */
export const rowsQuery = <Row>({ name, list }: ListResource<Row>, filter = NO_FILTER, most = 50) =>
  infiniteQueryOptions<readonly Row[], Error, Pages<Row>, QueryKey, Row | null>({
    queryKey: [name, filter, most],
    queryFn: ({ pageParam }) => list({ filter, after: pageParam as Row | null, most: most + 1 }),
    initialPageParam: null,
    getNextPageParam: (page) => (page.length > most ? page[most - 1] : undefined),
  })

/** The rows of a resource, page after page; `refresh` is milliseconds after which they are read again. */
export function useRows<Row>(
  resource: ListResource<Row>,
  filter?: ResourceFilter,
  { most = 50, refresh = 0 }: { most?: number; refresh?: number } = {},
) {
  const pages = useInfiniteQuery({
    ...rowsQuery(resource, filter, most),
    placeholderData: keepPreviousData,
    refetchInterval: refresh || false,
  })
  const rows = useMemo(
    () => pages.data?.pages.flatMap((page) => page.slice(0, most)) ?? [],
    [pages.data, most],
  )
  return { ...pages, rows }
}

/** One row of a resource; `data` is null where there is none, and nothing is read while no id is given. */
export const useRow = <Row>({ name, one }: FileResource<Row>, id: string | null) =>
  useQuery({ queryKey: [name, id], queryFn: () => one(id ?? ''), enabled: id !== null })
