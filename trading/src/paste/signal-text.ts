// Parses pasted signals: from any text to a draft, with the parts not understood. Never guesses silently (an ambiguous field
// has a doubt, which the composer asks about) and never throws.
import { Decimal, plain } from '../decimal.ts'
import { type Direction, evenShares, MOST_TARGETS, type OrderType, orderTypeAt } from '../levels.ts'
import { formatPrice, hasTooManyDigits, type Instrument } from '../market/instruments.ts'
import type { SignalDraft } from '../signal.ts'
import { readBreakEven } from './signal-break-even.ts'
import { leftoverLines, readCase } from './signal-case.ts'
import type { Clock } from './signal-clock.ts'
import { type Doubt, keptDoubts } from './signal-doubts.ts'
import type { Found } from './signal-found.ts'
import { readTokens } from './signal-grammar.ts'
import { headersOf } from './signal-header.ts'
import { type MessageKind, reportsIn, tellsGain, ticksTargets } from './signal-kind.ts'
import { isNear } from './signal-prices.ts'
import { type Token, tokenize } from './signal-tokens.ts'
import { findSymbols } from './symbol-names.ts'

export type Span = { start: number; end: number; text: string }

/** What a text lacks; the field is empty or invalid. */
export type TextProblem = {
  key: 'unknown_instrument' | 'invalid_direction' | 'missing_level' | 'too_many_targets'
  field: keyof SignalDraft
}

export type ParsedSignal = {
  /** A result, or an instruction about an open signal, has an empty draft. */
  kind: MessageKind
  /** Only what the text contains; prices have the instrument's digits unless more were given. */
  draft: Partial<SignalDraft>
  /** The words that each field was read from, in the order of the text. */
  sources: Partial<Record<keyof SignalDraft, Span[]>>
  /** Filled fields that follow from the text by a rule and are not written in it: a completed zone, a computed stop. */
  deduced: (keyof SignalDraft)[]
  /** Why a filled field may mean something else; each must be confirmed before publishing. */
  doubts: Doubt[]
  /** Parts not understood, in order, without decoration. */
  unread: Span[]
  problems: TextProblem[]
}

export type Market = {
  instruments: readonly Instrument[]
  /** The latest quote of a symbol: resolves "now", and limit or stop for an unnamed order. */
  quote?: (symbol: string) => { bid: string; ask: string } | undefined
  /** When and where the text is read: resolves "until 22:00", which otherwise stays in doubt. */
  clock?: Clock
}

/** Longer texts are truncated: no signal needs more, and a whole book must not block the composer. */
export const LONGEST_TEXT = 4000

/**
 * Parses a pasted signal in French, English, Spanish or Italian: `BUY EURUSD 1.0850-60 SL 1.0820 TP1 1.0900 TP2 1.0950` and its
 * many variants (lines, emojis, decimal commas, "GOLD", abbreviated zones, levels in pips, shares in percent).
 */
export function parseSignalText(text: string, market: Market): ParsedSignal {
  const source = text.slice(0, LONGEST_TEXT)
  const whole = readSignal(source, source, market)
  // "Break-even once TP1 is hit" is a rule of the signal, not a report.
  const rule = readBreakEven(source)
  const reports = reportsIn(rule ? blankedAt(source, rule.start, rule.end) : source)
  const [first] = reports
  if (!first) {
    // Without levels, a text about a gain is a result.
    if (!isWhole(whole) && tellsGain(source)) return refused('result', source)
    if (ticksTargets(source)) whole.doubts.push({ key: 'result_inside', field: 'symbol' })
    return whole
  }
  let blanked = source
  for (const { start, end } of reports) blanked = blankedAt(blanked, start, end)
  const signal = readSignal(blanked, source, market)
  const results = reports.filter(({ kind }) => kind === 'result')
  // A signal that mentions an earlier one's result is read without it; one whose own targets are reached is a result.
  const begins = /\S/.exec(blanked)?.index ?? source.length
  if (!isWhole(signal) || results.some(({ start }) => start > begins)) {
    return refused((results[0] ?? first).kind, source)
  }
  signal.doubts.push({ key: results.length > 0 ? 'result_inside' : 'words_between', field: 'symbol' })
  return signal
}

const refused = (kind: MessageKind, text: string): ParsedSignal => ({
  kind,
  draft: {},
  sources: {},
  deduced: [],
  doubts: [],
  unread: [{ start: 0, end: text.length, text }],
  problems: [],
})

/** Whether a text has direction, entry, stop and targets. */
const isWhole = ({ draft }: ParsedSignal): boolean =>
  !!draft.direction &&
  !!draft.stop_loss &&
  !!draft.targets &&
  (!!draft.entry_low || draft.order_type === 'market')

const blankedAt = (text: string, start: number, end: number): string =>
  text.slice(0, start) + ' '.repeat(end - start) + text.slice(end)

