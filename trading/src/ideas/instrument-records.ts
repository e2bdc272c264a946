// Owns an author's calibration and discrimination on each instrument: who reads gold well may know nothing of currencies.
import { fixed } from '../decimal.ts'
import { discriminationInterval, type Ended, type Recorded, scored } from './record.ts'

/** An idea as the records by instrument count it. */
export type OnInstrument = Recorded & { symbol: string }

/** Figures are texts with four decimals; null under thirty scored probabilities on the instrument. */
export type InstrumentRecord = {
  symbol: string
  /** Scored probabilities of target 1, and how often it was reached. */
  n: number
  hits: number
  /** The mean of what was stated. */
  stated: string | null
  /** What happened, with its 95 % Wilson interval. */
  rate: string | null
  rate_low: string | null
  rate_high: string | null
  /** How often an idea that reached its target had the higher probability, with its 95 % interval; null if all ended alike. */
  auc: string | null
  auc_low: string | null
  auc_high: string | null
}

/** One row for each instrument with a scored probability, the most first. Sealed ideas say nothing, not even their instrument. */
export function instrumentRecords(ideas: readonly OnInstrument[]): InstrumentRecord[] {
  const ended = ideas.flatMap(({ opened, ...idea }) =>
    opened && opened.closedAt !== null ? [{ ...idea, ...opened }] : [],
  )
  return [...Map.groupBy(ended, ({ symbol }) => symbol)]
    .map(([symbol, own]) => ({ symbol, ...figuresOn(own) }))
    .filter(({ n }) => n > 0)
    .sort((one, other) => other.n - one.n || (one.symbol < other.symbol ? -1 : 1))
}

function figuresOn(ended: readonly Ended[]): Omit<InstrumentRecord, 'symbol'> {
  const { n, hits, stated, rate, rate_low, rate_high, auc } = scored(ended).calibration
  const interval = auc === null ? null : discriminationInterval(auc, hits, n - hits)
  return {
    ...{ n, hits, stated, rate, rate_low, rate_high, auc },
    auc_low: interval && fixed(interval.low, 4),
    auc_high: interval && fixed(interval.high, 4),
  }
}
