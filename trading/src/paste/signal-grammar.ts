// The grammar of pasted signals: keywords open a field, numbers fill it. Line ends do not close a field, because targets are
// often listed below each other. Each field's rules are in a file of their own.

import type { Decimal } from '../decimal.ts'
import { isGain, isLabel } from './signal-context.ts'
import { openEntry, readEntry, readEntryWord, readLoose } from './signal-entry.ts'
import { type Found, type Scale, settleStop, settleTargets } from './signal-found.ts'
import {
  endsZone,
  isPlausible,
  readDistance,
  readOrdinal,
  readPlace,
  readStop,
  readTarget,
} from './signal-levels.ts'
import { isBullet, isFollowed, nextNumber } from './signal-line.ts'
import { askAboutOthers, takeLoose } from './signal-loose.ts'
import { isAmongWords, readDirection, readOrderWord, recordOrder } from './signal-order.ts'
import { isOrdinal } from './signal-prices.ts'
import { Reading } from './signal-reading.ts'
import { readPercent, readTerm, readTimeframe } from './signal-terms.ts'
import type { NumberToken, Token, WordToken } from './signal-tokens.ts'
import { readClockTime, readDuration } from './signal-validity.ts'
import { folded, isSoft } from './signal-words.ts'

/** The fields read from the tokens, and which tokens were understood. */
export function readTokens(tokens: readonly Token[], scale: Scale): { found: Found; read: Set<Token> } {
  const reading = new Reading(tokens, scale)
  run(reading)
  return { found: reading.found, read: reading.read }
}

export function run(reading: Reading): void {
  for (const [at, token] of reading.tokens.entries()) {
    reading.at = at
    if (beginsAnother(reading, token, at)) {
      reading.found.several = true
      break
    }
    if (token.kind === 'word') readWord(reading, token, at)
    else if (token.kind === 'number') readNumber(reading, token, at)
    else if (token.kind === 'ordinal') readOrdinal(reading, token)
    else if (token.kind === 'noise') readClockTime(reading, token)
    else if (token.kind === 'mark' && token.text === '@') openEntry(reading, token)
  }
  const others = takeLoose(reading.loose, reading.found, reading.scale, reading.read)
  for (const token of settleStop(reading.found, reading.scale)) reading.read.delete(token)
  for (const token of settleTargets(reading.found, reading.scale)) reading.read.delete(token)
  askAboutOthers(others, reading.tokens, reading.found, reading.read)
  askAboutForm(reading)
}

export function readWord(reading: Reading, token: WordToken, at: number): void {
  // "We are out", "in profit": no level without a price.
  const concept = isSoft(token.text) && !isFollowed(reading.tokens, at) ? undefined : token.concept
  switch (concept) {
    case undefined:
      reading.strange = true
      return
    case 'buy':
    case 'sell':
      readDirection(reading, token, concept)
      return
    case 'buy_stop':
    case 'sell_stop':
      readDirection(reading, token, concept === 'buy_stop' ? 'buy' : 'sell')
      recordOrder(reading, 'stop')
      reading.claim('order_type', token)
      reading.orderStop = true
      return
    case 'buy_limit':
    case 'sell_limit':
      readDirection(reading, token, concept === 'buy_limit' ? 'buy' : 'sell')
      recordOrder(reading, 'limit')
      reading.claim('order_type', token)
      return
    case 'buy_zone':
    case 'sell_zone':
      readDirection(reading, token, concept === 'buy_zone' ? 'buy' : 'sell')
      reading.open('entry', token, null)
      return
    case 'limit':
    case 'market':
      readOrderWord(reading, token, concept, at)
      return
    case 'above':
    case 'below':
      if (reading.awaiting() && reading.field === 'stop') {
        // "Stop below 1.0820": the word adds nothing.
        reading.read.add(token)
      } else if (nextNumber(reading.tokens, at) && reading.lacksEntry() && !reading.awaiting()) {
        reading.open('entry', token, null)
      }
      return
    case 'stop':
    case 'target':
      reading.open(concept, token, token.index)
      return
    case 'entry':
      readEntryWord(reading, token)
      return
    case 'at':
      reading.read.add(token)
      if (nextNumber(reading.tokens, at)) openEntry(reading, token)
      return
    case 'risk':
    case 'ratio':
    case 'validity':
      reading.open(concept, token, null)
      return
    case 'timeframe':
    case 'daily':
      readTimeframe(reading, token)
      return
    case 'scalp':
    case 'intraday':
    case 'swing':
      if (reading.found.style !== undefined && reading.found.style !== concept) {
        reading.doubt('several_values', 'style')
      }
      reading.found.style ??= concept
      if (isAmongWords(reading, at)) reading.doubt('words_between', 'style')
      reading.claim('style', token)
      return
    default:
      reading.read.add(token)
  }
}

