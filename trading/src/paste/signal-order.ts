// Reads directions and order types of a pasted signal ("BUY LIMIT", "vente au marché").
import type { Direction } from '../levels.ts'
import { isStrangeAfter, isStrangeBefore } from './signal-context.ts'
import { orderBond } from './signal-line.ts'
import type { Reading } from './signal-reading.ts'
import type { WordToken } from './signal-tokens.ts'
import { folded } from './signal-words.ts'

const DENIAL = /^(?:not|no|never|dont|don|t|avoid|ne|pas|jamais|eviter?|non|evitare?|evitar|nunca|mai|stop)$/

export function readDirection(reading: Reading, token: WordToken, direction: Direction): void {
  reading.found.directions.push(direction)
  const [before, after] = [reading.tokens[reading.at - 1], reading.tokens[reading.at + 1]]
  const denied = before?.kind === 'word' && DENIAL.test(folded(before.text))
  // "Long wick", "short squeeze": chart patterns, not directions.
  const figure = /^(long|short)$/i.test(token.text) && after?.kind === 'word' && after.concept === undefined
  if (denied || figure) reading.doubt('words_between', 'direction')
  reading.claim('direction', token)
  // "TP 1.0900 … BUY NOW 1.0850": after a direction, numbers are no longer targets or sizes.
  if (!reading.awaiting() || /^(risk|ratio|validity)$/.test(reading.field ?? '')) reading.field = null
}

export function readOrderWord(
  reading: Reading,
  token: WordToken,
  type: 'limit' | 'market',
  at: number,
): void {
  const bond = orderBond(reading.tokens, at)
  if (bond === 'doubtful') reading.doubt('words_between', 'order_type')
  if (bond !== 'sure') return
  recordOrder(reading, type)
  reading.claim('order_type', token)
}

/** Records an order type; two different ones raise a doubt. */
export function recordOrder(reading: Reading, type: 'limit' | 'market' | 'stop'): void {
  if (reading.found.orderType !== undefined && reading.found.orderType !== type) {
    reading.doubt('several_values', 'order_type')
  }
  reading.found.orderType ??= type
}

export function isAmongWords(reading: Reading, at: number): boolean {
  return isStrangeBefore(reading.tokens, at) || isStrangeAfter(reading.tokens, at)
}
