// Reads the stop and the targets of a pasted signal: prices, distances and positions in a list.
import type { Decimal } from '../decimal.ts'
import { bondOf, isListed } from './signal-context.ts'
import { readLoose } from './signal-entry.ts'
import { hasLineAfter, isJoined } from './signal-line.ts'
import { expanded, isLevelNear, isNear } from './signal-prices.ts'
import type { Reading } from './signal-reading.ts'
import type { NumberToken, Token } from './signal-tokens.ts'

export function readOrdinal(reading: Reading, token: Extract<Token, { kind: 'ordinal' }>): void {
  if (reading.field !== 'target') return
  reading.index = token.value
  reading.read.add(token)
}

/** A position in a list: of a target if one is announced. */
export function readPlace(reading: Reading, token: NumberToken): void {
  if (reading.field === 'target') reading.index = token.value.toNumber()
  reading.read.add(token)
}

/** "2650-5": the number ends a zone and is not a list position. */
export function endsZone(reading: Reading, at: number): boolean {
  const previous = reading.previous
  return (
    previous !== null &&
    previous.field !== 'stop' &&
    at === previous.at + 2 &&
    /^[-–—/]$/.test((reading.tokens[at - 1] as { text?: string }).text ?? '')
  )
}

/** Whether a number is plausible as a price: near the market price or known levels. */
export function isPlausible(reading: Reading, token: NumberToken): boolean {
  const near = reading.scale.price ?? reading.found.entries[0] ?? reading.found.stop
  return near !== undefined && isNear(token.value, near)
}

export function readTarget(reading: Reading, token: NumberToken, at: number): void {
  const bond = reading.awaiting()
    ? bondOf(reading.tokens, reading.opened, at)
    : reading.previous?.field === 'target' && isListed(reading.tokens, reading.previous.at, at)
      ? 'sure'
      : 'none'
  if (bond === 'none') {
    if (reading.awaiting()) reading.unfilled.push(reading.index)
    reading.keyword = null
    reading.field = null
    readLoose(reading, token, at, false)
    return
  }
  if (bond === 'doubtful') reading.doubt('words_between', 'targets')
  const isBelow = hasLineAfter(reading.tokens, reading.awaiting() ? reading.opened : reading.previous!.at, at)
  if (reading.awaiting()) reading.isListBelow = isBelow
  // A list below its keyword continues; a number below "TP 1.0900" may be anything.
  else if (isBelow && !reading.isListBelow && reading.index === null)
    reading.doubt('targets_unclear', 'targets')
  const previous = reading.found.targets.at(-1)
  const joined =
    !reading.awaiting() && reading.previous !== null && isJoined(reading.tokens, reading.previous.at, at)
  // "TP1 1.0900-1.0910" may be one target given as a zone.
  if (!reading.awaiting() && previous?.index != null && reading.index === null)
    reading.doubt('targets_unclear', 'targets')
  const value =
    joined && previous?.price ? expanded(token, reading.previous!.token, previous.price) : token.value
  addTarget(reading, token, value, undefined)
  reading.fill(token)
  reading.previous = { token, at, field: 'target' }
}

export function addTarget(
  reading: Reading,
  token: Token,
  value: Decimal | undefined,
  pips: Decimal | undefined,
): void {
  reading.found.targets.push({ index: reading.index, price: value, pips, share: reading.share, token })
  reading.index = null
  reading.share = undefined
}

export function readStop(reading: Reading, token: NumberToken, at: number): void {
  const bond = bondOf(reading.tokens, reading.opened, at)
  if (bond === 'none') {
    reading.keyword = null
    reading.field = null
    readLoose(reading, token, at, false)
    return
  }
  if (bond === 'doubtful') reading.doubt('words_between', 'stop_loss')
  // A second stop without its own direction also belongs to another signal.
  if (reading.found.stop && !reading.found.stop.equals(token.value)) reading.found.several = true
  if (!reading.found.stop) reading.found.stopToken = token
  reading.found.stop ??= token.value
  reading.fill(token)
  reading.previous = { token, at, field: 'stop' }
  reading.field = null
}

export function readDistance(reading: Reading, token: NumberToken, at: number): void {
  const named = reading.field === 'stop' || reading.field === 'target'
  if (named && reading.awaiting() && bondOf(reading.tokens, reading.opened, at) !== 'sure') return
  // A point of a currency is a tenth of a pip for some and a whole one for others, and so is a pip outside currencies; an
  // index is quoted in points.
  const [kind, unit] = [reading.scale.instrument?.class, token.unitText ?? '']
  const unsure = !(
    (kind === 'forex' && /^pips?$/i.test(unit)) ||
    (kind === 'index' && /^(?:p(?:oin)?ts?|puntos?|punt[io])$/i.test(unit))
  )
  if (reading.field === 'stop' && reading.awaiting()) {
    reading.found.stopPips ??= token.value
    if (unsure) reading.doubt('computed', 'stop_loss')
    reading.deduce('stop_loss')
    reading.fill(token)
    reading.field = null
  } else if (reading.field === 'target' && (reading.awaiting() || lastTargetIsDistance(reading))) {
    addTarget(reading, token, undefined, token.value)
    if (unsure) reading.doubt('computed', 'targets')
    reading.deduce('targets')
    reading.fill(token)
  } else if (reading.previous) {
    // "SL 1.0820 (30 pips)": a remark on the previous price.
    reading.read.add(token)
  }
}

/** In "TP 20 40 60 pips" the unit appears once, after numbers that cannot be prices. */
export function lastTargetIsDistance(reading: Reading): boolean {
  const last = reading.found.targets.at(-1)
  const near = reading.found.entries[0] ?? reading.loose[0]?.values[0] ?? reading.found.stop
  return last?.pips !== undefined || (!!last?.price && !!near && !isLevelNear(last.price, near))
}
