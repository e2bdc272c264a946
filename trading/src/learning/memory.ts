// Owns the memory of questions: when a member sees a question again that they once got wrong, by FSRS (ts-fsrs). A card is computed
// from the answers alone, so that rebuilding it gives the same one. Wrong is "again", right is "good"; there is nothing random.
import { clipParameters, default_w, type FSRS, forgetting_curve, fsrs, Rating } from 'ts-fsrs'

export type Parameters = readonly number[]
export const DEFAULT_PARAMETERS: Parameters = default_w
/** Parameters are trained once there are so many reviews. */
export const ENOUGH_REVIEWS = 300
/** A question returns once a year at least. */
const LONGEST_DAYS = 365
const DAY_MS = 86_400_000
/** Reminders foreseen for a member who answers right each time. */
const FORESEEN = 4

/** An answer to a question. Times are milliseconds since 1970, UTC. */
export type Answer = { at: number; right: boolean }

export type MemoryCard = {
  due: number
  /** Days after which nine in ten are remembered. */
  stability: number
  /** From 1, easy, to 10. */
  difficulty: number
  reps: number
  lapses: number
  last: number
  /** The days after `due` on which it returns if each answer is right. */
  ahead: number[]
}

/** The recall that was predicted before an answer; null for an answer on the day of the one before. */
export type Prediction = { at: number; predicted: number | null; right: boolean }

/** The scheduler of these parameters. It returns when nine in ten are still remembered. */
export function scheduler(parameters: Parameters = DEFAULT_PARAMETERS): FSRS {
  return fsrs({
    w: [...parameters],
    enable_fuzz: false,
    enable_short_term: false,
    maximum_interval: LONGEST_DAYS,
  })
}

/** The card of a question after its answers, in order of time, with the prediction before each; null if none was wrong. */
export function cardOf(
  answers: readonly Answer[],
  plan: FSRS = scheduler(),
): { card: MemoryCard; predictions: Prediction[] } | null {
  const begin = answers.findIndex(({ right }) => !right)
  if (begin < 0) return null
  const predictions: Prediction[] = []
  let state = { stability: 0, difficulty: 0 }
  let [last, lapses, interval] = [answers[begin]!.at, 0, 0]
  for (const { at, right } of answers.slice(begin)) {
    const days = daysBetween(last, at)
    if (state.stability > 0)
      predictions.push({
        at,
        predicted: days === 0 ? null : forgetting_curve(plan.parameters.w, days, state.stability),
        right,
      })
    state = plan.next_state(state, days, right ? Rating.Good : Rating.Again)
    interval = plan.next_interval(state.stability, days)
    lapses += right ? 0 : 1
    last = at
  }
  const due = last + interval * DAY_MS
  const card = {
    due,
    ...state,
    reps: answers.length - begin,
    lapses,
    last,
    ahead: ahead(state, interval, due, plan),
  }
  return { card, predictions }
}

function ahead(
  from: { stability: number; difficulty: number },
  since: number,
  due: number,
  plan: FSRS,
): number[] {
  const times: number[] = []
  let [state, days, at] = [from, since, due]
  while (times.length < FORESEEN - 1) {
    state = plan.next_state(state, days, Rating.Good)
    days = plan.next_interval(state.stability, days)
    at += days * DAY_MS
    times.push(at)
  }
  return times
}

/** Days of the calendar in UTC, as FSRS counts them. */
const daysBetween = (from: number, until: number) =>
  Math.max(0, Math.floor(until / DAY_MS) - Math.floor(from / DAY_MS))

/** Mean −ln of the probability given to what came: 0 is perfect, ln 2 is a coin. NaN without a prediction. */
export function logLoss(predictions: readonly { predicted: number; right: boolean }[]): number {
  const losses = predictions.map(({ predicted, right }) => {
    const sure = Math.min(0.999, Math.max(0.001, predicted))
    return -Math.log(right ? sure : 1 - sure)
  })
  return losses.reduce((sum, one) => sum + one, 0) / losses.length
}

/** The predictions that parameters make of all answers, each history apart. */
export function predictionsOf(histories: readonly (readonly Answer[])[], parameters: Parameters) {
  const plan = scheduler(parameters)
  return histories
    .flatMap((answers) => cardOf(answers, plan)?.predictions ?? [])
    .flatMap(({ predicted, right }) => (predicted === null ? [] : [{ predicted, right }]))
}

/** What is searched: the first stability, difficulty, growth and loss of stability, decay. Hard and easy are never given. */
const SEARCHED: readonly number[] = [0, 20, 8, 10, 9, 11, 13, 14, 12, 6, 4]
const STEPS: readonly number[] = [2, 1.4, 1.15, 1.05]

/**
 * Searches, one parameter at a time and in ever smaller steps, those with the lowest log loss. Bounded: 4 steps, 3 rounds each.
 * Yields after each trial, so that the caller can let others work.
 */
export function* trainParameters(
  histories: readonly (readonly Answer[])[],
  from: Parameters = DEFAULT_PARAMETERS,
): Generator<void, Parameters> {
  let best = [...from]
  let lowest = logLoss(predictionsOf(histories, best))
  for (const step of STEPS)
    for (let round = 0; round < 3; round++) {
      const before = lowest
      for (const place of SEARCHED)
        for (const factor of [step, 1 / step]) {
          const trial = clipParameters(best.with(place, best[place]! * factor), 0, false)
          const loss = logLoss(predictionsOf(histories, trial))
          if (loss < lowest) [best, lowest] = [trial, loss]
          yield
        }
      if (before - lowest < 1e-4) break
    }
  return best
}
