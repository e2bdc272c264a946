import type { Catalogue } from '../../server/src/database/catalogue.ts'

/** SQL statements (`delete` and `insert`) that would turn the rows of `before` into those of `after`, for review. */
export function rowStatements(before: Catalogue, after: Catalogue): string[] {
  const statements: string[] = []
  for (const row of before.keys()) if (!after.has(row)) statements.push(statement('delete', row))
  for (const row of after.keys()) if (!before.has(row)) statements.push(statement('insert', row))
  return statements
}

function statement(verb: 'delete' | 'insert', row: string): string {
  const [, table = '', json = '{}'] = /^row of (\S+): (.*)$/s.exec(row) ?? []
  const values = `'${json.replaceAll("'", "''")}'`
  if (verb === 'delete') return `delete from ${table} as t where to_jsonb(t) @> ${values};`
  const columns = Object.keys(JSON.parse(json))
    .map((column) => `"${column}"`)
    .join(', ')
  return `insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, ${values});`
}
