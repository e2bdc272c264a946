// Imports a price file completely or not at all. Files are validated like venues, and oddities must be confirmed.
import type { Pool } from 'pg'
import { type BadLine, readHistoryCsv } from 'trading/market/history-csv'
import { type Doubt, doubtsOf, isClosed } from 'trading/market/history-doubts'
import type { CsvFormat } from 'trading/market/history-shapes'
import type { GivenCandle } from 'trading/market/market-checks'
import { ANCHORED_AT, anchorOf } from 'trading/market/simulation-parameters'
import { inTransaction, type Queryable } from '../database.ts'
import { enqueue } from '../queue.ts'
import { doubtText } from './doubt-text.ts'
import { beginImport, endImport, ImportRefused } from './market-imports.ts'
import { ensureMonths, readInstruments, storeCandles } from './market-store.ts'
import { BASE_TIMEFRAMES, type BaseTimeframe } from './provider.ts'

const CANDLES_A_BATCH = 4000
const MOST_BAD_TOLD = 20

export type ImportRequest = {
  text: string
  /** The file's name, for the list of imports. */
  file: string
  symbol: string
  timeframe: BaseTimeframe
  /** The time zone of the file's clock; null for the format's own. */
  zone: string | null
  /** Doubts that the operator has confirmed. Candles in a closed market or an ambiguous hour are then omitted. */
  accepted: readonly Doubt['kind'][]
  now: number
}

export type Imported = {
  number: number
  format: CsvFormat
  zone: string
  candles: number
  leftOut: number
  fresh: number
  from: number
  until: number
}

/** Stores a file's candles with the source `import`. Throws ImportRefused without storing anything. */
export async function importHistory(pool: Pool, request: ImportRequest): Promise<Imported> {
  const { symbol, timeframe, now, accepted } = request
  const instrument = (await readInstruments(pool)).find((one) => one.symbol === symbol)
  if (!instrument) throw new ImportRefused(`There is no instrument ${symbol}.`)
  const widthMs = BASE_TIMEFRAMES[timeframe]
  const { class: kind, digits, typicalSpread, session } = instrument
  const terms = { kind, widthMs, digits, typicalSpread, session, now }
  const reading = readHistoryCsv(request.text, { ...terms, zone: request.zone })
  if (reading.format === null) {
    throw new ImportRefused(
      'The format is not MetaTrader 4, MetaTrader 5, HistData or Dukascopy, nor a table with named columns (time, open, high, low, close).',
    )
  }
  const { format, zone, bad } = reading
  if (zone === null) {
    throw new ImportRefused(
      `A file of ${format} does not contain its time zone: pass the broker's with --zone, most often America/New_York+7.`,
    )
  }
  if (bad.length > 0) throw new ImportRefused(`Nothing was stored.\n${badLines(bad)}`)
  const sorted = reading.candles.toSorted((a, b) => a.openedAt - b.openedAt)
  const known = await knownPrice(pool, symbol, sorted[0])
  const doubts = doubtsOf({ ...reading, candles: sorted }, { ...terms, zone, known })
  const open = doubts.filter((doubt) => !accepted.includes(doubt.kind))
  if (open.length > 0) {
    throw new ImportRefused(
      [
        'Nothing was stored: this requires confirmation.',
        ...open.map((doubt) => doubtText(doubt, request)),
        `If the file is correct: --accept ${[...new Set(open.map((doubt) => doubt.kind))].join(',')}`,
      ].join('\n'),
    )
  }
  const candles = sorted.filter(({ openedAt }) => !isClosed(openedAt, terms))
  const [first, last] = [candles[0], candles.at(-1)]
  if (!first || !last) throw new ImportRefused('The file contains no candle.')
  const steps = candles.slice(1).map(({ openedAt }, index) => openedAt - (candles[index]?.openedAt ?? 0))
  if (steps.length > 0 && Math.min(...sample(steps)) > widthMs) {
    throw new ImportRefused(`No two candles of the file are as close as ${timeframe}: pass its --timeframe.`)
  }
  const [from, until] = [first.openedAt, last.openedAt + widthMs]
  await ensureMonths(pool, first.openedAt, last.openedAt)
  const { number, fresh } = await inTransaction(pool, async (client) => {
    const begun = await beginImport(client, {
      ...request,
      format,
      zone,
      candles: candles.length,
      from,
      until,
    })
    let count = 0
    for (let at = 0; at < candles.length; at += CANDLES_A_BATCH) {
      const batch = candles.slice(at, at + CANDLES_A_BATCH).map((candle) => ({ symbol, ...candle }))
      count += await storeCandles(client, timeframe, 'import', batch, begun)
    }
    await endImport(client, begun, count)
    if (timeframe === 'M1') await enqueue(client, 'settle-signals')
    return { number: begun, fresh: count }
  })
  const leftOut = sorted.length + reading.unclear.length - candles.length
  return { number, format, zone, candles: candles.length, leftOut, fresh, from, until }
}

/** The nearest price from a market or an earlier file; the order of magnitude if there is none. */
async function knownPrice(client: Queryable, symbol: string, first: GivenCandle | undefined) {
  const { rows } = await client.query<{ price: string; at: string }>(
    `select close::text as price, (extract(epoch from opened_at) * 1000)::bigint::text as at from (
       (select close, opened_at from public.candles where symbol = $1 and timeframe = 'D1' and source <> 'simulated' and opened_at <= $2 order by opened_at desc limit 1)
       union all
       (select close, opened_at from public.candles where symbol = $1 and timeframe = 'D1' and source <> 'simulated' and opened_at > $2 order by opened_at limit 1)
     ) as near order by abs(extract(epoch from opened_at - $2)) limit 1`,
    [symbol, new Date(first?.openedAt ?? 0).toISOString()],
  )
  if (rows[0]) return { price: rows[0].price, at: Number(rows[0].at) }
  const price = anchorOf(symbol)
  return price === null ? null : { price, at: ANCHORED_AT }
}

/** Enough steps to find the shortest: a call cannot take a million arguments. */
function sample(steps: readonly number[]): readonly number[] {
  return steps.slice(0, 5000)
}

function badLines(bad: readonly BadLine[]): string {
  const told = bad
    .slice(0, MOST_BAD_TOLD)
    .map(({ line, reason }) => `line ${line}: ${reason.replaceAll('_', ' ')}`)
  const more = bad.length > MOST_BAD_TOLD ? [`and ${bad.length - MOST_BAD_TOLD} more`] : []
  return [...told, ...more].join('\n')
}
