// Owns the taking in of a price file: everything in it or nothing. Files are not believed more than venues are.
import type { Pool } from 'pg'
import { type BadLine, type CsvFormat, readHistoryCsv } from 'trading/history-csv'
import { inTransaction } from '../database.ts'
import { enqueue } from '../queue.ts'
import { ensureMonths, readInstruments, storeCandles } from './market-store.ts'
import { BASE_TIMEFRAMES, type BaseTimeframe } from './provider.ts'

const CANDLES_A_BATCH = 4000
const MOST_BAD_TOLD = 20

export type ImportRequest = {
  text: string
  symbol: string
  timeframe: BaseTimeframe
  /** The zone of the file's clock; null to use the format's own. */
  zone: string | null
  now: number
}

export type Imported = {
  format: CsvFormat
  zone: string
  candles: number
  fresh: number
  from: number
  until: number
}

/** A file that is not taken in; its message is what an operator should read. */
export class ImportRefused extends Error {}

/** Stores a file's candles with the source `import`. Throws ImportRefused, having stored nothing. */
export async function importHistory(pool: Pool, request: ImportRequest): Promise<Imported> {
  const { symbol, timeframe, now } = request
  const instrument = (await readInstruments(pool)).find((one) => one.symbol === symbol)
  if (!instrument) throw new ImportRefused(`There is no instrument ${symbol}.`)
  const widthMs = BASE_TIMEFRAMES[timeframe]
  const { class: kind, digits, typicalSpread } = instrument
  const reading = readHistoryCsv(request.text, {
    kind,
    widthMs,
    digits,
    typicalSpread,
    zone: request.zone,
    now,
  })
  if (reading.format === null) {
    throw new ImportRefused('The format is none of MetaTrader 4, MetaTrader 5, HistData and Dukascopy.')
  }
  const { format, zone, bad } = reading
  if (zone === null) {
    throw new ImportRefused(
      `A file of ${format} does not say its zone: name the broker's with --zone, most often America/New_York+7.`,
    )
  }
  if (bad.length > 0) throw new ImportRefused(`Nothing was stored.\n${badLines(bad)}`)
  const candles = reading.candles.toSorted((a, b) => a.openedAt - b.openedAt)
  const [first, last] = [candles[0], candles.at(-1)]
  if (!first || !last) throw new ImportRefused('The file holds no candle.')
  const steps = candles.slice(1).map(({ openedAt }, index) => openedAt - (candles[index]?.openedAt ?? 0))
  if (steps.length > 0 && Math.min(...sample(steps)) > widthMs) {
    throw new ImportRefused(`No two candles of the file are as close as ${timeframe}: name its --timeframe.`)
  }
  await ensureMonths(pool, first.openedAt, last.openedAt)
  const fresh = await inTransaction(pool, async (client) => {
    let count = 0
    for (let at = 0; at < candles.length; at += CANDLES_A_BATCH) {
      const batch = candles.slice(at, at + CANDLES_A_BATCH).map((candle) => ({ symbol, ...candle }))
      count += await storeCandles(client, timeframe, 'import', batch)
    }
    if (timeframe === 'M1') await enqueue(client, 'settle-signals')
    return count
  })
  return {
    format,
    zone,
    candles: candles.length,
    fresh,
    from: first.openedAt,
    until: last.openedAt + widthMs,
  }
}

/** Enough steps to see the shortest: a call cannot take a million arguments. */
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
