// The SQL of imports: each price file has a number, with which it can be undone.
import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type { Queryable } from '../database.ts'

/** An import or its undoing is refused; the message is for the operator. */
export class ImportRefused extends Error {}

export type Import = {
  text: string
  file: string
  symbol: string
  timeframe: string
  format: string
  zone: string
  accepted: readonly string[]
  candles: number
  /** Milliseconds since 1970, UTC; `until` is exclusive. */
  from: number
  until: number
}

/** Assigns an import's number, before its candles are stored in the same transaction. */
export async function beginImport(client: Queryable, given: Import): Promise<number> {
  const { rows } = await client.query<{ number: number }>(
    'select private.begin_market_import($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as number',
    [
      given.symbol,
      given.timeframe,
      given.file,
      createHash('sha256').update(given.text).digest('hex'),
      given.format,
      given.zone,
      given.accepted,
      given.candles,
      new Date(given.from).toISOString(),
      new Date(given.until).toISOString(),
    ],
  )
  return rows[0]?.number ?? 0
}

/** Records how many candles were new. */
export async function endImport(client: Queryable, number: number, fresh: number): Promise<void> {
  await client.query('select private.end_market_import($1, $2)', [number, fresh])
}

/** Undoes an import; returns how many candles were removed. Throws ImportRefused without changing anything. */
export async function undoImport(pool: Pool, number: number): Promise<number> {
  try {
    const { rows } = await pool.query<{ removed: number }>(
      'select private.undo_market_import($1) as removed',
      [number],
    )
    return rows[0]?.removed ?? 0
  } catch (error) {
    const { message, detail } = error as { message: string; detail?: string }
    const refusals: Record<string, string> = {
      import_unknown: `There is no import ${number}.`,
      import_undone_already: `Import ${number} was already undone.`,
      import_decided: `Import ${number} stays: signals were open in its time and may have been settled on its candles (no. ${detail}).`,
    }
    const refusal = refusals[message]
    throw refusal ? new ImportRefused(refusal) : error
  }
}
