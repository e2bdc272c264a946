// Finds oddities of a whole price file although each line is plausible: prices of another instrument, a clock in another time
// zone, minutes in a closed market. The caller decides what to do about them.
import { Decimal } from '../decimal.ts'
import { clockOf } from './history-csv.ts'
import type { GivenCandle, MarketKind } from './market-checks.ts'
import { marketIsOpen, type Session } from './sessions.ts'

export type Doubt =
  | { kind: 'price'; at: number; price: string; known: string; knownAt: number }
  | { kind: 'digits'; written: number; digits: number }
  | { kind: 'closed_market'; candles: number; first: number }
  /** With the time zone `zone`, only `left` of these candles would be in a closed market. */
  | { kind: 'zone'; candles: number; first: number; zone: string; left: number }
  | { kind: 'repeated_hour'; candles: number; first: number }
export const DOUBTS = ['price', 'digits', 'closed_market', 'zone', 'repeated_hour'] as const

export type DoubtTerms = {
  kind: MarketKind
  digits: number
  widthMs: number
  session: Session
  /** The time zone used to read the file. */
  zone: string
  /** A known price of the instrument with its time; null if none. */
  known: { price: string; at: number } | null
}

/**
 * Maximum factor between prices a year apart: well beyond the usual extremes of each class, because a file beyond it is
 * questioned rather than refused. Other instruments' prices usually differ by more.
 */
const MOST_A_YEAR: Record<MarketKind, number> = { forex: 1.5, metal: 2.5, index: 2.5, crypto: 20 }
const YEAR = 365.25 * 86_400_000
const HOUR = 3_600_000
const ENOUGH = 30_000

/** Time zones of price files: most brokers' first, then those of exchanges and traders. */
const USUAL_ZONES = [
  'America/New_York+7',
  'UTC',
  'UTC+2',
  'UTC+3',
  'UTC-5',
  'America/New_York',
  'America/Chicago',
  'Europe/London',
  'Europe/Paris',
  'Europe/Athens',
  'UTC+1',
]

/**
 * The doubts about a file before it is imported, in this order; empty if there are none. `candles` are in chronological order;
 * `unclear` and `decimals` come from `readHistoryCsv`.
 */
export function doubtsOf(
  {
    candles,
    unclear,
    decimals,
  }: { candles: readonly GivenCandle[]; unclear: readonly GivenCandle[]; decimals: number },
  terms: DoubtTerms,
): Doubt[] {
  const doubts: Doubt[] = []
  const strange = strangePrice(candles, terms)
  if (strange) doubts.push(strange)
  // One digit less is an older quotation of the same instrument; more, or far fewer, suggest another one.
  if (candles.length > 0 && (decimals > terms.digits || decimals < terms.digits - 2)) {
    doubts.push({ kind: 'digits', written: decimals, digits: terms.digits })
  }
  const closed = candles.filter(({ openedAt }) => isClosed(openedAt, terms))
  if (closed.length > 0) doubts.push(closedOrElsewhere(candles, closed, terms))
  if (unclear.length > 0) {
    doubts.push({ kind: 'repeated_hour', candles: unclear.length, first: unclear[0]?.openedAt ?? 0 })
  }
  return doubts
}

/** Whether a candle is completely outside market hours. */
export function isClosed(
  openedAt: number,
  { session, widthMs }: Pick<DoubtTerms, 'session' | 'widthMs'>,
): boolean {
  // Market hours start and end on quarter hours.
  for (let at = openedAt; at < openedAt + widthMs; at += HOUR / 4) if (marketIsOpen(session, at)) return false
  return true
}

function strangePrice(candles: readonly GivenCandle[], { kind, known }: DoubtTerms): Doubt | null {
  if (!known) return null
  const price = new Decimal(known.price)
  for (const { openedAt, low, high } of candles) {
    const most = MOST_A_YEAR[kind] ** Math.max(1, Math.abs(openedAt - known.at) / YEAR)
    const far = [low, high].find(
      (one) => price.dividedBy(one).greaterThan(most) || new Decimal(one).dividedBy(price).greaterThan(most),
    )
    if (far) return { kind: 'price', at: openedAt, price: far, known: known.price, knownAt: known.at }
  }
  return null
}

/**
 * If another time zone leaves at most a tenth of these candles in a closed market, the zone is wrong; otherwise the market's
 * hours differ.
 */
function closedOrElsewhere(
  candles: readonly GivenCandle[],
  closed: readonly GivenCandle[],
  terms: DoubtTerms,
): Doubt {
  const first = closed[0]?.openedAt ?? 0
  const read = clockOf(terms.zone)
  // A few weeks suffice to show where a week ends; checking years of minutes would take minutes.
  const shown = [...closed.slice(0, ENOUGH), ...candles.slice(-ENOUGH)]
  const locals = shown.map(({ openedAt }) => localOf(openedAt, read))
  const others = USUAL_ZONES.filter((zone) => zone !== terms.zone).map((zone) => {
    const clock = clockOf(zone)
    return { zone, left: locals.filter((local) => isClosed(clock(local)[0] ?? local, terms)).length }
  })
  const [best] = others.toSorted((a, b) => a.left - b.left)
  return best && best.left * 10 <= Math.min(closed.length, ENOUGH)
    ? { kind: 'zone', candles: closed.length, first, ...best }
    : { kind: 'closed_market', candles: closed.length, first }
}

/** The local time shown at an instant, searched within a day in either direction. */
function localOf(at: number, clock: (local: number) => number[]): number {
  let local = at
  for (let turn = 0; turn < 2; turn += 1) local += at - (clock(local)[0] ?? local)
  return local
}
