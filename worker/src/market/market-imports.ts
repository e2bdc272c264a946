// Owns the SQL of imports: each price file taken in has a number, by which it is taken back.
import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type { Queryable } from '../database.ts'

/** A file that is not taken in, or not taken back; its message is what an operator should read. */
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
  /** Milliseconds since 1970, UTC; `until` is not in it. */
  from: number
  until: number
}

/** Numbers an import, before its candles are stored and in the same transaction. */
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

/** Notes how many of an import's candles were new. */
export async function endImport(client: Queryable, number: number, fresh: number): Promise<void> {
  await client.query('select private.end_market_import($1, $2)', [number, fresh])
}

/** Takes an import back; resolves to how many candles were removed. Throws ImportRefused, having changed nothing. */
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
      import_undone_already: `Import ${number} was undone already.`,
      import_decided: `Import ${number} stays: signals were open in its time, and may have been decided on its candles (no. ${detail}).`,
    }
    const refusal = refusals[message]
    throw refusal ? new ImportRefused(refusal) : error
  }
}
