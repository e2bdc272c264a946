// Validates a publishable signal. `publish_signal` in the database decides; this gives the same result with the same keys
// before anything is sent.
import { Decimal } from './decimal.ts'
import {
  DIRECTIONS,
  type Levels,
  MOST_TARGETS,
  ORDER_TYPES,
  type StopRules,
  sign,
  type Target,
  targetsR,
} from './levels.ts'
import { hasTooManyDigits, type Instrument, price } from './market/instruments.ts'

export const TIMEFRAMES = ['M1', 'M5', 'M15', 'M30', 'H1', 'H4', 'D1'] as const
export type Timeframe = (typeof TIMEFRAMES)[number]
export const STYLES = ['scalp', 'intraday', 'swing'] as const
export type Style = (typeof STYLES)[number]
export const TIERS = ['freemium', 'premium'] as const
export type Tier = (typeof TIERS)[number]

/** The texts that a recommendation must contain (MAR art. 20): facts apart from opinion, the opposing case, method, interests. */
export const TEXTS = [
  'facts',
  'opinion',
  'counter_thesis',
  'counter_condition',
  'method',
  'conflicts',
] as const

/** Answers required for each signal: the author's own position in the instrument, and whether a link in it pays them. */
export const ANSWERS = { position_held: ['none', 'buy', 'sell'], affiliate_link: ['yes', 'no'] } as const
export type Answers = { [Field in keyof typeof ANSWERS]: (typeof ANSWERS)[Field][number] }

/** The input of `publish_signal`, field for field. Prices, shares and percentages are text; minutes are a number. */
export type SignalDraft = {
  symbol: string
  timeframe: Timeframe
  style: Style
  tier: Tier
  risk_percent: string
  validity_minutes: number
} & Levels &
  Answers &
  Record<(typeof TEXTS)[number], string>

export type SignalProblem = {
  key:
    | 'unknown_instrument'
    | 'invalid_direction'
    | 'invalid_order_type'
    | 'invalid_timeframe'
    | 'invalid_style'
    | 'invalid_tier'
    | 'missing_level'
    | 'too_many_digits'
    | 'stop_on_wrong_side'
    | 'target_on_wrong_side'
    | 'first_target_too_close'
    | 'targets_not_ordered'
    | 'too_many_targets'
    | 'shares_not_complete'
    | 'invalid_break_even'
    | 'invalid_trailing'
    | 'price_past_stop'
    | 'price_past_target'
    | 'limit_already_there'
    | 'stop_already_there'
    | 'invalid_risk'
    | 'invalid_validity'
    | 'missing_text'
    | 'missing_answer'
    | 'text_too_long'
  field: keyof SignalDraft
}

/** The minimum R of the first target. */
export const LEAST_FIRST_TARGET_R = '0.5'
/** A signal may wait for its entry between five minutes and thirty days. */
export const VALIDITY_MINUTES = { least: 5, most: 43_200 } as const
/** The suggested risk of a signal, in percent of the capital, with at most two decimals. */
export const RISK_PERCENT = { least: '0.01', most: '10' } as const
/** Maximum characters per text. */
export const LONGEST_TEXT = 4000

/**
 * All problems that prevent a draft from being published, in the order of the form; empty if there are none. `instrument` is
 * that of `draft.symbol`, undefined if unknown. Never throws, since a draft being edited may contain anything.
 */
export function validateSignal(
  draft: Partial<SignalDraft>,
  instrument: Instrument | undefined,
): SignalProblem[] {
  const problems = termProblems(draft, instrument)
  for (const field of TEXTS) {
    const text = draft[field]?.trim() ?? ''
    if (text === '') problems.push({ key: 'missing_text', field })
    else if ([...text].length > LONGEST_TEXT) problems.push({ key: 'text_too_long', field })
  }
  if (!isOneOf(ANSWERS.position_held, draft.position_held)) {
    problems.push({ key: 'missing_answer', field: 'position_held' })
  }
  if (!isOneOf(ANSWERS.affiliate_link, draft.affiliate_link)) {
    problems.push({ key: 'missing_answer', field: 'affiliate_link' })
  }
  return problems
}

