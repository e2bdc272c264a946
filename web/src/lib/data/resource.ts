// Owns how the back-office reads lists and files: a resource defines how to fetch its rows, and these queries cache them.
// Access control is the database's: rows are those it returns to the caller.
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryKey,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { useMemo } from 'react'

/** The filters of a screen, as kept in its address. */
export type ResourceFilter = Readonly<Record<string, string>>
type Asked<Row> = { filter: ResourceFilter; after: Row | null; most: number }

export type ListResource<Row> = {
  /** The key of its queries, which writes invalidate. */
  name: string
  /** The rows that follow `after`, at most `most`, in the resource's own order. */
  list: (asked: Asked<Row>) => Promise<readonly Row[]>
}
export type FileResource<Row> = {
  name: string
  /** Reads one row by its id; null if there is none. */
  one: (id: string) => Promise<Row | null>
}

type Pages<Row> = InfiniteData<readonly Row[], Row | null>
const NO_FILTER: ResourceFilter = {}

/** The pages of a resource. Each fetch asks for one extra row, which shows whether there is a next page. */
export const rowsQuery = <Row>({ name, list }: ListResource<Row>, filter = NO_FILTER, most = 50) =>
  infiniteQueryOptions<readonly Row[], Error, Pages<Row>, QueryKey, Row | null>({
    queryKey: [name, filter, most],
    queryFn: ({ pageParam }) => list({ filter, after: pageParam as Row | null, most: most + 1 }),
    initialPageParam: null,
    getNextPageParam: (page) => (page.length > most ? page[most - 1] : undefined),
  })

/** The rows of a resource, in pages; `refresh` is the polling interval in milliseconds. */
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

/** One row of a resource; `data` is null if there is none. Nothing is fetched while `id` is null. */
export const useRow = <Row>({ name, one }: FileResource<Row>, id: string | null) =>
  useQuery({ queryKey: [name, id], queryFn: () => one(id ?? ''), enabled: id !== null })