/** Parses a text in which parts may be replaced by spaces; `source` is the original. */
function readSignal(text: string, source: string, market: Market): ParsedSignal {
  const told = readCase(text)
  const symbols = findSymbols(
    told.rest,
    market.instruments.map((instrument) => instrument.symbol),
  )
  const symbol = symbols[0]?.symbol
  const instrument = market.instruments.find((one) => one.symbol === symbol)
  const quote = symbol ? market.quote?.(symbol) : undefined
  const problems: TextProblem[] = []
  const doubts: Doubt[] = []
  if (!instrument) problems.push({ key: 'unknown_instrument', field: 'symbol' })
  if (symbols.some((other) => other.symbol !== symbol)) {
    doubts.push({ key: 'several_instruments', field: 'symbol' })
  }
  const rule = readBreakEven(told.rest)
  let blanked = rule ? blankedAt(told.rest, rule.start, rule.end) : told.rest
  for (const { start, end } of headersOf(blanked)) blanked = blankedAt(blanked, start, end)
  for (const { start, end } of symbols) blanked = blankedAt(blanked, start, end)
  const tokens = tokenize(blanked, instrument)
  const price = quote ? new Decimal(quote.bid).plus(quote.ask).dividedBy(2) : undefined
  const { found, read } = readTokens(tokens, { instrument, price, names: symbols, clock: market.clock })
  doubts.push(...found.doubts)
  // "Waiting for 2640 before buying": a side among words, without a plan.
  const isPlan = (found.stop ?? found.stopPips) !== undefined || found.targets.length > 0
  if (!isPlan && tokens.some((token) => token.kind === 'word' && token.concept === undefined)) {
    doubts.push({ key: 'words_between', field: 'direction' })
  }
  if (found.several) doubts.push({ key: 'several_signals', field: 'symbol' })
  const draft: Partial<SignalDraft> = {}
  if (symbol) draft.symbol = symbol
  direct(draft, found, source, problems, doubts)
  placeOrder(draft, found, instrument, quote)
  placeLevels(draft, found, instrument, problems, doubts)
  if (price && found.entries.some((entry) => !isNear(entry, price))) {
    doubts.push({ key: 'far_from_price', field: 'symbol' }, { key: 'far_from_price', field: 'entry_low' })
  }
  if (found.timeframe) draft.timeframe = found.timeframe
  if (found.style) draft.style = found.style
  if (found.riskPercent) draft.risk_percent = plain(found.riskPercent)
  if (found.validityMinutes?.isInteger()) draft.validity_minutes = found.validityMinutes.toNumber()
  const keepsRule = rule !== null && rule.after < (draft.targets?.length ?? 0)
  if (keepsRule) draft.break_even_after = rule.after
  const isWithin = (token: { start: number; end: number }, start: number, end: number) =>
    token.start >= start && token.end <= end
  const levels = tokens.filter((token) => read.has(token) && isOfLevels(token))
  const left = leftoverLines(
    told.rest,
    (start, end) =>
      levels.some((token) => isWithin(token, start, end)) || symbols.some((one) => isWithin(one, start, end)),
  )
  Object.assign(draft, told.texts)
  // A text without levels is not a signal and contains no facts of one.
  const takesRest = draft.facts === undefined && left.text !== '' && !!draft.stop_loss && !!draft.targets
  if (takesRest) draft.facts = left.text
  const sources = sourcesOf(found, symbols, keepsRule ? rule : null, draft, source)
  const unread: Place[] = tokens.filter(
    (token) =>
      !read.has(token) &&
      token.kind !== 'line' &&
      token.kind !== 'mark' &&
      !(takesRest && left.spans.some(({ start, end }) => isWithin(token, start, end))),
  )
  if (rule && !keepsRule) unread.push(rule)
  unread.sort((one, other) => one.start - other.start)
  return {
    kind: 'signal',
    draft,
    sources,
    deduced: deducedOf(found, draft),
    doubts: keptDoubts(doubts, draft),
    unread: mergedSpans(unread, source),
    problems,
  }
}

type Place = { start: number; end: number }

/** The words of each filled field as spans of the original text. */
function sourcesOf(
  found: Found,
  symbols: readonly (Place & { symbol: string })[],
  rule: Place | null,
  draft: Partial<SignalDraft>,
  source: string,
): ParsedSignal['sources'] {
  const places: [keyof SignalDraft, readonly Place[]][] = [
    ...found.sources,
    ['symbol', symbols.filter(({ symbol }) => symbol === draft.symbol).slice(0, 1)],
    ['break_even_after', rule ? [rule] : []],
  ]
  return Object.fromEntries(
    places
      .filter(([field, words]) => draft[field] !== undefined && words.length > 0)
      .map(([field, words]) => [
        field,
        mergedSpans(
          [...words].sort((one, other) => one.start - other.start),
          source,
        ),
      ]),
  )
}

/** The filled fields whose value is not written in the text. */
function deducedOf(found: Found, draft: Partial<SignalDraft>): (keyof SignalDraft)[] {
  const deduced = new Set(found.deduced)
  if (!found.sources.has('order_type')) deduced.add('order_type')
  if (!found.sources.has('direction')) deduced.add('direction')
  if (!found.sources.has('entry_low')) deduced.add('entry_low')
  const { targets } = found
  if (targets.length > 1 && targets.some(({ share }) => share === undefined)) deduced.add('targets')
  return [...deduced].filter((field) => draft[field] !== undefined)
}

/** Whether a read token makes its line part of the levels: a number, direction, stop or target. */
const isOfLevels = (token: Token): boolean =>
  token.kind === 'number' || (token.kind === 'word' && /^(buy|sell|stop|target)/.test(token.concept ?? ''))

function direct(
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

function placeOrder(
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

function placeLevels(
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

function mergedSpans(tokens: readonly { start: number; end: number }[], source: string): Span[] {
  const spans: Span[] = []
  for (const { start, end } of tokens) {
    const last = spans.at(-1)
    if (last && /^[^\S\n]*$/.test(source.slice(last.end, start))) {
      last.end = end
      last.text = source.slice(last.start, end)
    } else {
      spans.push({ start, end, text: source.slice(start, end) })
    }
  }
  return spans
}
