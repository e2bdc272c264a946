// Owns what the current price makes of levels about to be published. `check_against_price` in the database decides; this
// gives the same verdict beside the field.
import { Decimal } from './decimal.ts'
import { type Levels, sign } from './levels.ts'
import type { SignalProblem } from './signal.ts'

/**
 * What would end the moment it is filled: a market or limit order whose stop the price has passed, a market or stop order
 * whose first target it has. A buy leaves at the bid, a sell at the ask. Null where the order may stand.
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
  return null
}
