import { type Fragment, ident, sql } from '../../database/sql.ts'
import { integer } from '../sql/trusted-sql.ts'
import type { PlanOptions } from './media-type.ts'

/**
 * The outer row of every statement: total, page size, body as text, and the response settings of functions. PostgreSQL
 * builds the body, which is passed on unparsed.
 */
export type BodyForm =
  | { kind: 'none' }
  | { kind: 'array' | 'object'; stripNulls: boolean; shape: ResultShape }
  | { kind: 'csv' | 'geojson' }
  /** A single value without JSON; bytes are base64-encoded. */
  | { kind: 'bare'; bytes: boolean }

/** The shape of a result: rows, or scalar results of a function (in column `pgrst_scalar`). */
export type ResultShape = 'rows' | 'row' | 'scalars' | 'scalar'

export const SCALAR = ident('pgrst_scalar')
const PAGE = ident('pgrst_page')
const ROW = ident('_r')
/** The whole row: without the star, a column of the same name would be selected. */
const WHOLE_ROW = sql`${ROW}.*`

export type Outer = {
  /** CTEs before the page, such as a write. */
  with: Fragment | null
  page: Fragment
  form: BodyForm
  /** Counts all rows, if requested. */
  total: Fragment | null
  /** Additional columns of the outer row. */
  extra?: Fragment[]
}

/** Columns: total, page, body, response.headers, response.status, then the extra ones. */
export function outerSql({ with: ctes, page, form, total, extra = [] }: Outer): Fragment {
  const csv = form.kind === 'csv'
  const pageCte = csv ? sql`${PAGE} as (${page})` : null
  const all = [ctes, pageCte].filter((cte) => cte !== null)
  const head = all.length === 0 ? sql.empty : sql`with ${sql.join(all, ', ')} `
  const columns = [
    total ? sql`(${total})` : sql`null`,
    // Counting the row itself ensures that a function whose result is not read is still executed.
    form.kind === 'none' ? sql`count(${WHOLE_ROW})` : sql`count(*)`,
    bodySql(form),
    sql`nullif(current_setting('response.headers', true), '')`,
    sql`nullif(current_setting('response.status', true), '')`,
    ...extra,
  ]
  const from = csv ? PAGE : sql`(${page})`
  return sql`${head}select ${sql.join(columns, ', ')} from ${from} as ${ROW}`
}

function bodySql(form: BodyForm): Fragment {
  switch (form.kind) {
    case 'none':
      return sql`''`
    case 'bare':
      return form.bytes
        ? sql`coalesce(encode((array_agg(${ROW}.${SCALAR}))[1]::bytea, 'base64'), '')`
        : sql`coalesce((array_agg(${ROW}.${SCALAR}))[1]::text, '')`
    case 'csv':
      return sql`(select coalesce(string_agg(k, ','), '') from json_object_keys((select row_to_json(h.*) from ${PAGE} as h limit 1)) as k) || E'\n' || coalesce(string_agg(substring((${WHOLE_ROW})::text, 2, length((${WHOLE_ROW})::text) - 2), E'\n'), '')`
    case 'geojson':
      return sql`json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg(ST_AsGeoJSON(${WHOLE_ROW})::json), '[]'))`
  }
  const scalar = form.shape === 'scalar' || form.shape === 'scalars'
  const value = scalar ? sql`${ROW}.${SCALAR}` : WHOLE_ROW
  const strip = (json: Fragment) => (form.stripNulls ? sql`json_strip_nulls(${json})` : json)
  const single = form.kind === 'object' || form.shape === 'row' || form.shape === 'scalar'
  return single
    ? sql`coalesce(${strip(sql`(array_agg(to_json(${value})))[1]`)}, 'null')`
    : sql`coalesce(${strip(sql`json_agg(${value})`)}, '[]')`
}

/** Counts the rows of a query, up to one more than `most` if given. */
export function totalSql(rows: Fragment, most: number | null): Fragment {
  const limited = most === null ? rows : sql`${rows} limit ${integer(most + 1)}`
  return sql`select count(*) from (${limited}) as pgrst_counted`
}

const PLAN_OPTIONS: Record<string, Fragment> = {
  analyze: sql`, analyze`,
  verbose: sql`, verbose`,
  settings: sql`, settings`,
  buffers: sql`, buffers`,
  wal: sql`, wal`,
}

export function explainSql(statement: Fragment, { format, options }: PlanOptions): Fragment {
  const chosen = options.flatMap((option) => PLAN_OPTIONS[option] ?? [])
  const formatted = format === 'json' ? sql`format json` : sql`format text`
  return sql`explain (${formatted}${sql.join(chosen, ' ')}) ${statement}`
}