export function readNumber(reading: Reading, token: NumberToken, at: number): void {
  const strange = reading.strange
  reading.strange = false
  if (isLabel(reading.tokens, at, folded) && !isPlausible(reading, token)) return
  else if (reading.field !== 'target' && isBullet(reading.tokens, at)) reading.read.add(token)
  else if (token.unit === 'percent') readPercent(reading, token, strange, at)
  else if (token.unit === 'minutes' || token.unit === 'hours' || token.unit === 'days')
    readDuration(reading, token)
  else if (token.unit === 'lots' || (isGain(reading.tokens, at) && token.unit !== 'pips')) return
  else if (token.unit === 'pips') readDistance(reading, token, at)
  else if (reading.field === 'ratio' || reading.field === 'risk') readTerm(reading, token, at)
  else if (reading.field === 'validity' && reading.awaiting()) readDuration(reading, token)
  else if (isOrdinal(token) && !endsZone(reading, at)) readPlace(reading, token)
  else if (reading.field === 'target') readTarget(reading, token, at)
  else if (reading.field === 'stop' && reading.awaiting()) readStop(reading, token, at)
  else if (reading.field === 'entry') readEntry(reading, token, at)
  else readLoose(reading, token, at, false)
}

/**
 * A direction after a stop and a target, followed by another stop, starts another signal: only the first is read, and the
 * composer reports it.
 */
export function beginsAnother(reading: Reading, token: Token, at: number): boolean {
  if (token.kind !== 'word' || !/^(buy|sell)/.test(token.concept ?? '')) return false
  if (!(reading.found.stop ?? reading.found.stopPips) || reading.found.targets.length === 0) return false
  return reading.tokens.some(
    (later, place) =>
      place > at &&
      later.kind === 'word' &&
      later.concept === 'stop' &&
      nextNumber(reading.tokens, place) !== undefined,
  )
}

/** Adds doubts about the whole: an order that may be a stop, a target without a price. */
export function askAboutForm(reading: Reading): void {
  const { found } = reading
  const isWithoutStop = !found.stop && !found.stopPips
  // "SELL stop 1.0890" may be a stop loss.
  if (reading.orderStop && isWithoutStop) reading.doubt('several_values', 'order_type')
  if ((reading.orderStop || found.isBeside) && isWithoutStop) reading.doubt('other_price', 'entry_low')
  if (reading.field === 'target' && reading.keyword) reading.unfilled.push(reading.index)
  const indexes = found.targets.map(({ index }) => index)
  if (reading.unfilled.some((index) => index !== null && !indexes.includes(index))) {
    reading.doubt('targets_unclear', 'targets')
  }
  const shares = found.targets.flatMap(({ share }) => share ?? [])
  const isPart = (share: Decimal) => share.greaterThanOrEqualTo(10) && share.isInteger()
  if (shares.length > 0 && (found.targets.length - shares.length > 1 || !shares.every(isPart))) {
    reading.doubt('shares_unclear', 'targets')
  }
}