/** The problems of a draft's terms: everything but its texts and answers. */
export function termProblems(
  draft: Partial<SignalDraft>,
  instrument: Instrument | undefined,
): SignalProblem[] {
  const problems: SignalProblem[] = []
  if (!instrument || instrument.symbol !== draft.symbol) {
    problems.push({ key: 'unknown_instrument', field: 'symbol' })
  }
  if (!isOneOf(DIRECTIONS, draft.direction)) problems.push({ key: 'invalid_direction', field: 'direction' })
  if (!isOneOf(ORDER_TYPES, draft.order_type)) {
    problems.push({ key: 'invalid_order_type', field: 'order_type' })
  }
  problems.push(...levelProblems(draft, instrument))
  if (!isOneOf(TIMEFRAMES, draft.timeframe)) problems.push({ key: 'invalid_timeframe', field: 'timeframe' })
  if (!isOneOf(STYLES, draft.style)) problems.push({ key: 'invalid_style', field: 'style' })
  if (!isOneOf(TIERS, draft.tier)) problems.push({ key: 'invalid_tier', field: 'tier' })
  if (!isRisk(draft.risk_percent)) problems.push({ key: 'invalid_risk', field: 'risk_percent' })
  if (!isValidity(draft.validity_minutes)) {
    problems.push({ key: 'invalid_validity', field: 'validity_minutes' })
  }
  return problems
}

export function levelProblems(
  draft: Partial<SignalDraft>,
  instrument: Instrument | undefined,
): SignalProblem[] {
  const problems: SignalProblem[] = []
  const targets = draft.targets ?? []
  for (const field of ['entry_low', 'entry_high', 'stop_loss'] as const) {
    const value = price(draft[field])
    if (!value) problems.push({ key: 'missing_level', field })
    else if (instrument && hasTooManyDigits(instrument, value)) {
      problems.push({ key: 'too_many_digits', field })
    }
  }
  const prices = targets.map((target) => price(target.price))
  if (targets.length === 0 || prices.includes(null)) problems.push({ key: 'missing_level', field: 'targets' })
  if (instrument && prices.some((value) => value && hasTooManyDigits(instrument, value))) {
    problems.push({ key: 'too_many_digits', field: 'targets' })
  }
  if (targets.length > MOST_TARGETS) problems.push({ key: 'too_many_targets', field: 'targets' })
  if (targets.length > 0 && !sharesAreComplete(targets)) {
    problems.push({ key: 'shares_not_complete', field: 'targets' })
  }
  const levels = completeLevels(draft)
  if (levels) problems.push(...orderProblems(levels))
  return [...problems, ...stopRuleProblems(draft, instrument)]
}

/** Break-even must wait for a target other than the last; so must a trailing stop, which also needs a distance. */
function stopRuleProblems(draft: Partial<SignalDraft>, instrument: Instrument | undefined): SignalProblem[] {
  const problems: SignalProblem[] = []
  const { break_even_after, trailing_distance, trailing_after } = draft
  const last = draft.targets?.length ?? 0
  const waits = (after: number) => Number.isInteger(after) && after >= 1 && after < last
  if (break_even_after !== undefined && !waits(break_even_after)) {
    problems.push({ key: 'invalid_break_even', field: 'break_even_after' })
  }
  if (trailing_distance !== undefined) {
    const distance = price(trailing_distance)
    if (!distance) problems.push({ key: 'invalid_trailing', field: 'trailing_distance' })
    else if (instrument && hasTooManyDigits(instrument, distance)) {
      problems.push({ key: 'too_many_digits', field: 'trailing_distance' })
    }
  }
  if (trailing_after !== undefined && (trailing_distance === undefined || !waits(trailing_after))) {
    problems.push({ key: 'invalid_trailing', field: 'trailing_after' })
  }
  return problems
}

