// Makes a draft of what the grammar found: the direction, the order and the levels, with what is missing or in doubt.
import { type Decimal, plain } from '../decimal.ts'
import { type Direction, evenShares, MOST_TARGETS, type OrderType, orderTypeAt } from '../levels.ts'
import { formatPrice, hasTooManyDigits, type Instrument } from '../market/instruments.ts'
import type { SignalDraft } from '../signal.ts'
import type { Doubt } from './signal-doubts.ts'
import type { Found } from './signal-found.ts'

/** What a text lacks; the field is empty or invalid. */
export type TextProblem = {
  key: 'unknown_instrument' | 'invalid_direction' | 'missing_level' | 'too_many_targets'
  field: keyof SignalDraft
}

/** Takes the direction that is written, drawn, or follows from the levels. */
export function direct(
  draft: Partial<SignalDraft>,
  found: Found,
  source: string,
  problems: TextProblem[],
  doubts: Doubt[],
): void {
  const said = found.directions[0]
  const drawn = arrowDirection(source)
  const priced = directionOfPrices(found)
  if (found.directions.some((direction) => direction !== said)) {
    doubts.push({ key: 'several_directions', field: 'direction' })
  }
  const taken = said ?? drawn ?? priced
  if (taken) draft.direction = taken
  else problems.push({ key: 'invalid_direction', field: 'direction' })
  if (taken && priced && priced !== taken)
    doubts.push({ key: 'direction_against_levels', field: 'direction' })
  // An arrow is often decoration: it counts only if the levels agree.
  if (!said && !(drawn && drawn === priced)) doubts.push({ key: 'direction_inferred', field: 'direction' })
}

/** Arrows only: a red or green dot marks stops and targets as often as the direction. */
function arrowDirection(source: string): Direction | undefined {
  const up = /📈|⬆|🔼|↗|⤴|🐂/u.test(source)
  const down = /📉|⬇|🔽|↘|⤵|🐻/u.test(source)
  return up === down ? undefined : up ? 'buy' : 'sell'
}

/** A stop below and a target above mean a buy, whatever the words; the reverse a sell. */
function directionOfPrices(found: Found): Direction | undefined {
  const target = found.targets[0]?.price
  const other = found.stop ?? found.entries[0]
  if (!other || !target || other.equals(target)) return undefined
  return other.lessThan(target) ? 'buy' : 'sell'
}

/** Places the entry zone and the order type. */
export function placeOrder(
  draft: Partial<SignalDraft>,
  found: Found,
  instrument: Instrument | undefined,
  quote: { bid: string; ask: string } | undefined,
): void {
  let zone = [...found.entries].sort((a, b) => a.comparedTo(b)).map((value) => shown(value, instrument))
  const direction = draft.direction
  if (zone.length === 0 && quote && direction && found.orderType === 'market') {
    zone = [direction === 'buy' ? quote.ask : quote.bid]
  }
  const low = zone[0]
  const high = zone.at(-1)
  if (low !== undefined && high !== undefined) {
    draft.entry_low = low
    draft.entry_high = high
  }
  const orderType = found.orderType ?? breakoutOrder(found, direction)
  if (orderType) draft.order_type = orderType
  else if (low !== undefined && high !== undefined && direction) {
    draft.order_type = quote ? orderTypeAt({ direction, entry_low: low, entry_high: high }, quote) : 'limit'
  }
}

/** "Buy above" and "sell below" are stop orders, "buy below" and "sell above" limit orders. */
function breakoutOrder(found: Found, direction: Direction | undefined): OrderType | undefined {
  if (!found.beyond || !direction) return undefined
  return (found.beyond === 'above') === (direction === 'buy') ? 'stop' : 'limit'
}

/** Places stop and targets; distances count from the order's price. */
export function placeLevels(
  draft: Partial<SignalDraft>,
  found: Found,
  instrument: Instrument | undefined,
  problems: TextProblem[],
  doubts: Doubt[],
): void {
  const towards = draft.direction === 'buy' ? 1 : draft.direction === 'sell' ? -1 : 0
  const zone = [...found.entries].sort((a, b) => a.comparedTo(b))
  const order = draft.direction === 'buy' ? zone.at(-1) : zone[0]
  const away = (pips: Decimal, side: 1 | -1): Decimal | undefined =>
    order && instrument && towards !== 0
      ? order.plus(pips.times(instrument.pipSize).times(towards * side))
      : undefined
  const stop = found.stop ?? (found.stopPips ? away(found.stopPips, -1) : undefined)
  if (stop?.greaterThan(0)) draft.stop_loss = shown(stop, instrument)

  const targets = found.targets
    .map((target) => ({ ...target, price: target.price ?? (target.pips ? away(target.pips, 1) : undefined) }))
    .filter((target) => target.price?.greaterThan(0))
  if (targets.every((target) => target.index !== null)) targets.sort((a, b) => a.index! - b.index!)
  const shares = sharesOf(
    targets.map((target) => target.share),
    doubts,
  )
  if (targets.length > 0) {
    draft.targets = targets.map((target, index) => ({
      price: shown(target.price!, instrument),
      share: shares[index]!,
    }))
  }
  if (targets.length > MOST_TARGETS) problems.push({ key: 'too_many_targets', field: 'targets' })
  if (draft.entry_low === undefined) problems.push({ key: 'missing_level', field: 'entry_low' })
  if (draft.stop_loss === undefined) problems.push({ key: 'missing_level', field: 'stop_loss' })
  if (draft.targets === undefined) problems.push({ key: 'missing_level', field: 'targets' })
}

/** Shares as given if all are; an even split if none is; otherwise the remainder evenly. */
function sharesOf(given: readonly (Decimal | undefined)[], doubts: Doubt[]): string[] {
  const missing = given.filter((share) => share === undefined).length
  if (missing === given.length) return evenShares(given.length)
  const sum = given.reduce((total, share) => total + (share?.toNumber() ?? 0), 0)
  if (missing > 0 ? sum >= 100 : sum !== 100) {
    // Percentages that do not add up to a whole are gains.
    doubts.push({ key: 'shares_unclear', field: 'targets' })
    return evenShares(given.length)
  }
  const rest = missing > 0 ? Math.floor((100 - sum) / missing) : 0
  return given.map((share) => (share ? plain(share) : String(rest)))
}

/** With the instrument's digits; a price with more keeps them, so that validation can object. */
function shown(value: Decimal, instrument: Instrument | undefined): string {
  return instrument && !hasTooManyDigits(instrument, value) ? formatPrice(instrument, value) : plain(value)
}
