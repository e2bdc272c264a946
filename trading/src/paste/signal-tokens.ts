// Splits a pasted signal into words, numbers and marks with their positions, and parses the many notations of numbers. Every
// character is in exactly one token or is decoration.
import { Decimal, plain } from '../decimal.ts'
import type { Instrument } from '../market/instruments.ts'
import type { Timeframe } from '../signal.ts'
import { type Concept, conceptOf, folded, LONGEST_PHRASE } from './signal-words.ts'

export type Unit = 'percent' | 'pips' | 'lots' | 'minutes' | 'hours' | 'days'

export type Token = { start: number; end: number } & (
  | { kind: 'word'; text: string; concept: Concept | undefined; index: number | null }
  | { kind: 'number'; text: string; value: Decimal; unit: Unit | null; unitText?: string }
  | { kind: 'ordinal'; value: number }
  | { kind: 'mark'; text: string }
  | { kind: 'line' }
  /** Numbers that are never prices: dates, times, averages, addresses. A time of day has its minutes after midnight. */
  | { kind: 'noise'; clock?: number }
)

export type NumberToken = Extract<Token, { kind: 'number' }>
export type WordToken = Extract<Token, { kind: 'word' }>

const UNITS: readonly Unit[] = ['pips', 'lots', 'minutes', 'hours', 'days']

