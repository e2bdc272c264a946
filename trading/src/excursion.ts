// How far a signal went while it was open: the best and worst of its running result (realised plus open part), in R; known as
// maximum favourable and maximum adverse excursion.
//
// Rules in addition to those of outcome.ts: a position is valued at its exit price (a buy at the bid, a sell at the ask), and
// both excursions start at 0, the fill itself. The order of prices within a candle is unknown, so adverse prices count with the
// share open at the candle's start, and favourable ones only with the share left at its end; in the minute of entry favourable
// ones count only if they must have come after the fill. In the candle that ends a signal nothing after the exit counts: for an
// exit at the open only the exit, at a stop the open and the exit, at the last target the exit and the worst. A close by the
// analyst counts at its price, after the candles completed by then.
import { Decimal, fixed } from './decimal.ts'
import {
  applyEvent,
  type Candle,
  endOf,
  openTrade,
  type RecordedEvent,
  type Terms,
  type Trade,
} from './trade.ts'

export type Excursion = {
  /** In R, to four decimals; zero or more. */
  best: string
  /** In R, to four decimals; zero or less. */
  worst: string
  /** The number of candles it is based on. */
  candles: number
}

const R_DECIMALS = 4

/**
 * The excursion of a signal that was entered and has ended; null for any other. `history` is all recorded events in sequence;
 * `candles` are those decided on, in chronological order, from the entry's or earlier.
 */
export function excursion(
  terms: Terms,
  history: readonly RecordedEvent[],
  candles: Iterable<Candle>,
): Excursion | null {
  const ending = history.find(({ kind }) => kind === 'stopped' || kind === 'closed')
  if (!ending) return null
  const byCandle = Map.groupBy(history, ({ data }) => data.candle && Date.parse(data.candle.opened_at))
  const told = byCandle.get(undefined) ?? []
  const endsIn = ending.data.candle ? Date.parse(ending.data.candle.opened_at) : null
  let trade = openTrade(terms)
  let [best, worst] = [new Decimal(0), new Decimal(0)]
  let count = 0
  const consider = (value: Decimal) => {
    best = Decimal.max(best, value)
    worst = Decimal.min(worst, value)
  }
  for (const candle of candles) {
    if (endsIn === null ? endOf(candle) > ending.at : candle.openedAt > endsIn) break
    // A stop moved by an analyst does not change a result; it is applied only for the state.
    for (const move of told)
      if (move.kind === 'stop_moved' && move.at <= candle.openedAt) trade = applyEvent(trade, move)
    const events = byCandle.get(candle.openedAt) ?? []
    const entered = events.find(({ kind }) => kind === 'entered')
    const start = entered ? applyEvent(trade, entered) : trade
    const after = events.reduce(applyEvent, trade)
    trade = after
    if (start.phase !== 'active') continue
    count += 1
    for (const value of values(terms, start, after, candle, events)) consider(value)
  }
  consider(history.reduce(applyEvent, openTrade(terms)).total)
  const rounded = (value: Decimal) => fixed(value, R_DECIMALS)
  return { best: rounded(best), worst: rounded(worst), candles: count }
}

/** The running results within a candle. */
function values(
  terms: Terms,
  start: Trade,
  after: Trade,
  candle: Candle,
  events: readonly RecordedEvent[],
): Decimal[] {
  const buys = start.towards === 1
  const leaves = (bid: string) => (buys ? new Decimal(bid) : new Decimal(bid).plus(candle.spread))
  const atTouch = events.some(({ kind, data }) => kind === 'entered' && data.rule !== 'open')
  const worst = running(start, leaves(buys ? candle.low : candle.high))
  const ending = events.find(({ kind }) => kind === 'stopped' || kind === 'closed')
  if (ending) {
    if (ending.data.rule === 'open') return []
    if (ending.kind === 'closed') return [worst]
    return atTouch ? [] : [running(start, leaves(candle.open))]
  }
  const favourable = atTouch && terms.order_type === 'limit' ? candle.close : buys ? candle.high : candle.low
  return [running(after, leaves(favourable)), worst]
}

/** Realised result plus the open part valued at the exit price. */
function running({ fill, risk, towards, remaining, total }: Trade, price: Decimal): Decimal {
  const move = price.minus(fill!).times(towards)
  return total.plus(move.times(remaining).dividedBy(100).dividedBy(risk))
}
