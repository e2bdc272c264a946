// Owns the check that an ended signal became what the published rules make of every minute of its life. verify-outcomes.ts
// decides each event on the candle that it rests on; here the engine goes through all there was, so that a touch which was
// passed over is found as well. The minutes are those that the ending entry fixed: none can be another, added or left out.

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

/** Decides an ended signal again over every minute of its life. Throws Diverged at the first minute that does not agree. */
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

/** What the ending entry says of the signal's minutes: a part for each day of its life. Throws Diverged where it does not. */
export const promisedMinutes = (life: SignalLife): Promised[] =>
  promisedParts(life.ending?.minutes, stretchOf(life))

const stretchOf = (life: SignalLife): Stretch => ({
  from: Math.ceil((millisOf(life.published.published_at) ?? Number.NaN) / CANDLE_MS) * CANDLE_MS,
  until: endOfLife(life),
  diverged: (problem, minute, more) => diverged(life, problem, minute, more),
})

const lastOf = (life: SignalLife): LifeEvent =>
  life.events.findLast(({ sequence }) => sequence === life.ending?.sequence)!

/** The end of the candle that ended it; of a withdrawal, which rests on none, its time. */
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
    path: [`minutes of signal ${life.number}, ${timeOf(minute)}`, part].filter(Boolean).join(' '),
    ...(life.ending && { sequence: life.ending.sequence }),
    signal: life.id,
    number: life.number,
    expected,
    found,
  })
}
