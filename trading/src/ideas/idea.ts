// Owns the rules of a structured idea: what may be published, and whether the claim about its first target came true. `publish_idea`
// in the database decides; this gives the same result with the same keys before anything is sent.
import { decimal } from '../decimal.ts'
import type { Direction, Target } from '../levels.ts'
import type { Instrument } from '../market/instruments.ts'
import {
  LONGEST_TEXT,
  levelProblems,
  type SignalProblem,
  TIMEFRAMES,
  type Timeframe,
  VALIDITY_MINUTES,
} from '../signal.ts'

/** The words of an idea. The counter-thesis says what would prove it wrong. */
export const IDEA_TEXTS = ['facts', 'opinion', 'counter_thesis'] as const
export const MOST_IDEA_TARGETS = 2
/** How many ideas a member may publish within 24 hours. */
export const IDEAS_A_DAY = 10

/** The input of `publish_idea`. The order type follows from the price when it is published (`orderTypeAt`). */
export type IdeaDraft = {
  symbol: string
  timeframe: Timeframe
  direction: Direction
  entry_low: string
  entry_high: string
  stop_loss: string
  targets: readonly Target[]
  validity_minutes: number
  /** Of reaching target 1 before the stop: above 0 and below 1, at most four decimals. */
  probability: string
  /** Under escrow until then at the latest: a whole minute. */
  deadline?: string
  /** The signal that it contests. */
  counters?: string
} & Record<(typeof IDEA_TEXTS)[number], string>

export type IdeaProblem = {
  key: SignalProblem['key'] | 'invalid_probability'
  field: keyof IdeaDraft
}

/** All problems that prevent a draft from being published, in the order of the form; empty if there are none. Never throws. */
export function ideaProblems(draft: Partial<IdeaDraft>, instrument: Instrument | undefined): IdeaProblem[] {
  const problems = ideaTermProblems(draft, instrument)
  for (const field of IDEA_TEXTS) {
    const text = draft[field]?.trim() ?? ''
    if (text === '') problems.push({ key: 'missing_text', field })
    else if ([...text].length > LONGEST_TEXT) problems.push({ key: 'text_too_long', field })
  }
  return problems
}

/** The problems of a draft's levels, validity and probability. */
export function ideaTermProblems(
  draft: Partial<IdeaDraft>,
  instrument: Instrument | undefined,
): IdeaProblem[] {
  const problems: IdeaProblem[] = []
  if (!instrument || instrument.symbol !== draft.symbol)
    problems.push({ key: 'unknown_instrument', field: 'symbol' })
  if (draft.direction !== 'buy' && draft.direction !== 'sell')
    problems.push({ key: 'invalid_direction', field: 'direction' })
  if (!TIMEFRAMES.some((one) => one === draft.timeframe))
    problems.push({ key: 'invalid_timeframe', field: 'timeframe' })
  problems.push(...(levelProblems(draft, instrument) as IdeaProblem[]))
  if (
    (draft.targets?.length ?? 0) > MOST_IDEA_TARGETS &&
    !problems.some(({ key }) => key === 'too_many_targets')
  )
    problems.push({ key: 'too_many_targets', field: 'targets' })
  const { validity_minutes: minutes } = draft
  if (!Number.isInteger(minutes) || minutes! < VALIDITY_MINUTES.least || minutes! > VALIDITY_MINUTES.most)
    problems.push({ key: 'invalid_validity', field: 'validity_minutes' })
  if (!isProbability(draft.probability)) problems.push({ key: 'invalid_probability', field: 'probability' })
  return problems
}

export const isProbability = (text: string | undefined): boolean =>
  text !== undefined && /^0\.\d{1,4}$/.test(text) && decimal(text)!.greaterThan(0)

/** The probability at which an idea neither gains nor loses: one R risked for the R of target 1. Null for invalid levels. */
export function breakEvenChance(firstTargetR: number): number | null {
  return firstTargetR > 0 ? 1 / (1 + firstTargetR) : null
}

/**
 * Whether target 1 came before the stop, from the kinds of the events and the state. Null while it is open and if it was never
 * entered. A close by hand before target 1 counts as not reached: otherwise a claim could be withdrawn as it fails.
 */
export function reachedFirst(kinds: readonly string[], state: string): boolean | null {
  if (kinds.includes('target_reached')) return true
  return state === 'closed' ? false : null
}
