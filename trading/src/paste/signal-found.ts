// What the grammar found in a pasted signal, and the final check of its targets.
import { Decimal } from '../decimal.ts'
import type { Direction, OrderType } from '../levels.ts'
import type { Instrument } from '../market/instruments.ts'
import type { SignalDraft, Style, Timeframe } from '../signal.ts'
import type { Clock } from './signal-clock.ts'
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

/** The reference for numbers: the market price if known, the price format, and the instrument names. */
export type Scale = {
  instrument: Instrument | undefined
  price: Decimal | undefined
  /** Positions of instrument names in the text. */
  names: readonly { start: number; end: number }[]
  /** When the text is read, to resolve times of day. */
  clock: Clock | undefined
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
  several: boolean
  /** Whether the zone's edges are merely next to each other ("2650 2655"). */
  isBeside: boolean
  /** The words that each field was read from. */
  sources: Map<keyof SignalDraft, Token[]>
  /** Fields whose value follows from the text by a rule and is not written in it. */
  deduced: Set<keyof SignalDraft>
  /** Values that may have another meaning. */
  doubts: Doubt[]
}

/**
 * Removes targets that cannot be prices given the others: shares after their targets "(40/30/30)", pips of a list, or noise,
 * whose tokens are returned as not understood. A repeated target counts once.
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
  // A price without any reference is not accepted either.
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

/** Removes a stop that cannot be a price given the market or the entry ("SL 30"); returns its token. */
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
