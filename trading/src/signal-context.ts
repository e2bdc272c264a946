// Owns the question how surely a number belongs to a keyword: what stands around it on its line. A number among words that
// nobody knows may be a support, an old price or a date, and is never taken for a level without asking.
import type { Token, WordToken } from './signal-tokens.ts'

/** `sure`: nothing unknown between. `doubtful`: it may be meant. `none`: it belongs to something else. */
export type Bond = 'sure' | 'doubtful' | 'none'

const isUnknown = (token: Token): boolean => token.kind === 'word' && token.concept === undefined

/** Words for a place on the chart: of an entry as much as of a support, so what stands before them decides. */
export const isVague = (token: Token): boolean =>
  token.kind === 'word' &&
  (/^(at|above|below)$/.test(token.concept ?? '') ||
    /^(zone|zona|range|price|prix|precio|prezzo)$/.test(token.text.toLowerCase()))

/** Words that name nothing by themselves. */
const isLink = (token: WordToken): boolean => /^(filler|at|join)$/.test(token.concept ?? '')

/** Whether unknown words stand before a token on its line, back to a keyword or a number. */
export function isStrangeBefore(tokens: readonly Token[], at: number): boolean {
  for (let place = at - 1; place >= 0; place -= 1) {
    const token = tokens[place] as Token
    if (token.kind === 'line' || token.kind === 'number' || token.kind === 'ordinal') return false
    if (token.kind === 'noise' || isUnknown(token)) return true
    if (token.kind === 'word' && !isLink(token) && !isVague(token)) return false
  }
  return false
}

/** Whether unknown words follow a token on its line, up to a keyword or a number. */
export function isStrangeAfter(tokens: readonly Token[], at: number): boolean {
  for (let place = at + 1; place < tokens.length; place += 1) {
    const token = tokens[place] as Token
    if (token.kind === 'line' || token.kind === 'number' || token.kind === 'ordinal') return false
    if (isUnknown(token)) return true
    if (token.kind === 'word' && !isLink(token)) return false
  }
  return false
}

/** Whether neither a word nor a number stands before a token on its line. */
export function isFirstOfLine(tokens: readonly Token[], at: number): boolean {
  for (let place = at - 1; place >= 0; place -= 1) {
    const token = tokens[place] as Token
    if (token.kind === 'line') return true
    if (token.kind === 'word' || token.kind === 'number') return false
  }
  return true
}

/** How surely the number at `at` is what the keyword at `keyword` announced. */
export function bondOf(tokens: readonly Token[], keyword: number, at: number): Bond {
  const opener = tokens[keyword]
  const between = tokens.slice(keyword + 1, at)
  const strange = between.some((token) => isUnknown(token) || token.kind === 'noise')
  if (between.some(({ kind }) => kind === 'line')) {
    if (strange) return 'none'
    return isStrangeAfter(tokens, at) ? 'doubtful' : 'sure'
  }
  if (opener && isVague(opener) && (strange || isStrangeBefore(tokens, keyword))) return 'none'
  return strange ? 'doubtful' : 'sure'
}

/** Whether the number at `at` goes on with the list whose last number is at `previous`. */
export function isListed(tokens: readonly Token[], previous: number, at: number): boolean {
  const between = tokens.slice(previous + 1, at)
  const only = between.every(
    (token) =>
      token.kind === 'mark' ||
      token.kind === 'line' ||
      token.kind === 'ordinal' ||
      (token.kind === 'number' && (token.unit !== null || /^[1-9]$/.test(token.text))) ||
      (token.kind === 'word' && token.concept === 'join'),
  )
  if (!only) return false
  return !between.some(({ kind }) => kind === 'line') || !isStrangeAfter(tokens, at)
}

/** How two prices stand side by side: joined by a mark or a word, merely beside each other, or not. */
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

/** "+180" and "(+2 %)" are what was gained, never a price. */
export function isGain(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1]
  return before?.kind === 'mark' && before.text === '+'
}

const NUMBERED =
  /^(?:signals?|signaux|senal|segnale|trade|order|ordre|orden|ordine|setup|idea|alert|alerte|id|position|n|no|nr|num|numero|ticket)$/

/** "Signal (6)", "trade n° 12", "Order #4512345": the number of something. `folded` has no accents. */
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
