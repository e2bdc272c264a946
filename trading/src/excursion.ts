// Owns how far a signal went while it was open: the best and the worst of its running result, what its exits had realised and
// what was still open, in R. In the field they are called maximum favourable and maximum adverse excursion.
//
// The rules, beside those of outcome.ts: a position is valued where it leaves (a buy at the bid, a sell at the ask), and both
// begin at 0, the fill itself. Inside a candle the order of prices is unknown, so what speaks against the signal counts with
// the share that was open when the candle began, and what speaks for it only with what was left when it was over; in the
// minute of entry it counts only if it must have come after the fill. Of the candle that ends a signal nothing counts past the
// exit: at an open the exit alone, at a stop the open and the exit, at the last target the exit and the worst. An analyst's
// closing counts at its price, after the candles that were over by then.
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
  /** In R, to four decimals; at or above zero. */
  best: string
  /** In R, to four decimals; at or below zero. */
  worst: string
  /** How many candles it rests on. */
  candles: number
}

const R_DECIMALS = 4

/**
 * The excursion of a signal that was entered and has ended; null for any other. `history` is everything recorded of it, in
 * sequence; `candles` are what was decided on, in order of time, from the entry's on or earlier.
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
    // A stop that an analyst moved changes no result; it is applied for the state alone.
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

/** What a candle shows of the running result. */
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

/** What was realised, and what is open at the price where it would leave. */
function running({ fill, risk, towards, remaining, total }: Trade, price: Decimal): Decimal {
  const move = price.minus(fill!).times(towards)
  return total.plus(move.times(remaining).dividedBy(100).dividedBy(risk))
}
