import { percentile } from '#lib/support/percentile.ts'

/** One answer, in seconds; `took` is null while there is none though it is overdue. */
export type Answer = { took: number | null; promised: number }

type AnswerTimes = {
  /** How many were promised, and how many of them came in time. */
  all: number
  kept: number
  p50: number
  p95: number
  promises: readonly number[]
}

/** The figures of some answers; null where none was given. */
export function answerTimes(answers: readonly Answer[]): AnswerTimes | null {
  const took = answers.flatMap((answer) => (answer.took === null ? [] : [answer.took]))
  const [p50, p95] = [percentile(took, 0.5), percentile(took, 0.95)]
  if (p50 === null || p95 === null) return null
  return {
    all: answers.length,
    kept: answers.filter(({ took, promised }) => took !== null && took <= promised).length,
    p50,
    p95,
    promises: [...new Set(answers.map(({ promised }) => promised))].sort((one, other) => one - other),
  }
}
