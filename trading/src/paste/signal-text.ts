// Parses pasted signals: from any text to a draft, with the parts not understood. Never guesses silently (an ambiguous field
// has a doubt, which the composer asks about) and never throws.
import { Decimal, plain } from '../decimal.ts'
import type { Instrument } from '../market/instruments.ts'
import type { SignalDraft } from '../signal.ts'
import { readBreakEven } from './signal-break-even.ts'
import { leftoverLines, readCase } from './signal-case.ts'
import type { Clock } from './signal-clock.ts'
import { type Doubt, keptDoubts } from './signal-doubts.ts'
import { direct, placeLevels, placeOrder, type TextProblem } from './signal-draft.ts'
import { readTokens } from './signal-grammar.ts'
import { headersOf } from './signal-header.ts'
import { type MessageKind, reportsIn, tellsGain, ticksTargets } from './signal-kind.ts'
import { isNear } from './signal-prices.ts'
import { deducedOf, mergedSpans, type Place, type Span, sourcesOf } from './signal-sources.ts'
import { type Token, tokenize } from './signal-tokens.ts'
import { findSymbols } from './symbol-names.ts'

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

/** Whether a read token makes its line part of the levels: a number, direction, stop or target. */
const isOfLevels = (token: Token): boolean =>
  token.kind === 'number' || (token.kind === 'word' && /^(buy|sell|stop|target)/.test(token.concept ?? ''))
