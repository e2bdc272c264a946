// Owns the cards of "Et ensuite ?": what is asked of a cut chart, what came of it, and the figures of a member's answers. A card asks
// which of two levels the bid touches first within some hours after the cut.
import { Decimal, fixed } from '../decimal.ts'
import { sha256Hex } from '../proof/ledger.ts'
import { resolve } from '../statements/resolve.ts'
import { figuresOf } from '../statements/scores.ts'
import { CANDLE_MS, type Candle } from '../trade.ts'

export const CARDS_A_DAY = 5
/** Bars shown before the cut, and the fewest where the stored ones have a hole. */
export const BARS_SHOWN = 72
export const FEWEST_SHOWN = 40
/** Hours within which a level counts, and minutes of a bar. */
export const TIMEFRAMES = {
  M15: { minutes: 15, hours: 6 },
  H1: { minutes: 60, hours: 24 },
  H4: { minutes: 240, hours: 96 },
} as const
export type Timeframe = keyof typeof TIMEFRAMES

/** Prices are decimal texts. */
export type Levels = { reference: string; up: string; down: string }
export type Bar = { high: string; low: string; close: string }

/** Puts candidates into the day's order, by SHA-256 of luck and name: whoever has both has the same order. */
export function inOrder<Candidate>(
  candidates: readonly Candidate[],
  luck: string,
  nameOf: (candidate: Candidate) => string,
): Candidate[] {
  return candidates
    .map((candidate) => ({ candidate, number: sha256Hex(`${luck}\n${nameOf(candidate)}`) }))
    .sort((one, other) => (one.number < other.number ? -1 : 1))
    .map(({ candidate }) => candidate)
}

/** The bar's length that a cut at this time is asked with. A cut lies where bars of its length begin. */
export function timeframeOf(cut: number, luck: string): Timeframe {
  const possible = (Object.keys(TIMEFRAMES) as Timeframe[]).filter(
    (name) => cut % (TIMEFRAMES[name].minutes * CANDLE_MS) === 0,
  )
  return possible[Number.parseInt(sha256Hex(`${luck}\n${cut}`).slice(0, 8), 16) % possible.length]!
}

/** Distances of a level from the cut, in mean ranges of a bar. */
const DISTANCES: readonly number[] = [1.5, 2, 2.5, 3]

/** The two levels of a cut, from the bars before it alone; null if these have no range. `digits` is the instrument's. */
export function levelsAt(bars: readonly Bar[], digits: number, luck: string): Levels | null {
  const last = bars.slice(-24)
  const reference = last.at(-1)?.close
  if (reference === undefined) return null
  const range = Decimal.sum(...last.map(({ high, low }) => new Decimal(high).minus(low))).dividedBy(
    last.length,
  )
  const [above, below] = [0, 1].map((place) =>
    fixed(
      range.times(DISTANCES[Number.parseInt(luck.slice(place, place + 1), 16) % DISTANCES.length]!),
      digits,
    ),
  ) as [string, string]
  if (new Decimal(above).isZero() || new Decimal(below).isZero()) return null
  return {
    reference,
    up: fixed(new Decimal(reference).plus(above), digits),
    down: fixed(new Decimal(reference).minus(below), digits),
  }
}

/**
 * How often a price without direction touches `up` first, in whole percent: the distance to `down` over the sum of both
 * (the gambler's ruin).
 */
export function chanceOfUp({ reference, up, down }: Levels): number {
  const toDown = new Decimal(reference).minus(down)
  return toDown.dividedBy(new Decimal(up).minus(down)).times(100).round().toNumber()
}

export type ForecastOutcome = 'up' | 'down' | 'none'

/**
 * Which level came first by the stored minutes after the cut, and when that was certain. `none`: neither was touched, or one
 * minute touched both, so that their order is unknown; the card is cancelled.
 */
export function forecastOutcome(
  { reference, up, down }: Levels,
  deadline: number,
  candles: readonly Candle[],
): { outcome: ForecastOutcome; at: number } {
  const first = (level: string, other: string) =>
    resolve({ condition: { kind: 'first', level, other }, reference }, deadline, candles)
  const [above, below] = [first(up, down), first(down, up)]
  if (above.outcome) return { outcome: 'up', at: above.at }
  return below.outcome ? { outcome: 'down', at: below.at } : { outcome: 'none', at: deadline }
}

/** An answered card. `probability` of `up` and `chance` are whole percent. */
export type ForecastAnswer = { probability: number; chance: number; outcome: ForecastOutcome }

const ROLLING = 20

/** A member's figures, newest answer first. Cancelled cards do not count. */
export function forecastFigures(answers: readonly ForecastAnswer[]) {
  const figures = figuresOf(decidedBy(answers, ({ probability }) => probability))
  const chance = figuresOf(decidedBy(answers, (answer) => answer.chance))
  const { n, voids, hits, rate, brier, auc, bins, sample } = figures
  const beaten = brier !== null && Number(chance.brier) > 0
  const gaps = bins.map((bin) => new Decimal(bin.stated).minus(bin.rate).abs().times(bin.n))
  const counted = answers.filter(({ outcome }) => outcome !== 'none').reverse()
  return {
    n,
    cancelled: voids,
    hits,
    rate,
    brier,
    auc,
    bins,
    sample,
    chanceBrier: chance.brier,
    /** 1 − Brier ÷ Brier of chance on the same cards. */
    skill: beaten ? fixed(new Decimal(1).minus(new Decimal(brier).dividedBy(chance.brier!)), 4) : null,
    /** Mean distance of what was said from what came, over the bins. */
    gap: n === 0 ? null : fixed(Decimal.sum(...gaps).dividedBy(n), 4),
    /** The Brier score of each twenty answers in a row, oldest first. */
    rolling: Array.from({ length: Math.max(0, n - ROLLING + 1) }, (_, from) => {
      const part = counted.slice(from, from + ROLLING)
      return figuresOf(decidedBy(part, ({ probability }) => probability)).brier!
    }),
  }
}

function decidedBy(answers: readonly ForecastAnswer[], percent: (answer: ForecastAnswer) => number) {
  return answers.map((answer, number) => ({
    number,
    author_kind: 'member',
    deadline: '',
    probability: (percent(answer) / 100).toFixed(2),
    outcome: answer.outcome === 'none' ? null : answer.outcome === 'up',
    demonstration: false,
  }))
}
