// Owns the record of an author: the figures of their ended ideas, how well their probabilities were calibrated and told winners from
// losers, and the level that follows. Likes count for nothing. The worker stores it, and the check of the export computes it again.
import { Decimal, fixed } from '../decimal.ts'
import { ENOUGH_RESULTS, performance } from '../performance.ts'
import { microsOf } from '../proof/proof-format.ts'
import { type Figures, figuresOf } from '../statements/scores.ts'
import { reachedFirst } from './idea.ts'

/** An idea as the record counts it. Sealed ones count as published and say nothing else. */
export type Recorded = {
  number: number
  publishedAt: string
  demonstration: boolean
  /** Null while it is sealed. */
  opened: {
    state: string
    /** `2026-11-20T10:00:00.000000Z`; null while it is open. */
    closedAt: string | null
    /** Null unless it was entered and has ended. */
    r: string | null
    probability: string
    /** The kinds of its events. */
    kinds: readonly string[]
  } | null
}

/** Counts are numbers, figures texts with four decimals; null under thirty closed ideas. */
export type IdeaRecord = {
  published: number
  sealed: number
  open: number
  closed: number
  expired: number
  cancelled: number
  /** Always 0: the database refuses it for everybody. Displayed because a reader looks for it. */
  erased: 0
  demonstration: boolean
  sample: 'insufficient' | 'sufficient'
  expectancy_r: string | null
  /** Half width of its 95 % interval. */
  expectancy_half_width_r: string | null
  win_rate: string | null
  win_rate_low: string | null
  win_rate_high: string | null
  average_win_r: string | null
  average_loss_r: string | null
  total_r: string | null
  max_drawdown_r: string | null
  current_drawdown_r: string | null
  /** Of the probabilities of target 1. `auc_low` is the lower end of the 95 % interval of discrimination. */
  calibration: Pick<Figures, 'n' | 'hits' | 'rate' | 'rate_low' | 'rate_high' | 'brier' | 'auc' | 'bins'> & {
    stated: string | null
    auc_low: string | null
  }
  level: Level | null
  /** The level lapses then unless it is earned again. */
  level_until: string | null
}

/** Calibrated: what they state happens about as often. Discerning: what they find likelier also happens more often. */
export const LEVELS = ['calibrated', 'discerning'] as const
export type Level = (typeof LEVELS)[number]

/** A level holds while this many probabilities were scored within this many days. */
export const EARNED_BY = { ideas: 10, days: 90 } as const

const DECIMALS = 4
const rounded = (value: Decimal | null) => (value === null ? null : fixed(value, DECIMALS))

/** The record of one author's ideas. */
export function ideaRecord(ideas: readonly Recorded[]): IdeaRecord {
  const opened = ideas.flatMap((idea) => (idea.opened ? [{ ...idea, ...idea.opened }] : []))
  const ended = opened
    .filter(({ closedAt }) => closedAt !== null)
    .sort((one, other) => compared(one.closedAt!, other.closedAt!) || one.number - other.number)
  const results = ended.flatMap(({ closedAt, r, publishedAt }) =>
    r === null ? [] : [{ at: closedAt!, r, publishedAt }],
  )
  const counted = (state: string) => opened.filter((idea) => idea.state === state).length
  const { sample, ...told } = performance(results)
  const shown = (value: Decimal | null) => (sample === 'sufficient' ? rounded(value) : null)
  const figures = scored(ended)
  return {
    published: ideas.length,
    sealed: ideas.length - opened.length,
    open: opened.length - ended.length,
    closed: results.length,
    expired: counted('expired'),
    cancelled: counted('cancelled'),
    erased: 0,
    demonstration: ideas.some(({ demonstration }) => demonstration),
    sample,
    expectancy_r: shown(told.expectancy),
    expectancy_half_width_r: shown(told.expectancyHalfWidth),
    win_rate: shown(told.winRate),
    win_rate_low: shown(told.winRateInterval?.low ?? null),
    win_rate_high: shown(told.winRateInterval?.high ?? null),
    average_win_r: shown(told.averageWin),
    average_loss_r: shown(told.averageLoss),
    total_r: shown(told.total),
    max_drawdown_r: shown(told.maxDrawdown),
    current_drawdown_r: shown(told.currentDrawdown),
    ...figures,
  }
}

export type Ended = Pick<Recorded, 'number' | 'demonstration'> & NonNullable<Recorded['opened']>

/** An author's probabilities of target 1: what the level and the figures rest on. */
export function scored(ended: readonly Ended[]): Pick<IdeaRecord, 'calibration' | 'level' | 'level_until'> {
  const claims = ended.flatMap(({ number, closedAt, probability, kinds, state, demonstration }) => {
    const outcome = reachedFirst(kinds, state)
    return outcome === null
      ? []
      : [{ number, author_kind: 'member', deadline: closedAt!, probability, outcome, demonstration }]
  })
  const { n, hits, rate, rate_low, rate_high, brier, auc, bins } = figuresOf(claims)
  const none = { rate: null, rate_low: null, rate_high: null, brier: null, auc: null, bins: [] }
  const few = { n, hits, ...none, stated: null, auc_low: null }
  if (n < ENOUGH_RESULTS) return { calibration: few, level: null, level_until: null }
  const stated = rounded(Decimal.sum(...claims.map(({ probability }) => probability)).dividedBy(n))!
  const auc_low = auc === null ? null : fixed(discriminationInterval(auc, hits, n - hits).low, DECIMALS)
  const isCalibrated = stated >= rate_low! && stated <= rate_high!
  const level = !isCalibrated ? null : Number(auc_low ?? 0) > 0.5 ? 'discerning' : 'calibrated'
  return {
    calibration: { n, hits, rate, rate_low, rate_high, brier, auc, bins, stated, auc_low },
    level,
    level_until: level && later(claims.at(-EARNED_BY.ideas)!.deadline, EARNED_BY.days),
  }
}

/** The 95 % interval of the area under the ROC curve (Hanley and McNeil, 1982), within 0 and 1. */
export function discriminationInterval(auc: string, hits: number, misses: number) {
  const area = new Decimal(auc)
  const squared = area.pow(2)
  const [one, other] = [area.dividedBy(new Decimal(2).minus(area)), squared.times(2).dividedBy(area.plus(1))]
  const variance = area
    .times(new Decimal(1).minus(area))
    .plus(one.minus(squared).times(hits - 1))
    .plus(other.minus(squared).times(misses - 1))
    .dividedBy(hits * misses)
  const half = Decimal.max(variance, 0).sqrt().times('1.96')
  return { low: Decimal.max(area.minus(half), 0), high: Decimal.min(area.plus(half), 1) }
}

const DAY_MICROS = 86_400_000_000

/** A time of the chain, some days later. */
function later(at: string, days: number): string {
  const micros = microsOf(at)! + days * DAY_MICROS
  const seconds = new Date(Math.floor(micros / 1_000_000) * 1000).toISOString().slice(0, 19)
  return `${seconds}.${String(micros % 1_000_000).padStart(6, '0')}Z`
}

const compared = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** Whether a level holds at a time, in milliseconds since 1970. */
export function heldLevel({ level, level_until }: Pick<IdeaRecord, 'level' | 'level_until'>, now: number) {
  return level && level_until && Date.parse(level_until) > now ? level : null
}
