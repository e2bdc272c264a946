// "R restant": the remaining reward of a signal for someone who enters now, and the published rule for "too late".
import { Decimal } from './decimal.ts'
import { announcedRisk, type Levels, sign, weightedR } from './levels.ts'

export type LiveSignal = {
  levels: Levels
  state: 'pending' | 'active' | 'closed' | 'expired' | 'cancelled'
  reached: number
  stop: string
}

export type RewardLeft = {
  /** Reward ÷ risk from the currently available price to the remaining targets and the stop; null if undefined. */
  ratio: Decimal | null
  /** The same at publication. */
  announced: Decimal
  tooLate: boolean
  reason: 'ended' | 'target_reached' | 'stop_passed' | 'reward_halved' | null
}

/** Too late once the remaining reward/risk is below this part of the announced one. */
export const TOO_LATE_BELOW = '0.5'

/**
 * The published rule. It is too late to enter when the signal has ended, when a target has been reached, when price is at or
 * beyond the stop, or when the remaining reward/risk is less than half of the announced one. A buyer pays the ask and a seller
 * gets the bid. A pending limit or stop order is entered at its own price, so nothing is lost by waiting.
 */
export function rewardLeft(signal: LiveSignal, quote: { bid: string; ask: string }): RewardLeft {
  const { levels, state, reached } = signal
  const announced = weightedR(levels)
  const verdict = (ratio: Decimal | null, reason: RewardLeft['reason']): RewardLeft => ({
    ratio,
    announced,
    tooLate: reason !== null,
    reason,
  })
  if (state !== 'pending' && state !== 'active') return verdict(null, 'ended')
  if (state === 'pending' && levels.order_type !== 'market') return verdict(announced, null)

  const towards = sign(levels.direction)
  const now = new Decimal(levels.direction === 'buy' ? quote.ask : quote.bid)
  const risk = now.minus(signal.stop).times(towards)
  if (risk.lessThanOrEqualTo(0)) return verdict(null, 'stop_passed')
  const left = levels.targets.slice(reached)
  const shares = left.reduce((sum, target) => sum.plus(target.share), new Decimal(0))
  if (shares.isZero()) return verdict(null, 'ended')
  const reward = left
    .reduce(
      (sum, target) => sum.plus(new Decimal(target.price).minus(now).times(towards).times(target.share)),
      new Decimal(0),
    )
    .dividedBy(shares)
  const ratio = reward.dividedBy(risk)
  if (reached > 0) return verdict(ratio, 'target_reached')
  return verdict(ratio, ratio.lessThan(announced.times(TOO_LATE_BELOW)) ? 'reward_halved' : null)
}

/**
 * The price at which the rule changes to "too late" before any target is reached, for alerts. `stop` is the current stop, the
 * published one by default; the threshold stays that of the announced levels.
 */
export function tooLatePrice(levels: Levels, stop: string = levels.stop_loss): Decimal {
  // (target − p) ÷ (p − stop) = k ⇔ p = (target + k × stop) ÷ (1 + k), with the share-weighted target.
  const announced = weightedR(levels)
  const threshold = announced.times(TOO_LATE_BELOW)
  const target = new Decimal(levels.stop_loss).plus(
    announcedRisk(levels).times(announced.plus(1)).times(sign(levels.direction)),
  )
  return target.plus(threshold.times(stop)).dividedBy(threshold.plus(1))
}