/** The levels of a draft once all are valid prices and the direction is known; null before. */
export function completeLevels(draft: Partial<SignalDraft>): Levels | null {
  const { direction, order_type, entry_low, entry_high, stop_loss, targets } = draft
  if (!isOneOf(DIRECTIONS, direction) || !targets || targets.length === 0) return null
  const texts = [entry_low, entry_high, stop_loss, ...targets.map((target) => target.price)]
  if (entry_low === undefined || entry_high === undefined || stop_loss === undefined) return null
  if (texts.some((value) => price(value) === null)) return null
  const known = isOneOf(ORDER_TYPES, order_type) ? order_type : 'limit'
  return { direction, order_type: known, entry_low, entry_high, stop_loss, targets, ...stopRulesOf(draft) }
}

/** Only the stop rules, with only the keys that are set. */
export function stopRulesOf({ break_even_after, trailing_distance, trailing_after }: StopRules): StopRules {
  return {
    ...(break_even_after === undefined ? {} : { break_even_after }),
    ...(trailing_distance === undefined ? {} : { trailing_distance }),
    ...(trailing_after === undefined ? {} : { trailing_after }),
  }
}

function orderProblems(levels: Levels): SignalProblem[] {
  const problems: SignalProblem[] = []
  const buys = levels.direction === 'buy'
  const low = Decimal.min(levels.entry_low, levels.entry_high)
  const high = Decimal.max(levels.entry_low, levels.entry_high)
  // Zone edges in the wrong order have no key of their own: the low edge counts as missing.
  if (low.lessThan(levels.entry_low)) problems.push({ key: 'missing_level', field: 'entry_low' })
  const nearStop = buys ? low : high
  const nearTarget = buys ? high : low
  const towards = sign(levels.direction)
  if (nearStop.minus(levels.stop_loss).times(towards).lessThanOrEqualTo(0)) {
    problems.push({ key: 'stop_on_wrong_side', field: 'stop_loss' })
    return problems
  }
  const prices = levels.targets.map((target) => new Decimal(target.price))
  if (prices.some((value) => value.minus(nearTarget).times(towards).lessThanOrEqualTo(0))) {
    problems.push({ key: 'target_on_wrong_side', field: 'targets' })
  }
  if (
    prices.some(
      (value, index) =>
        index > 0 &&
        value
          .minus(prices[index - 1] as Decimal)
          .times(towards)
          .lessThanOrEqualTo(0),
    )
  ) {
    problems.push({ key: 'targets_not_ordered', field: 'targets' })
  }
  if (problems.length === 0 && targetsR(levels)[0]?.lessThan(LEAST_FIRST_TARGET_R)) {
    problems.push({ key: 'first_target_too_close', field: 'targets' })
  }
  return problems
}

function sharesAreComplete(targets: readonly Target[]): boolean {
  const shares = targets.map(({ share }) => (/^\d{1,3}(\.\d{1,4})?$/.test(share) ? price(share) : null))
  const sum = shares.reduce<Decimal>((total, share) => total.plus(share ?? 0), new Decimal(0))
  return !shares.includes(null) && sum.equals(100)
}

function isRisk(text: string | undefined): boolean {
  if (!text || !/^\d{1,2}(\.\d{1,2})?$/.test(text)) return false
  const percent = new Decimal(text)
  return percent.greaterThanOrEqualTo(RISK_PERCENT.least) && percent.lessThanOrEqualTo(RISK_PERCENT.most)
}

function isValidity(minutes: number | undefined): boolean {
  return Number.isInteger(minutes) && minutes! >= VALIDITY_MINUTES.least && minutes! <= VALIDITY_MINUTES.most
}

function isOneOf<T extends string>(known: readonly T[], value: string | undefined): value is T {
  return known.some((one) => one === value)
}
