// Owns the check of an ended signal against every minute of its life. verify-outcomes.ts decides each event on its own candle;
// this module runs the engine over all minutes, which also finds a touch that was skipped. The ending entry fixes the minutes:
// none can be changed, added or left out.

import { settle } from '../outcome.ts'
import type { MinutesPart } from '../signal-minutes.ts'
import { CANDLE_MS, endOf, type OutcomeEvent } from '../trade.ts'
import { Diverged } from './divergence.ts'
import type { Json } from './ledger.ts'
import {
  type MinuteCounts,
  type Promised,
  promisedParts,
  readStretch,
  type Stretch,
  timeOf,
} from './minute-parts.ts'
import { millisOf, objectOf } from './proof-format.ts'
import type { LifeEvent, SignalLife } from './signal-life.ts'
import type { Hasher } from './verify-chain.ts'
import { digitsOf } from './verify-displayed.ts'
import { fromTheRules, isAnalysts, recorded, termsOf } from './verify-outcomes.ts'

/** Decides an ended signal again over every minute of its life. Throws Diverged at the first minute that does not match. */
export async function checkMinutes(
  life: SignalLife,
  parts: readonly MinutesPart[],
  hash: Hasher,
): Promise<MinuteCounts> {
  const promised = promisedMinutes(life)
  const digits = digitsOf(life.levels ?? {})
  const terms = termsOf(life, digits)
  const stretch = stretchOf(life)
  const { candles, counts } = await readStretch(stretch, promised, parts, hash)
  const events = life.events.slice(0, life.events.indexOf(lastOf(life)) + 1)
  const told = events.filter(isAnalysts).map(recorded)
  const decided = settle(terms, told, candles, life.ending?.kind === 'cancelled' ? stretch.until : undefined)
  const found = events.filter((event) => !isAnalysts(event))
  for (let index = 0; index < Math.max(decided.length, found.length); index += 1) {
    const difference = fromTheRules(decided[index], found[index])
    if (!difference) continue
    const minute = Math.min(minuteOf(decided[index]), minuteFound(found[index]))
    throw diverged(life, 'not_by_the_rules', minute, {
      part: [found[index]?.value.kind ?? decided[index]?.kind, difference.path].filter(Boolean).join('.'),
      expected: difference.expected ?? decided[index]?.kind,
      found: difference.found,
    })
  }
  return counts
}

/** The parts promised by the ending entry, one for each day of the signal's life. Throws Diverged if they are malformed. */
export const promisedMinutes = (life: SignalLife): Promised[] =>
  promisedParts(life.ending?.minutes, stretchOf(life))

const stretchOf = (life: SignalLife): Stretch => ({
  from: Math.ceil((millisOf(life.published.published_at) ?? Number.NaN) / CANDLE_MS) * CANDLE_MS,
  until: endOfLife(life),
  diverged: (problem, minute, more) => diverged(life, problem, minute, more),
})

const lastOf = (life: SignalLife): LifeEvent =>
  life.events.findLast(({ sequence }) => sequence === life.ending?.sequence)!

/** The end of the candle that ended the signal. A withdrawal has no candle and ends at its own time. */
function endOfLife(life: SignalLife): number {
  const { value } = lastOf(life)
  const candle = objectOf(objectOf(value.data)?.candle)
  if (!candle) return millisOf(value.at) ?? Number.NaN
  const minutes = typeof candle.minutes === 'number' ? candle.minutes : 1
  return endOf({ openedAt: millisOf(candle.opened_at) ?? Number.NaN, minutes })
}

const minuteOf = (event: OutcomeEvent | undefined) =>
  event ? (event.data.candle ? Date.parse(event.data.candle.opened_at) : event.at) : Number.POSITIVE_INFINITY

const minuteFound = (event: LifeEvent | undefined) => {
  if (!event) return Number.POSITIVE_INFINITY
  const { at, data } = event.value
  return millisOf(objectOf(objectOf(data)?.candle)?.opened_at ?? at) ?? Number.POSITIVE_INFINITY
}

function diverged(
  life: SignalLife,
  problem: Diverged['divergence']['problem'],
  minute: number,
  { part, expected, found }: { part?: string; expected?: unknown; found?: Json | undefined },
): Diverged {
  return new Diverged({
    check: 'minutes',
    problem,
    path: [`minutes of ${life.subject} ${life.number}, ${timeOf(minute)}`, part].filter(Boolean).join(' '),
    ...(life.ending && { sequence: life.ending.sequence }),
    [life.subject]: life.id,
    number: life.number,
    expected,
    found,
  })
}
