// Owns what the grammar found in a pasted signal, and the last look at its targets.
import { Decimal } from './decimal.ts'
import type { Direction, OrderType } from './levels.ts'
import type { Style, Timeframe } from './signal.ts'
import { isLevelNear } from './signal-prices.ts'
import type { Token } from './signal-tokens.ts'

export type FoundTarget = {
  index: number | null
  price: Decimal | undefined
  pips: Decimal | undefined
  share: Decimal | undefined
  token: Token
}

export type Found = {
  directions: Direction[]
  orderType: OrderType | undefined
  beyond: 'above' | 'below' | undefined
  entries: Decimal[]
  stop: Decimal | undefined
  stopPips: Decimal | undefined
  targets: FoundTarget[]
  timeframe: Timeframe | undefined
  style: Style | undefined
  riskPercent: Decimal | undefined
  validityMinutes: Decimal | undefined
  /** Whether another signal follows the one that was read. */
  several: boolean
}

/**
 * Settles targets that cannot be prices beside the others: shares after their targets "(40/30/30)", pips of a list, or
 * noise, whose tokens are returned as not understood. A target named twice in a row counts once.
 */
export function settleTargets(found: Found): Token[] {
  const near = found.entries[0] ?? found.stop
  const isOdd = ({ price }: FoundTarget) => price !== undefined && !!near && !isLevelNear(price, near)
  const odd = found.targets.filter(isOdd)
  const rest = found.targets.filter((target) => !isOdd(target))
  const kept = rest.filter(({ price }, at) => !price || !rest[at - 1]?.price?.equals(price))
  const total = odd.reduce((sum, { price }) => sum.plus(price!), new Decimal(0))
  if (odd.length > 0 && kept.length > 0 && kept.every(({ pips }) => pips)) {
    for (const target of odd) [target.pips, target.price] = [target.price, undefined]
    return []
  }
  found.targets = kept
  if (odd.length === kept.length && total.equals(100) && kept.every(({ share }) => !share)) {
    kept.forEach((target, index) => {
      target.share = odd[index]!.price
    })
    return []
  }
  return odd.map(({ token }) => token)
}
