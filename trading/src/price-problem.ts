// Checks levels to be published against the current price. `check_against_price` in the database decides; this gives the same
// result next to the field.
import { Decimal } from './decimal.ts'
import { entryPrice, type Levels, sign } from './levels.ts'
import type { SignalProblem } from './signal.ts'

/**
 * Orders that would end as soon as they are filled: a market or limit order beyond its stop, or a market or stop order beyond
 * its first target. And orders that would be filled at once: a limit or stop whose price is already reached. A buy is filled at
 * the ask and exits at the bid, a sell the other way round. Null if the order is valid.
 */
export function priceProblem(levels: Levels, quote: { bid: string; ask: string }): SignalProblem | null {
  const towards = sign(levels.direction)
  const leavesAt = new Decimal(towards === 1 ? quote.bid : quote.ask)
  const past = (level: string) => leavesAt.minus(level).times(towards)
  if (levels.order_type !== 'stop' && past(levels.stop_loss).lessThanOrEqualTo(0)) {
    return { key: 'price_past_stop', field: 'stop_loss' }
  }
  const first = levels.targets[0]
  if (levels.order_type !== 'limit' && first && past(first.price).greaterThanOrEqualTo(0)) {
    return { key: 'price_past_target', field: 'targets' }
  }
  const ahead = entryPrice(levels)
    .minus(towards === 1 ? quote.ask : quote.bid)
    .times(towards)
  if (levels.order_type === 'limit' && ahead.greaterThanOrEqualTo(0)) {
    return { key: 'limit_already_there', field: 'order_type' }
  }
  if (levels.order_type === 'stop' && ahead.lessThanOrEqualTo(0)) {
    return { key: 'stop_already_there', field: 'order_type' }
  }
  return null
}
