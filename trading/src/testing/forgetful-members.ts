// Simulated members whose memory is not that of FSRS, so that a scheduler is tested on what it does not know: recall falls
// exponentially; a right answer lengthens it by a factor of the question and the member, a wrong one shortens it.
import { type Answer, cardOf, scheduler } from '../learning/memory.ts'

const DAY_MS = 86_400_000

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function luck(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Histories of questions that were wrong once and are answered when the default plan says so, or some days late. */
export function forgetfulMembers(histories: number, seed: number, since = Date.UTC(2026, 0, 5)): Answer[][] {
  const next = luck(seed)
  const plan = scheduler()
  return Array.from({ length: histories }, () => {
    const growth = 1.3 + 1.2 * next()
    let stability = 0.6 + 2.4 * next()
    const answers: Answer[] = [{ at: since + Math.floor(next() * 200) * DAY_MS, right: false }]
    const reviews = 3 + Math.floor(next() * 8)
    while (answers.length < reviews) {
      const { due, last } = cardOf(answers, plan)!.card
      const at = due + Math.floor(next() * 4) * DAY_MS
      const days = (at - last) / DAY_MS
      const right = next() < Math.exp(-days / (9 * stability))
      stability = right ? stability * growth : Math.max(0.4, stability * 0.5)
      answers.push({ at, right })
    }
    return answers
  })
}
