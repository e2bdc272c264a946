// Owns the table of scores: if statements were resolved since the last run, it recomputes their months from public data only, the
// ledger and the kept minutes.
import type { Pool } from 'pg'
import { type LedgerRow, sha256Hex } from 'trading/proof/ledger'
import { decidedOf, livedOf, readStatements, type StatementLife } from 'trading/proof/statement-life'
import { seedOf } from 'trading/proof/verify-scores'
import type { MinutesPart } from 'trading/signal-minutes'
import { chanceOf, type Lived } from 'trading/statements/chance'
import { type Chance, cohortOf, type ScoreRow, scoreRows } from 'trading/statements/scores'

/** Recomputes the table if a statement was resolved since the last run. */
export async function scoreStatements(pool: Pool): Promise<void> {
  const { rows: kept } = await pool.query<{ as_of: number; rows: ScoreRow[] }>(
    'select as_of::int, rows from public.statement_scores',
  )
  const before = kept[0] ?? { as_of: 0, rows: [] }
  const { rows: entries } = await pool.query<LedgerRow>(
    `select sequence::int, entry, previous_hash, hash from public.ledger
      where kind in ('stated', 'revealed', 'resolved')
        and exists (select from public.ledger where kind = 'resolved' and sequence > $1) order by sequence`,
    [before.as_of],
  )
  const lives = (await readStatements(entries, sha256Hex)).filter(({ resolved }) => resolved)
  if (lives.length === 0) return
  const cohorts = Map.groupBy(lives, keyOf)
  const chances = new Map<string, Chance | null>(
    before.rows.map((row) => [`${row.author_kind} ${row.cohort}`, row.chance]),
  )
  for (const [key, members] of cohorts)
    if (members.some(({ resolved }) => resolved!.sequence > before.as_of))
      chances.set(key, chanceOf(await livesOf(pool, members), seedOf(members)))
  const rows = scoreRows(
    lives.map(decidedOf),
    ({ author_kind, cohort }) => chances.get(`${author_kind} ${cohort}`) ?? null,
  )
  await pool.query(
    `insert into public.statement_scores (as_of, rows, scored_at) values ($1, $2, clock_timestamp())
     on conflict (only_row) do update set as_of = excluded.as_of, rows = excluded.rows, scored_at = excluded.scored_at
      where statement_scores.as_of < excluded.as_of`,
    [Math.max(...lives.map(({ resolved }) => resolved!.sequence)), JSON.stringify(rows)],
  )
}

const keyOf = ({ stated }: StatementLife) => `${stated.author_kind} ${cohortOf(String(stated.deadline))}`

/** The statements of a cohort with their kept minutes. */
async function livesOf(pool: Pool, members: readonly StatementLife[]): Promise<Lived[]> {
  const { rows } = await pool.query<MinutesPart & { id: string }>(
    `select statement_id as id, day::text, minutes from public.statement_minutes where statement_id = any ($1) order by day`,
    [members.map(({ id }) => id)],
  )
  const parts = Map.groupBy(rows, ({ id }) => id)
  return Promise.all(members.map((life) => livedOf(life, parts.get(life.id) ?? [], sha256Hex)))
}
