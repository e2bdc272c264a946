// Determines how certainly a number belongs to a keyword from the words around it on its line. A number among unknown words may
// be a support, an old price or a date, and is never used as a level without a question.
import type { Token, WordToken } from './signal-tokens.ts'

/** `sure`: no unknown words in between. `doubtful`: possibly. `none`: it belongs to something else. */
export type Bond = 'sure' | 'doubtful' | 'none'

/** "1R", "10x" and the like do not affect the words around them. */
const isUnknown = (token: Token): boolean =>
  token.kind === 'word' && token.concept === undefined && /^\p{L}/u.test(token.text)

/** Words for a chart level, which may mean an entry or a support; the words before decide. */
export const isVague = (token: Token): boolean =>
  token.kind === 'word' &&
  (/^(at|above|below)$/.test(token.concept ?? '') ||
    /^(zone|zona|range|price|prix|precio|prezzo)$/.test(token.text.toLowerCase()))

/** Price action at a level: "breakout above", "cassure de". */
const isEvent = (token: WordToken): boolean => /^(?:break|cassure|ruptura|rottura)/i.test(token.text)

/** Words without a meaning of their own. */
const isLink = (token: WordToken): boolean => /^(filler|at|join)$/.test(token.concept ?? '')

/** Whether unknown words precede a token on its line, back to a keyword or number. */
export function isStrangeBefore(tokens: readonly Token[], at: number): boolean {
  for (let place = at - 1; place >= 0; place -= 1) {
    const token = tokens[place] as Token
    if (token.kind === 'line' || token.kind === 'number' || token.kind === 'ordinal') return false
    if (token.kind === 'noise' || isUnknown(token)) return true
    if (token.kind === 'word' && !isLink(token) && !isVague(token)) return false
  }
  return false
}

/** Whether unknown words follow a token on its line, up to a keyword. */
export function isStrangeAfter(tokens: readonly Token[], at: number): boolean {
  for (let place = at + 1; place < tokens.length; place += 1) {
    const token = tokens[place] as Token
    if (token.kind === 'line') return false
    if (isUnknown(token)) return true
    if (token.kind === 'word' && !isLink(token)) return false
  }
  return false
}

/** Whether no meaningful token precedes this one on its line. */
export function isFirstOfLine(tokens: readonly Token[], at: number): boolean {
  for (let place = at - 1; place >= 0; place -= 1) {
    const token = tokens[place] as Token
    if (token.kind === 'line') return true
    if (token.kind === 'word' && isLink(token)) continue
    if (token.kind === 'word' || token.kind === 'number') return false
  }
  return true
}

const isBracket = (token: Token | undefined): boolean => token?.kind === 'mark' && token.text === '('

/** Whether an unknown word directly before a keyword qualifies it. */
function isQualified(tokens: readonly Token[], keyword: number): boolean {
  for (let place = keyword - 1; place >= 0; place -= 1) {
    const token = tokens[place] as Token
    if (token.kind === 'word' && isLink(token)) continue
    return isUnknown(token)
  }
  return false
}

/** How certainly the number at `at` belongs to the keyword at `keyword`. */
export function bondOf(tokens: readonly Token[], keyword: number, at: number): Bond {
  const opener = tokens[keyword]
  const between = tokens.slice(keyword + 1, at)
  const strange = between.some((token) => isUnknown(token) || token.kind === 'noise')
  if (between.some(({ kind }) => kind === 'line')) {
    // On its own line, the number must be without words: "SL" and below it "alert at 1.0840" are unrelated.
    const line = between.slice(between.findLastIndex(({ kind }) => kind === 'line') + 1)
    const words = [...between.filter((token) => token.kind === 'word' && !isLink(token)), ...line]
    if (strange || words.some(({ kind }) => kind === 'word')) return 'none'
    return isStrangeAfter(tokens, at) ? 'doubtful' : 'sure'
  }
  if (opener && isVague(opener) && (strange || isStrangeBefore(tokens, keyword))) return 'none'
  // "TP (now 1.0850)", "SL after the breakout above 1.0850".
  if (
    between.some((token) => token.kind === 'word' && !isLink(token) && (!isVague(token) || isEvent(token)))
  ) {
    return 'doubtful'
  }
  if (between.some(isBracket) && isStrangeAfter(tokens, at)) {
    return 'doubtful'
  }
  // "Old entry 1.0850", "yesterday's stop 1.0820".
  return strange || isQualified(tokens, keyword) ? 'doubtful' : 'sure'
}

export const isThen = (token: Token | undefined): boolean => token?.kind === 'word' && THEN.test(token.text)
const THEN = /^(?:and |et |y |e |et )?(?:then|puis|ensuite|luego|despues|poi)$/i

/** Whether the number at `at` continues the list whose last number is at `previous`. */
export function isListed(tokens: readonly Token[], previous: number, at: number): boolean {
  const between = tokens.slice(previous + 1, at)
  // "TP 2660, 2670 then 2700 if momentum": a condition, not a target.
  if (between.some(isThen) && isStrangeAfter(tokens, at)) return false
  const only = between.every(
    (token) =>
      token.kind === 'mark' ||
      token.kind === 'line' ||
      token.kind === 'ordinal' ||
      (token.kind === 'number' && (token.unit !== null || /^[1-9]$/.test(token.text))) ||
      (token.kind === 'word' && token.concept === 'join'),
  )
  const [last] = between.slice(-1)
  const isAside = isBracket(last) && isStrangeAfter(tokens, at)
  if (!only || isAside) return false
  return !between.some(({ kind }) => kind === 'line') || !isStrangeAfter(tokens, at)
}

/** How two prices are adjacent: joined by a mark or word, merely next to each other, or not at all. */
export function sideBySide(
  tokens: readonly Token[],
  previous: number,
  at: number,
): 'joined' | 'beside' | 'listed' | 'apart' {
  const between = tokens.slice(previous + 1, at)
  const here = between.filter(({ kind }) => kind !== 'line')
  const crossed = here.length < between.length
  const [first] = here
  if (here.length === 0) return crossed ? 'listed' : 'beside'
  if (here.length === 1 && first?.kind === 'word') return first.concept === 'join' ? 'joined' : 'apart'
  if (!here.every(({ kind }) => kind === 'mark')) return 'apart'
  const marks = here.map((token) => (token.kind === 'mark' ? token.text : '')).join('')
  if (/^(?:[-–—−~/→<|]|[-=–—]*>|\.{2,}|<[-=]*>?)$/.test(marks)) return 'joined'
  return crossed ? 'apart' : /^[,(]$/.test(marks) ? 'listed' : 'apart'
}

/** "+180" and "(+2 %)" are gains, never prices. */
export function isGain(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1]
  return before?.kind === 'mark' && before.text === '+'
}

const NUMBERED =
  /^(?:signals?|signaux|senal|segnale|trade|order|ordre|orden|ordine|setup|idea|idee|plan|vip|premium|alert|alerte|id|position|n|º|no|nr|num|numero|ticket)$/

/** "Signal (6)", "trade n° 12", "Order #4512345": an identifier. `folded` has no accents. */
export function isLabel(tokens: readonly Token[], at: number, folded: (word: string) => string): boolean {
  const token = tokens[at]
  if (token?.kind !== 'number' || token.unit !== null || !/^\d+$/.test(token.text)) return false
  for (let place = at - 1; place >= 0; place -= 1) {
    const before = tokens[place] as Token
    if (before.kind === 'mark' && /^[(:[.]$/.test(before.text)) continue
    return before.kind === 'word' && NUMBERED.test(folded(before.text))
  }
  return false
}
