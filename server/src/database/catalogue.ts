import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientBase } from 'pg'

/**
 * Represents a database as comparable text: its structure (`catalogue.sql`) and the rows of its installation. Must
 * cover every kind of object, because differences elsewhere go unnoticed.
 */
export type Catalogue = Map<string, string>

const STRUCTURE = readFileSync(join(import.meta.dirname, 'catalogue.sql'), 'utf8')

/** Schemas whose content differs in every database. */
const OWN = ['supabase_migrations', '_server']

/** Every object of the connected database, with its properties. */
export async function readStructure(client: ClientBase): Promise<Catalogue> {
  const { rows } = await inEmptyPath(client, () => client.query<{ object: string; fact: string }>(STRUCTURE))
  return new Map(rows.map(({ object, fact }) => [object, fact]))
}

/**
 * All rows, without columns whose default is volatile (a time, a random value, a sequence). For a database with only
 * its installed rows.
 */
export async function readRows(client: ClientBase): Promise<Catalogue> {
  return inEmptyPath(client, async () => {
    const { rows: tables } = await client.query<{ name: string; columns: string }>(
      `select c.oid::regclass::text as name, string_agg(quote_ident(attname), ', ' order by attname) as columns
         from pg_class as c join pg_attribute on attrelid = c.oid and attnum > 0 and not attisdropped
         left join pg_attrdef on adrelid = c.oid and adnum = attnum
        where relkind in ('r', 'p') and not relispartition and relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
          and relnamespace::regnamespace::text <> all ($1) and attidentity = ''
          and coalesce(pg_get_expr(adbin, adrelid), '') !~ '(now|clock_timestamp|random|uuid|nextval|random_bytes)[a-z_0-9]*\\('
        group by c.oid`,
      [OWN],
    )
    const catalogue: Catalogue = new Map()
    for (const { name, columns } of tables) {
      const { rows } = await client.query<{ row: string; times: number }>(
        `select to_jsonb(t)::text as row, count(*)::int as times from (select ${columns} from ${name}) as t group by 1`,
      )
      for (const { row, times } of rows) catalogue.set(`row of ${name}: ${row}`, `${times}`)
    }
    return catalogue
  })
}

/** One entry per object that exists on one side only or differs. Empty when both are equal. */
export function differences(left: Catalogue, right: Catalogue, names: [string, string]): string[] {
  const told: string[] = []
  for (const [object, fact] of left) {
    const other = right.get(object)
    if (other === undefined) told.push(`${object}: only in ${names[0]}`)
    else if (other !== fact)
      told.push([object, only(fact, other, names[0]), only(other, fact, names[1])].join('\n  '))
  }
  for (const object of right.keys()) if (!left.has(object)) told.push(`${object}: only in ${names[1]}`)
  return told.sort()
}

/** The lines of a definition that the other lacks. */
function only(fact: string, other: string, name: string): string {
  const parts = (text: string) => text.split(/ \| |\n/)
  const known = new Set(parts(other))
  return `${name}: ${parts(fact)
    .filter((part) => !known.has(part))
    .join(' | ')}`
}

async function inEmptyPath<T>(client: ClientBase, read: () => Promise<T>): Promise<T> {
  await client.query('set search_path = pg_catalog')
  try {
    return await read()
  } finally {
    await client.query('reset search_path')
  }
}
