// Owns what the grammar found in a pasted signal, and the last look at its targets.
import { Decimal } from '../decimal.ts'
import type { Direction, OrderType } from '../levels.ts'
import type { Instrument } from '../market/instruments.ts'
import type { Style, Timeframe } from '../signal.ts'
import type { Doubt } from './signal-doubts.ts'
import { isFar, isLevelNear, isNear, isWrittenAsPrice } from './signal-prices.ts'
import type { Token } from './signal-tokens.ts'

export type FoundTarget = {
  index: number | null
  price: Decimal | undefined
  pips: Decimal | undefined
  share: Decimal | undefined
  token: Token
}

/** What figures are held against: the market's own price where it is known, how its prices are written, and its names. */
export type Scale = {
  instrument: Instrument | undefined
  price: Decimal | undefined
  /** Where instruments are named in the text. */
  names: readonly { start: number; end: number }[]
}

export type Found = {
  directions: Direction[]
  orderType: OrderType | undefined
  beyond: 'above' | 'below' | undefined
  entries: Decimal[]
  stop: Decimal | undefined
  stopToken: Token | undefined
  stopPips: Decimal | undefined
  targets: FoundTarget[]
  timeframe: Timeframe | undefined
  style: Style | undefined
  riskPercent: Decimal | undefined
  validityMinutes: Decimal | undefined
  /** Whether another signal follows the one that was read. */
  several: boolean
  /** Whether the zone's edges merely stand beside each other ("2650 2655"). */
  isBeside: boolean
  /** What may be meant otherwise. */
  doubts: Doubt[]
}

/**
 * Settles targets that cannot be prices beside the others: shares after their targets "(40/30/30)", pips of a list, or
 * noise, whose tokens are returned as not understood. A target named twice in a row counts once.
 */
export function settleTargets(found: Found, scale: Scale): Token[] {
  const near = scale.price ?? found.entries[0] ?? found.stop
  const isOdd = ({ price, token }: FoundTarget) =>
    price !== undefined && (near ? !isLevelNear(price, near) : !isWrittenAsPrice(token, scale.instrument))
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
  const held = found.entries[0] ?? scale.price ?? found.stop
  // Nor is one believed with nothing to hold it against.
  if (kept.some(({ price }) => price && (!held || isFar(price, held, scale.instrument)))) {
    found.doubts.push({ key: 'far_from_price', field: 'targets' })
  }
  if (odd.length > 0) found.doubts.push({ key: 'targets_unclear', field: 'targets' })
  const prices = kept.flatMap(({ price }) => price ?? [])
  const ways = prices.slice(1).map((price, at) => price.comparedTo(prices[at] as Decimal))
  if (kept.every(({ index }) => index === null) && ways.some((way) => way !== ways[0])) {
    found.doubts.push({ key: 'targets_unclear', field: 'targets' })
  }
  const named = kept.flatMap(({ index }) => index ?? [])
  if (named.some((index) => index > kept.length || named.indexOf(index) !== named.lastIndexOf(index))) {
    found.doubts.push({ key: 'targets_unclear', field: 'targets' })
  }
  return odd.map(({ token }) => token)
}

/** A stop that cannot be a price beside the market's or the entry ("SL 30") is not one: its token is returned. */
export function settleStop(found: Found, scale: Scale): Token[] {
  const { stop, stopToken } = found
  if (!stop || !stopToken) return []
  const near = scale.price ?? found.entries[0]
  const held = found.entries[0] ?? scale.price ?? found.targets[0]?.price
  if (held && isFar(stop, held, scale.instrument)) {
    found.doubts.push(
      { key: 'far_from_price', field: 'stop_loss' },
      { key: 'far_from_price', field: 'entry_low' },
    )
  }
  if (near ? isNear(stop, near) : isWrittenAsPrice(stopToken, scale.instrument)) return []
  found.stop = undefined
  return [stopToken]
}
