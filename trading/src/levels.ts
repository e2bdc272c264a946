// The levels of a signal and the measure of reward: R, the risk announced at publication. Field names are those of the database
// and of the ledger's commitments, so levels need no translation.
import { Decimal } from './decimal.ts'

export const DIRECTIONS = ['buy', 'sell'] as const
export type Direction = (typeof DIRECTIONS)[number]
export const ORDER_TYPES = ['market', 'limit', 'stop'] as const
export type OrderType = (typeof ORDER_TYPES)[number]

export type Target = {
  price: string
  /** Part of the position closed there, in percent. */
  share: string
}

export type Levels = {
  direction: Direction
  order_type: OrderType
  /** Entry zone; both edges are equal for a single price. */
  entry_low: string
  entry_high: string
  stop_loss: string
  /** One to five, each further from the entry than the previous one; shares sum to 100. */
  targets: readonly Target[]
} & StopRules

/** How the stop follows, if the signal says so. Rules 7 and 9 of outcome.ts; a key is present only if it is set. */
export type StopRules = {
  /** The stop moves to the entry once this many targets are reached, from 1 to the number of targets minus one. */
  break_even_after?: number
  /** Distance of the stop behind a minute's close, in price. */
  trailing_distance?: string
  /** Trailing starts once this many targets are reached; at the entry if absent. */
  trailing_after?: number
}

export const MOST_TARGETS = 5

/** +1 for a buy, -1 for a sell: a price move times the sign is a gain. */
export function sign(direction: Direction): 1 | -1 {
  return direction === 'buy' ? 1 : -1
}

/**
 * The order's price: the edge of the zone furthest from the stop (a buy's high, a sell's low). A limit order is filled when
 * price enters the zone, a stop order when price has crossed it; so R never profits from a better fill.
 */
export function entryPrice(levels: Pick<Levels, 'direction' | 'entry_low' | 'entry_high'>): Decimal {
  return new Decimal(levels.direction === 'buy' ? levels.entry_high : levels.entry_low)
}

/** One R in price: the distance from the order's price to the stop. Above zero for valid levels. */
export function announcedRisk(levels: Levels): Decimal {
  return entryPrice(levels).minus(levels.stop_loss).times(sign(levels.direction))
}

/** The R of an exit at a price, for an entry at the order's price: 0 at the entry, -1 at the stop. */
export function rAt(levels: Levels, price: Decimal): Decimal {
  return price.minus(entryPrice(levels)).times(sign(levels.direction)).dividedBy(announcedRisk(levels))
}

export function targetsR(levels: Levels): Decimal[] {
  return levels.targets.map((target) => rAt(levels, new Decimal(target.price)))
}

/** The announced reward: R of the targets weighted by their shares. */
export function weightedR(levels: Levels): Decimal {
  return levels.targets.reduce(
    (sum, target) => sum.plus(rAt(levels, new Decimal(target.price)).times(target.share).dividedBy(100)),
    new Decimal(0),
  )
}

/**
 * The order type implied by levels when none was given: market inside the zone, stop where price must first move to the zone in
 * the signal's direction, limit where it must come back. Uses the ask for a buy and the bid for a sell.
 */
export function orderTypeAt(
  zone: Pick<Levels, 'direction' | 'entry_low' | 'entry_high'>,
  quote: { bid: string; ask: string },
): OrderType {
  const low = new Decimal(zone.entry_low)
  const high = new Decimal(zone.entry_high)
  if (zone.direction === 'buy') {
    return low.greaterThan(quote.ask) ? 'stop' : high.lessThan(quote.ask) ? 'limit' : 'market'
  }
  return high.lessThan(quote.bid) ? 'stop' : low.greaterThan(quote.bid) ? 'limit' : 'market'
}

/** Shares in percent that split a position into equal integer parts; a remainder goes to the first targets. */
export function evenShares(targets: number): string[] {
  return Array.from({ length: targets }, (_, index) =>
    String(Math.floor(100 / targets) + (index < 100 % targets ? 1 : 0)),
  )
}