const SHAPES: readonly (readonly [kind: string, shape: RegExp])[] = [
  ['line', /[\n\r;]+/uy],
  [
    'noise',
    /#20[2-3]\d(?![.,]?\d)|(?:https?:\/\/|www\.|t\.me\/)\S+|(?<![\d.,])(?:\d{4}-\d{2}-\d{2}|(?:0?[1-9]|[12]\d|3[01])[/.-](?:0?[1-9]|1[0-2])[/.-]20\d{2})(?![\d.,]?\d)|(?<![\d.,:])(?:[01]?\d|2[0-3])[:h][0-5]\d(?!\d|\s?(?:pips?|pts?|points?))|(?<![\d.,:])(?:1[0-2]|[1-9])\s?[ap]m(?![\p{L}\d])|(?:rsi|[se]?ma|mm|atr|stoch)\s?\(?\d{1,3}\)?(?![\d.,]*\d)|(?:fibo?|fibonacci|dxy|vix|spread)\s?\(?\d+(?:[.,]\d+)*\s?%?\)?/iuy,
  ],
  // Only before a price; before a word that names the level they are decoration.
  ['sign', /(?:🎯|💰|🤑|💵|🛑|⛔|❌|🚫)\uFE0F?(?=\s*[:=]?\s*\d+[.,\d])/uy],
  ['abbreviation', /(?:s[/.]l\b\.?|t[/.]p\b\.?|r[/:.]r\b\.?|rrr\b)/iuy],
  [
    'timeframe',
    /(?:[mhdjw](?:1|4|5|15|30)(?![\d\p{L}]|[.,]\d)|(?:1|5|15|30|60)\s?(?:m|min|mins|mn|minutes?)(?![\p{L}\d])|[14]\s?hr?s?(?![\p{L}\d])|1\s?[dj](?![\p{L}\d]))/iuy,
  ],
  [
    'glued',
    /(?:sl|tp|stop|entry|target|objectif|buy|sell|long|short|achat|vente|compra|venta|acquisto|vendita)(?=\d+[.,]\d|\d{2})/iuy,
  ],
  ['ordinal', /[1-9]\uFE0F?\u20E3|[①-⑨]/uy],
  [
    'number',
    /(?:\d{1,3}(?:['’\u00A0\u202F\u2009]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)*)(?![.,]?\d)(?=k?(?!\p{L})|pips?|pts?|points?|h|j|tp|sl)/iuy,
  ],
  ['word', /[\p{L}\d](?:[\p{L}\p{M}\d_]|&(?=\p{L}))*/uy],
  ['mark', /[-–—−~/@:=%()[\]|,.•*>→<+]/uy],
]

/** The tokens of a text. `instrument` resolves "2,650": a price with three decimals, or two thousand and more. */
export function tokenize(text: string, instrument: Instrument | undefined): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < text.length; ) {
    const found = shapeAt(text, at)
    if (!found) {
      at += 1
      continue
    }
    const [kind, raw] = found
    const end = at + raw.length
    if (kind === 'line') tokens.push({ kind, start: at, end })
    else if (kind === 'noise') tokens.push({ kind, start: at, end, ...clockOf(raw) })
    else if (kind === 'mark') tokens.push({ kind: 'mark', text: raw, start: at, end })
    else if (kind === 'ordinal') tokens.push({ kind, value: ordinalOf(raw), start: at, end })
    else if (kind === 'sign') tokens.push(signAt(raw, at))
    else if (kind === 'number') tokens.push(...numbersAt(raw, at, instrument))
    else tokens.push(wordAt(kind, raw, at))
    at = end
  }
  return withListedUnits(withUnits(withPhrases(tokens), text, instrument))
}

function shapeAt(text: string, at: number): readonly [string, string] | null {
  for (const [kind, shape] of SHAPES) {
    shape.lastIndex = at
    const raw = shape.exec(text)?.[0]
    if (raw) return [kind, raw]
  }
  return null
}

/** Minutes after midnight of "22:30", "22h30" or "6pm". */
function clockOf(raw: string): { clock?: number } {
  const [, hour, minute] = /^(\d{1,2})[:h](\d{2})$/i.exec(raw) ?? []
  if (hour && minute) return { clock: Number(hour) * 60 + Number(minute) }
  const [, twelfth, half] = /^(\d{1,2})\s?([ap])m$/i.exec(raw) ?? []
  return twelfth ? { clock: ((Number(twelfth) % 12) + (half?.toLowerCase() === 'p' ? 12 : 0)) * 60 } : {}
}

function signAt(text: string, start: number): Token {
  const concept = /^(?:🎯|💰|🤑|💵)/u.test(text) ? 'target' : 'stop'
  return { kind: 'word', text, concept, index: null, start, end: start + text.length }
}

function wordAt(kind: string, raw: string, start: number): Token {
  const end = start + raw.length
  if (kind === 'timeframe') return { kind: 'word', text: raw, concept: 'timeframe', index: null, start, end }
  const plainWord = kind === 'abbreviation' ? raw.replace(/[/.:]/g, '') : raw
  // "TP2", "Target3": a keyword with its number.
  const numbered = /^(\p{L}+?)[_]?([1-9])$/u.exec(plainWord)
  const concept = numbered?.[1] ? conceptOf(folded(numbered[1])) : undefined
  if (numbered && (concept === 'target' || concept === 'entry' || concept === 'stop')) {
    return { kind: 'word', text: plainWord, concept, index: Number(numbered[2]), start, end }
  }
  return { kind: 'word', text: plainWord, concept: conceptOf(folded(plainWord)), index: null, start, end }
}

function ordinalOf(raw: string): number {
  const code = raw.codePointAt(0) ?? 0
  return code >= 0x2460 ? code - 0x245f : code - 0x30
}

/** "1.0900,1.0950" is two prices without a space; anything else is one number or none. */
function numbersAt(raw: string, start: number, instrument: Instrument | undefined): Token[] {
  const one = numberOf(raw, instrument)
  if (one) return [{ kind: 'number', text: raw, value: one, unit: null, start, end: start + raw.length }]
  const groups = raw.split(/[.,]/)
  const tokens: Token[] = []
  let at = 0
  for (let index = 0; index + 1 < groups.length; index += 2) {
    const length = (groups[index] ?? '').length + 1 + (groups[index + 1] ?? '').length
    const part = raw.slice(at, at + length)
    const value = numberOf(part, instrument)
    if (value && groups.length % 2 === 0) {
      tokens.push({
        kind: 'number',
        text: part,
        value,
        unit: null,
        start: start + at,
        end: start + at + length,
      })
    }
    at += length + 1
  }
  if (tokens.length > 0) return tokens
  return [{ kind: 'word', text: raw, concept: undefined, index: null, start, end: start + raw.length }]
}

/** The value of a number in the notations of four languages; null when ambiguous. */
export function numberOf(raw: string, instrument: Instrument | undefined): Decimal | null {
  const compact = raw.replace(/['’\u00A0\u202F\u2009]/g, '')
  if (compact.length > 24) return null
  const separators = compact.match(/[.,]/g) ?? []
  const last = separators.at(-1)
  if (last === undefined) return new Decimal(compact)
  const [whole = '', ...rest] = compact.split(/[.,]/)
  const thousands = (groups: string[]) => whole.length <= 3 && groups.every((group) => group.length === 3)
  if (separators.length === 1) {
    const decimals = instrument?.digits ?? 5
    const grouped = thousands(rest) && !/^0/.test(whole) && decimals < 3
    return new Decimal(grouped ? whole + rest[0] : `${whole}.${rest[0]}`)
  }
  const heads = rest.slice(0, -1)
  if (separators.every((mark) => mark === separators[0])) {
    return thousands(rest) ? new Decimal(whole + rest.join('')) : null
  }
  const sameHeads = separators.slice(0, -1).every((mark) => mark === separators[0])
  return sameHeads && separators[0] !== last && thousands(heads)
    ? new Decimal(`${whole}${heads.join('')}.${rest.at(-1)}`)
    : null
}

/** Joins words into the longest known phrases ("stop de protection", "stop-loss", "prix d'entrée"). */
function withPhrases(tokens: Token[]): Token[] {
  const joined: Token[] = []
  for (let at = 0; at < tokens.length; ) {
    const phrase = phraseAt(tokens, at)
    const token = phrase?.token ?? (tokens[at] as Token)
    joined.push(token)
    at += phrase?.length ?? 1
  }
  return joined
}

function phraseAt(tokens: Token[], at: number): { token: Token; length: number } | null {
  const first = tokens[at]
  if (first?.kind !== 'word' || first.concept === 'timeframe') return null
  let best: { token: Token; length: number } | null = null
  let words = folded(first.text)
  for (let next = at + 1, count = 1; next < tokens.length && count < LONGEST_PHRASE; next += 1) {
    const token = tokens[next] as Token
    if (token.kind === 'mark' && (token.text === '-' || token.text === '/')) continue
    if (token.kind !== 'word' || token.concept === 'timeframe') break
    words += ` ${folded(token.text)}`
    count += 1
    const concept = conceptOf(words)
    const numbered = token.index === null ? null : conceptOf(words.slice(0, -1).trimEnd())
    if (concept || numbered) {
      const index = numbered ? token.index : null
      best = {
        token: { ...first, text: words, concept: concept ?? (numbered as Concept), index, end: token.end },
        length: next - at + 1,
      }
    }
  }
  return best
}

/** Attaches "%", "pips", "h" and "k" to the preceding number, and reads "43 250" as one number where possible. */
function withUnits(tokens: Token[], text: string, instrument: Instrument | undefined): Token[] {
  const merged: Token[] = []
  for (const token of tokens) {
    const before = merged.at(-1)
    if (before?.kind !== 'number' || before.unit !== null) {
      merged.push(token)
      continue
    }
    const gap = text.slice(before.end, token.start)
    const unit = unitOf(token)
    if (unit && gap.trim() === '') {
      merged[merged.length - 1] = {
        ...before,
        unit,
        unitText: text.slice(token.start, token.end),
        end: token.end,
      }
    } else if (token.kind === 'word' && gap === '' && token.text.toLowerCase() === 'k') {
      merged[merged.length - 1] = {
        ...before,
        value: before.value.times(1000),
        text: plain(before.value.times(1000)),
        end: token.end,
      }
    } else if (
      token.kind === 'number' &&
      gap === ' ' &&
      isSpacedThousand(before.text, token.text, instrument)
    ) {
      const value = numberOf(before.text + token.text, instrument)
      merged[merged.length - 1] = value
        ? { ...token, value, text: before.text + token.text, start: before.start }
        : before
      if (!value) merged.push(token)
    } else {
      merged.push(token)
    }
  }
  return merged
}

/** "30/60/90 pips", "40 et 80 points": the unit of the last number is that of the whole list. */
function withListedUnits(tokens: Token[]): Token[] {
  const shared = [...tokens]
  for (let at = shared.length - 1; at > 0; at -= 1) {
    const token = shared[at] as Token
    if (token.kind !== 'number' || token.unit !== 'pips') continue
    const between = shared[at - 1] as Token
    const joins =
      (between.kind === 'mark' && /^[/,–-]$/.test(between.text)) ||
      (between.kind === 'word' && between.concept === 'join')
    const place = joins ? at - 2 : at - 1
    const before = shared[place]
    // A list of distances rises; "2650 / 100 pips" is a price and a distance.
    if (before?.kind === 'number' && before.unit === null && isBelow(before, token)) {
      shared[place] = { ...before, unit: token.unit, ...(token.unitText ? { unitText: token.unitText } : {}) }
    }
  }
  return shared
}

const isBelow = (before: NumberToken, token: NumberToken): boolean =>
  /^\d{2,}$/.test(before.text) && before.value.lessThanOrEqualTo(token.value)

function unitOf(token: Token): Unit | null {
  if (token.kind === 'mark') return token.text === '%' ? 'percent' : null
  if (token.kind !== 'word') return null
  return UNITS.find((unit) => unit === token.concept) ?? null
}

/** "18 250" on an index or a coin; never on a currency, where "150 152" are two prices. */
function isSpacedThousand(before: string, after: string, instrument: Instrument | undefined): boolean {
  return (
    instrument !== undefined &&
    instrument.class !== 'forex' &&
    instrument.digits < 3 &&
    /^[1-9]\d{0,2}$/.test(before) &&
    /^\d{3}([.,]\d+)?$/.test(after)
  )
}

/** The timeframe of a word ("H4", "15min", "1 j", "daily"); undefined for unsupported ones. */
export function timeframeOf(token: WordToken): Timeframe | undefined {
  const text = token.text.toLowerCase().replace(/\s/g, '')
  if (token.concept === 'daily' || /^(d1|j1|1d|1j)$/.test(text)) return 'D1'
  const digits = /\d+/.exec(text)?.[0]
  if (!digits) return undefined
  const unit = /^[a-z]/.test(text) ? text[0] : text.replace(/\d/g, '')[0]
  const minutes = unit === 'h' ? Number(digits) * 60 : unit === 'm' ? Number(digits) : 0
  const known: Record<number, Timeframe> = { 1: 'M1', 5: 'M5', 15: 'M15', 30: 'M30', 60: 'H1', 240: 'H4' }
  return known[minutes]
}
