// Owns what the back-office reads lists from: each resource says how its rows are asked for, page by page, and the one data provider
// hands that to ra-core's hooks. Nothing is decided here: rows are what the database gives the caller.
import type { DataProvider, Identifier, RaRecord } from 'ra-core'

/** What a screen filters by, as its address holds it. */
export type ResourceFilter = Readonly<Record<string, string>>
type Asked<Row> = { filter: ResourceFilter; after: Row | null; most: number }

export type Resource<Row extends RaRecord> = {
  /** The key of its queries; writes name it to make them stale. */
  name: string
  /** Rows that follow `after`, at most `most` of them, in an order of the resource's own. */
  list?: (asked: Asked<Row>) => Promise<readonly Row[]>
  /** One row by its id; null when there is none. */
  one?: (id: Identifier) => Promise<Row | null>
}

const known = new Map<string, Resource<RaRecord>>()

/** Makes a resource known to the back-office. Its module is loaded with its screen, so a new one costs no other screen a byte. */
export function defineResource<Row extends RaRecord>(resource: Resource<Row>): Resource<Row> {
  known.set(resource.name, resource as unknown as Resource<RaRecord>)
  return resource
}

/** The last row of each page read, by which the next one is asked for: ra-core counts pages, the database goes on after a row. */
const ends = new Map<string, RaRecord>()

const notOffered = () => Promise.reject(new Error('The back-office writes by functions of the database.'))

export const officeData: DataProvider = {
  async getList(name, { pagination = { page: 1, perPage: 50 }, filter }) {
    const { page, perPage } = pagination
    const place = (number: number) => JSON.stringify([name, filter, number])
    const list = known.get(name)?.list
    if (!list) throw new Error(`There is no list of "${name}".`)
    const after = page === 1 ? null : (ends.get(place(page - 1)) ?? null)
    if (page > 1 && !after) return { data: [], pageInfo: { hasNextPage: false } }
    const rows = await list({ filter: filter as ResourceFilter, after, most: perPage + 1 })
    const data = rows.slice(0, perPage)
    const last = data.at(-1)
    if (last) ends.set(place(page), last)
    // biome-ignore lint/suspicious/noExplicitAny: ra-core asks for whichever record its caller names
    return { data: data as any[], pageInfo: { hasNextPage: rows.length > perPage } }
  },
  async getOne(name, { id }) {
    const row = await known.get(name)?.one?.(id)
    if (!row) throw new NoSuchRow(`There is no row ${id} of "${name}".`)
    // biome-ignore lint/suspicious/noExplicitAny: as above
    return { data: row as any }
  },
  getMany: notOffered,
  getManyReference: notOffered,
  create: notOffered,
  update: notOffered,
  updateMany: notOffered,
  delete: notOffered,
  deleteMany: notOffered,
}

export class NoSuchRow extends Error {}
