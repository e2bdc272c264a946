// Owns what the current price makes of levels about to be published. `check_against_price` in the database decides; this
// gives the same verdict beside the field.
import { Decimal } from './decimal.ts'
import { entryPrice, type Levels, sign } from './levels.ts'
import type { SignalProblem } from './signal.ts'

/**
 * What would end the moment it is filled: a market or limit order whose stop the price has passed, a market or stop order
 * whose first target it has. And what would be filled at once and so is no such order: a limit that the price has come to,
 * a stop that it has run to. A buy is filled at the ask and leaves at the bid, a sell the other way round. Null where the
 * order may stand.
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
