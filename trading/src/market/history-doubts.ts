// Owns what makes a whole price file doubtful although each of its lines could be true: another instrument's prices, a clock that
// stands elsewhere, minutes of a market that was closed. What a person does about a doubt is not its matter.
import { Decimal } from '../decimal.ts'
import { type CsvCandle, clockOf } from './history-csv.ts'
import type { MarketKind } from './market-checks.ts'
import { marketIsOpen, type Session } from './sessions.ts'

export type Doubt =
  | { kind: 'price'; at: number; price: string; known: string; knownAt: number }
  | { kind: 'digits'; written: number; digits: number }
  | { kind: 'closed_market'; candles: number; first: number }
  /** With the clock that `zone` names, `left` of these candles would lie in a closed market. */
  | { kind: 'zone'; candles: number; first: number; zone: string; left: number }
  | { kind: 'repeated_hour'; candles: number; first: number }
export const DOUBTS = ['price', 'digits', 'closed_market', 'zone', 'repeated_hour'] as const

export type DoubtTerms = {
  kind: MarketKind
  digits: number
  widthMs: number
  session: Session
  /** The zone that the file's clock was read with. */
  zone: string
  /** A price that the instrument had, and when; null where none is known. */
  known: { price: string; at: number } | null
}

/**
 * By which factor a price may differ from one a year before or after: well beyond the usual widest years of each class, since a
 * file beyond it is asked about, not refused. Another instrument's prices mostly differ by more.
 */
const MOST_A_YEAR: Record<MarketKind, number> = { forex: 1.5, metal: 2.5, index: 2.5, crypto: 20 }
const YEAR = 365.25 * 86_400_000
const HOUR = 3_600_000
const ENOUGH = 30_000

/** Clocks that price files are written with: most brokers' first, then the exchanges' and the traders' own. */
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
 * What to ask about a file before it is taken in, in this order; empty where nothing is odd. `candles` are in order of time,
 * `unclear` and `decimals` as `readHistoryCsv` gave them.
 */
export function doubtsOf(
  {
    candles,
    unclear,
    decimals,
  }: { candles: readonly CsvCandle[]; unclear: readonly CsvCandle[]; decimals: number },
  terms: DoubtTerms,
): Doubt[] {
  const doubts: Doubt[] = []
  const strange = strangePrice(candles, terms)
  if (strange) doubts.push(strange)
  // A digit less is an older quotation of the same thing; more, or far fewer, are another instrument's.
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

/** Whether no minute of a candle lies in the session's hours. */
export function isClosed(
  openedAt: number,
  { session, widthMs }: Pick<DoubtTerms, 'session' | 'widthMs'>,
): boolean {
  // Hours open and close on quarters.
  for (let at = openedAt; at < openedAt + widthMs; at += HOUR / 4) if (marketIsOpen(session, at)) return false
  return true
}

function strangePrice(candles: readonly CsvCandle[], { kind, known }: DoubtTerms): Doubt | null {
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

/** A clock that leaves a tenth of them at the most says that the zone is wrong; otherwise the market's hours are. */
function closedOrElsewhere(
  candles: readonly CsvCandle[],
  closed: readonly CsvCandle[],
  terms: DoubtTerms,
): Doubt {
  const first = closed[0]?.openedAt ?? 0
  const read = clockOf(terms.zone)
  // Some weeks show where a week ends; years of minutes would take minutes.
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

/** What a clock shows at an instant: the local time that it maps to it, within a day of either side. */
function localOf(at: number, clock: (local: number) => number[]): number {
  let local = at
  for (let turn = 0; turn < 2; turn += 1) local += at - (clock(local)[0] ?? local)
  return local
}
