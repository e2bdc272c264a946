// A few trades that show a win rate: as many winners as the rate says, in one of the orders in which they may come.
import { Decimal } from '../decimal.ts'
import { seeded } from './drawn-candles.ts'

/** So few trades can be counted at a glance. */
const COUNTS = [10, 20] as const
const SEED = 7

/** Whether each of ten or twenty trades won; the same for the same rate (0 to 1). Null where so few cannot have that rate. */
export function drawnTrades(rate: Decimal): boolean[] | null {
  const count = COUNTS.find((one) => rate.times(one).isInteger())
  if (count === undefined || rate.lessThan(0) || rate.greaterThan(1)) return null
  const random = seeded(SEED)
  const places = Array.from({ length: count }, (_, place) => ({ place, at: random() }))
  const won = new Set(
    places
      .sort((one, other) => one.at - other.at)
      .slice(0, new Decimal(rate).times(count).toNumber())
      .map(({ place }) => place),
  )
  return Array.from({ length: count }, (_, place) => won.has(place))
}
