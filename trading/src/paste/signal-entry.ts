// Reads the entry of a pasted signal: a price or a zone, after a keyword or without one.

import type { Decimal } from '../decimal.ts'
import {
  bondOf,
  isFirstOfLine,
  isStrangeAfter,
  isStrangeBefore,
  isThen,
  isVague,
  sideBySide,
} from './signal-context.ts'
import { isAnchored, isQuoted, isSupposed, saysSide } from './signal-line.ts'
import { expanded, isNear, isOrdinal } from './signal-prices.ts'
import type { Reading } from './signal-reading.ts'
import type { NumberToken, Token, WordToken } from './signal-tokens.ts'

/** "TP price", "stop zone": the word adds nothing to a field that waits for its number. */
export function readEntryWord(reading: Reading, token: WordToken): void {
  if (reading.awaiting() && /^(price|prix|precio|prezzo|zone|zona|range)$/.test(token.text.toLowerCase())) {
    reading.read.add(token)
    return
  }
  reading.open('entry', token, token.index)
}

export function openEntry(reading: Reading, token: Token): void {
  reading.read.add(token)
  // "Support at 1.0800" replaces a keyword waiting on another line; "SL at 1.0820" does not.
  if (reading.awaiting() && bondOf(reading.tokens, reading.opened, reading.at) !== 'none') return
  if (reading.lacksEntry()) reading.open('entry', token, null)
}

export function readEntry(reading: Reading, token: NumberToken, at: number): void {
  const { entries } = reading.found
  if (reading.isVagueEntry && reading.awaiting() && !isVague(reading.keyword as Token)) {
    // "Entry 1.0850" is explicit: earlier prices after "around" or "above" were something else.
    entries.length = 0
    reading.found.beyond = undefined
    reading.found.doubts = reading.found.doubts.filter(({ field }) => field !== 'entry_low')
    reading.isVagueEntry = false
  }
  const first = entries[0]
  if (first && reading.previous?.field === 'entry' && entries.length < 2) {
    const side = sideBySide(reading.tokens, reading.previous.at, at)
    const second = expanded(token, reading.previous.token, first)
    if (
      side !== 'apart' &&
      isNear(second, first) &&
      !(side === 'listed' && isStrangeAfter(reading.tokens, at))
    ) {
      secondEdge(reading, side, token, second)
      entries.push(second)
      reading.fill(token)
      reading.previous = { token, at, field: 'entry' }
      return
    }
  }
  const bond = reading.awaiting() ? bondOf(reading.tokens, reading.opened, at) : 'none'
  if (bond === 'none' || entries.length === 2) {
    const vague = reading.awaiting() && isVague(reading.keyword as Token)
    reading.keyword = null
    reading.field = null
    readLoose(reading, token, at, vague)
    return
  }
  const isVaguelySaid = isVague(reading.keyword as Token)
  const isSure =
    bond === 'sure' &&
    (!isVaguelySaid ||
      (isAnchored(reading.tokens, at, reading.scale.names, reading.read) &&
        !(isRemark(reading) && isStrangeAfter(reading.tokens, at))))
  reading.isVagueEntry = isVaguelySaid
  if (!isSure) reading.doubt('words_between', 'entry_low')
  const opener = reading.keyword
  if (opener?.kind === 'word' && (opener.concept === 'above' || opener.concept === 'below')) {
    reading.found.beyond = opener.concept
    // "Break of 1.0900 expected" on its own line may be a remark or an order.
    if (!isSure || !saysSide(reading.tokens, at)) {
      reading.doubt('words_between', 'order_type')
      reading.doubt('words_between', 'entry_low')
    }
  }
  // "Entry 1 … entry 2 …" may be two orders or the edges of a zone.
  if (first && !first.equals(token.value)) reading.doubt('other_price', 'entry_low')
  entries.push(token.value)
  reading.fill(token)
  reading.previous = { token, at, field: 'entry' }
}

/** Whether the open keyword may begin a remark: at the start of a line, or for a level to be broken. */
export function isRemark(reading: Reading): boolean {
  const opener = reading.keyword
  const beyond = opener?.kind === 'word' && /^(above|below)$/.test(opener.concept ?? '')
  return beyond || isFirstOfLine(reading.tokens, reading.opened)
}

/** A second entry price is the zone's other edge; merely next to the first, it may be something else. */
export function secondEdge(
  reading: Reading,
  side: 'joined' | 'beside' | 'listed',
  token: NumberToken,
  second: Decimal,
): void {
  const shortened = !second.equals(token.value)
  if (side === 'listed' || (side === 'beside' && shortened) || isOrdinal(token)) {
    reading.doubt('other_price', 'entry_low')
  }
  if (side === 'beside') reading.found.isBeside = true
}

/** A number without a keyword is the entry if no keyword gives one ("BUY EURUSD 1.0850-60"). */
export function readLoose(reading: Reading, token: NumberToken, at: number, vague: boolean): void {
  const group = reading.loose.at(-1)
  const dirty =
    vague ||
    isQuoted(reading.tokens, at, reading.read) ||
    isSupposed(reading.tokens, at) ||
    (isThen(reading.tokens[at - 1]) && isStrangeAfter(reading.tokens, at)) ||
    !isAnchored(reading.tokens, at, reading.scale.names, reading.read) ||
    isStrangeBefore(reading.tokens, at) ||
    (isFirstOfLine(reading.tokens, at) && isStrangeAfter(reading.tokens, at))
  if (group && reading.previous?.field === 'loose') {
    const side = sideBySide(reading.tokens, reading.previous.at, at)
    if (side === 'joined' || side === 'beside') {
      const value = expanded(token, reading.previous.token, group.values[0] as Decimal)
      group.sides.push({ side, shortened: !value.equals(token.value), figure: isOrdinal(token) })
      group.values.push(value)
      group.tokens.push(token)
      reading.previous = { token, at, field: 'loose' }
      return
    }
  }
  reading.loose.push({ values: [token.value], tokens: [token], sides: [], dirty })
  reading.previous = { token, at, field: 'loose' }
}
