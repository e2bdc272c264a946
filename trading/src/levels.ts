// Owns the levels of a signal and the one measure of reward: R, the risk announced at publication. The field names are
// those of the database and of the ledger's commitments, so levels travel without translation.
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
  /** Entry zone, both edges the same for a single price. */
  entry_low: string
  entry_high: string
  stop_loss: string
  /** One to five, each further from the entry than the one before; shares sum to 100. */
  targets: readonly Target[]
} & StopRules

/** How the stop follows, when the signal says so. Rules 7 and 9 of outcome.ts; a key stands only where it is set. */
export type StopRules = {
  /** The stop goes to the entry once this many targets are reached, from 1 to one less than there are. */
  break_even_after?: number
  /** How far behind a minute's close the stop follows, in price. */
  trailing_distance?: string
  /** It follows once this many targets are reached; left out, from the entry on. */
  trailing_after?: number
}

export const MOST_TARGETS = 5

/** +1 for a buy, -1 for a sell: a price move times it is a gain. */
export function sign(direction: Direction): 1 | -1 {
  return direction === 'buy' ? 1 : -1
}

/**
 * The order's price: the edge of the zone that is furthest from the stop (a buy's high, a sell's low). A limit order
 * is filled as price comes into the zone, a stop order once it has crossed it, and R never flatters a better fill.
 */
export function entryPrice(levels: Pick<Levels, 'direction' | 'entry_low' | 'entry_high'>): Decimal {
  return new Decimal(levels.direction === 'buy' ? levels.entry_high : levels.entry_low)
}

/** One R in price: the distance from the order's price to the stop. Above zero for valid levels. */
export function announcedRisk(levels: Levels): Decimal {
  return entryPrice(levels).minus(levels.stop_loss).times(sign(levels.direction))
}

/** How many R an exit at a price makes for an entry at the order's price: 0 at the entry, -1 at the stop. */
export function rAt(levels: Levels, price: Decimal): Decimal {
  return price.minus(entryPrice(levels)).times(sign(levels.direction)).dividedBy(announcedRisk(levels))
}

/** R of each target, in their order. */
export function targetsR(levels: Levels): Decimal[] {
  return levels.targets.map((target) => rAt(levels, new Decimal(target.price)))
}

/** The signal's announced reward: R of the targets weighted by their shares. */
export function weightedR(levels: Levels): Decimal {
  return levels.targets.reduce(
    (sum, target) => sum.plus(rAt(levels, new Decimal(target.price)).times(target.share).dividedBy(100)),
    new Decimal(0),
  )
}

/**
 * The order type that levels ask for when nobody said it: at market inside the zone, a stop order where price must
 * first run to the zone in the signal's direction, a limit order where it must come back. Ask for a buy, bid for a sell.
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

/** Shares in percent that split a position into equal whole parts; what does not divide goes to the first targets. */
export function evenShares(targets: number): string[] {
  return Array.from({ length: targets }, (_, index) =>
    String(Math.floor(100 / targets) + (index < 100 % targets ? 1 : 0)),
  )
}
