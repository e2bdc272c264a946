// The meaning of a token's line: whether it contains a direction, whether its number is a quote or hypothetical, and whether
// its words are an order or commentary.
import { type Bond, isStrangeAfter, isStrangeBefore, isVague } from './signal-context.ts'
import type { NumberToken, Token, WordToken } from './signal-tokens.ts'

const isEnd = ({ kind }: Token): boolean => kind === 'line'

export function saysSide(tokens: readonly Token[], at: number): boolean {
  const before = tokens.slice(0, at)
  const after = tokens.slice(at)
  const [start, end] = [before.findLastIndex(isEnd) + 1, after.findIndex(isEnd)]
  return [...before.slice(start), ...(end < 0 ? after : after.slice(0, end))].some(
    (token) => token.kind === 'word' && /^(buy|sell)/.test(token.concept ?? ''),
  )
}

/** Whether a direction or the instrument is on the number's line, or a direction was the last token before it. */
export function isAnchored(
  tokens: readonly Token[],
  at: number,
  names: readonly { start: number }[],
  read: ReadonlySet<Token>,
): boolean {
  const [before, after] = [tokens.slice(0, at).findLast(isEnd), tokens.slice(at).find(isEnd)]
  const isNamed = names.some(
    ({ start }) => start >= (before?.end ?? 0) && start < (after?.start ?? Number.POSITIVE_INFINITY),
  )
  const last = tokens
    .slice(0, at)
    .findLast(
      (token) =>
        token.kind === 'number' ||
        (token.kind === 'word' && !/^(filler|at|join)$/.test(token.concept ?? '') && !isVague(token)),
    )
  const isOrder =
    last?.kind === 'word' && read.has(last) && /^(buy|sell|limit|market)/.test(last.concept ?? '')
  return isNamed || isOrder || saysSide(tokens, at)
}

/** "If 1.0850 breaks, no trade". */
export function isSupposed(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1]
  return before?.kind === 'word' && /^(?:if|si|se)$/i.test(before.text) && isStrangeAfter(tokens, at)
}

/** "Now 1.0850", "current price: 1.0850": a quote, not an order. */
export function isQuoted(tokens: readonly Token[], at: number, read: ReadonlySet<Token>): boolean {
  const before = tokens
    .slice(0, at)
    .findLast(
      (token) =>
        token.kind !== 'mark' && !(token.kind === 'word' && /^(filler|at)$/.test(token.concept ?? '')),
    )
  return before?.kind === 'word' && before.concept === 'market' && !read.has(before)
}

/**
 * Whether "limit" or "now" is an order: "buy limit", "2650 now", or alone on its line; "the market is quiet" is not, and a word
 * merely next to an order raises a doubt.
 */
export function orderBond(tokens: readonly Token[], at: number): Bond {
  const isOf = (token: Token | undefined) =>
    token?.kind === 'number' ||
    (token?.kind === 'word' && /^(buy|sell|limit|market)/.test(token.concept ?? ''))
  const beside = (step: 1 | -1): Token | undefined => {
    for (let place = at + step; ; place += step) {
      const token = tokens[place]
      if (token?.kind === 'mark') continue
      if (token?.kind === 'word' && token.concept === 'filler') continue
      return token
    }
  }
  const [before, after] = [beside(-1), beside(1)]
  if (isStrangeBefore(tokens, at)) return 'none'
  // "2650 (now 2655)": the current price next to the entry.
  if (before?.kind === 'number' && after?.kind === 'number') return 'none'
  const opening = tokens[at - 1]
  if (opening?.kind === 'mark' && opening.text === '(' && after?.kind === 'number') return 'none'
  const isPlace = /^(market|march[eé]|mercado|mercato)$/i.test((tokens[at] as WordToken).text)
  if ((before?.kind === 'number' || isPlace) && isStrangeAfter(tokens, at)) {
    return isOf(before) ? 'doubtful' : 'none'
  }
  const alone = (token: Token | undefined) => token === undefined || token.kind === 'line'
  const isOrder = isOf(before) || (isOf(after) && after?.kind === 'word') || (alone(before) && alone(after))
  return isOrder ? 'sure' : 'none'
}

export function announcesTarget(tokens: readonly Token[], at: number): boolean {
  const next = tokens
    .slice(at + 1)
    .find((one) => one.kind !== 'mark' && !(one.kind === 'word' && /^(filler|at)$/.test(one.concept ?? '')))
  return next?.kind === 'word' && next.concept === 'target'
}

export function hasLineAfter(tokens: readonly Token[], from: number, to: number): boolean {
  return tokens.slice(from + 1, to).some(({ kind }) => kind === 'line')
}

/** Whether only a joining mark or word separates this price from the previous one. */
export function isJoined(tokens: readonly Token[], previous: number, at: number): boolean {
  const between = tokens.slice(previous + 1, at).filter((token) => token.kind !== 'line')
  const [token] = between
  if (between.length !== 1) return false
  return token?.kind === 'mark'
    ? /^[-–—−~/>→<|]$/.test(token.text)
    : token?.kind === 'word' && token.concept === 'join'
}

/** The next number on the same line before any keyword. */
export function nextNumber(tokens: readonly Token[], at: number): NumberToken | undefined {
  for (let next = at + 1; next < tokens.length; next += 1) {
    const token = tokens[next]!
    if (token.kind === 'number') return token
    if (token.kind === 'mark' || token.kind === 'ordinal') continue
    if (token.kind === 'word' && /^(filler|at|join)$/.test(token.concept ?? '')) continue
    return undefined
  }
  return undefined
}

/** "1) entry …" at the start of a line numbers the lines, not the targets. */
export function isBullet(tokens: readonly Token[], at: number): boolean {
  const [before, token, after] = [tokens[at - 1], tokens[at], tokens[at + 1]]
  return (
    token?.kind === 'number' &&
    /^[1-9]$/.test(token.text) &&
    (before === undefined || before.kind === 'line') &&
    after?.kind === 'mark' &&
    /^[).]$/.test(after.text)
  )
}

/** Whether a price follows a word on its line, with at most links and "above" or "below" between. */
export function isFollowed(tokens: readonly Token[], at: number): boolean {
  for (let next = at + 1; next < tokens.length; next += 1) {
    const token = tokens[next]!
    if (token.kind === 'number') return true
    if (token.kind === 'mark' || token.kind === 'ordinal') continue
    if (token.kind === 'word' && /^(filler|at|join|above|below)$/.test(token.concept ?? '')) continue
    return false
  }
  return false
}
