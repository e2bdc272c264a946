// Owns the check that an ended signal became what the published rules make of every minute of its life. verify-outcomes.ts
// decides each event on the candle that it rests on; here the engine goes through all there was, so that a touch which was
// passed over is found as well. The minutes are those that the ending entry fixed: none can be another, added or left out.

import { settle } from '../outcome.ts'
import { type MinutesPart, partText, readLine } from '../signal-minutes.ts'
import { CANDLE_MS, type Candle, endOf, type OutcomeEvent } from '../trade.ts'
import { Diverged } from './divergence.ts'
import type { Json } from './ledger.ts'
import { type JsonObject, listOf, millisOf, objectOf } from './proof-format.ts'
import type { LifeEvent, SignalLife } from './signal-life.ts'
import type { Hasher } from './verify-chain.ts'
import { digitsOf } from './verify-displayed.ts'
import { fromTheRules, isAnalysts, recorded, termsOf } from './verify-outcomes.ts'

export type MinuteCounts = {
  /** Candles that were decided on. */
  minutes: number
  /** Minutes within the market's hours without prices, each written down as such when it was given up. */
  absent: number
}

/** What the ending entry says of a part. */
type Promised = { day: string; lines: number; sha256: string }

const DAY_MS = 86_400_000

/** Decides an ended signal again over every minute of its life. Throws Diverged at the first minute that does not agree. */
export async function checkMinutes(
  life: SignalLife,
  parts: readonly MinutesPart[],
  hash: Hasher,
): Promise<MinuteCounts> {
  const promised = promisedMinutes(life)
  const digits = digitsOf(life.levels ?? {})
  const terms = termsOf(life, digits)
  await checkParts(life, promised, parts, hash)
  const { candles, counts } = readParts(life, parts, terms.publishedAt)
  const until = endOfLife(life)
  const events = life.events.slice(0, life.events.indexOf(lastOf(life)) + 1)
  const told = events.filter(isAnalysts).map(recorded)
  const decided = settle(terms, told, candles, life.ending?.kind === 'cancelled' ? until : undefined)
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
export function promisedMinutes(life: SignalLife): Promised[] {
  const list = life.ending?.minutes
  const parts = listOf(list).map(objectOf)
  const first = firstMinute(life)
  const until = endOfLife(life)
  const days = first < until ? Math.floor((until - 1) / DAY_MS) - Math.floor(first / DAY_MS) + 1 : 0
  const whole =
    Array.isArray(list) &&
    parts.length === days &&
    parts.every((part, index) => isPromise(part, first, index))
  if (whole) return parts as unknown as Promised[]
  throw diverged(life, 'malformed', first, { part: 'minutes', expected: `${days} days`, found: list })
}

function isPromise(part: JsonObject | null, first: number, index: number): boolean {
  return (
    part !== null &&
    Object.keys(part).sort().join() === 'day,lines,sha256' &&
    part.day === dayOf(first + index * DAY_MS) &&
    Number.isSafeInteger(part.lines) &&
    /^[0-9a-f]{64}$/.test(String(part.sha256))
  )
}

async function checkParts(
  life: SignalLife,
  promised: readonly Promised[],
  parts: readonly MinutesPart[],
  hash: Hasher,
): Promise<void> {
  for (const [index, { day, lines, sha256 }] of promised.entries()) {
    const part = parts[index]
    const midnight = Date.parse(`${day}T00:00:00Z`)
    if (part?.day !== day) throw diverged(life, 'no_minutes', midnight, { expected: day, found: part?.day })
    const computed = await hash(partText(part))
    const count = part.minutes.split('\n').length
    if (computed !== sha256 || count !== lines)
      throw diverged(life, 'other_minutes', midnight, {
        expected: `${sha256} (${lines})`,
        found: `${computed} (${count})`,
      })
  }
  const added = parts[promised.length]
  if (added) throw diverged(life, 'other_minutes', Date.parse(`${added.day}T00:00:00Z`), { found: added.day })
}

/** The candles of a signal's life. Throws Diverged at the first minute that no line accounts for. */
function readParts(life: SignalLife, parts: readonly MinutesPart[], publishedAt: number) {
  const candles: Candle[] = []
  const counts: MinuteCounts = { minutes: 0, absent: 0 }
  let next = Math.ceil(publishedAt / CANDLE_MS) * CANDLE_MS
  /** The stretch in which longer bars may stand, from the last of them on. */
  let hole = { from: 0, until: 0 }
  for (const { day, minutes } of parts) {
    const midnight = Date.parse(`${day}T00:00:00Z`)
    for (const text of minutes.split('\n')) {
      const line = readLine(midnight, text)
      if (!line) throw diverged(life, 'malformed', next, { expected: 'a minute', found: text })
      if ('candle' in line && line.candle.minutes !== undefined) {
        if (line.at < hole.from || endOf(line.candle) > hole.until)
          throw diverged(life, 'malformed', line.at, { expected: 'a bar within no_data', found: text })
        hole.from = endOf(line.candle)
        candles.push(line.candle)
        counts.minutes += line.candle.minutes
        continue
      }
      if (line.at !== next) throw diverged(life, 'passed_over', next, { expected: timeOf(next), found: text })
      if ('candle' in line) {
        candles.push(line.candle)
        counts.minutes += 1
        next = endOf(line.candle)
        continue
      }
      if (line.absence === 'missing')
        throw diverged(life, 'passed_over', line.at, {
          expected: 'a candle, or why there is none',
          found: text,
        })
      if (line.absence !== 'closed') counts.absent += (line.until - line.at) / CANDLE_MS
      if (line.absence === 'no_data') hole = { from: line.at, until: line.until }
      next = line.until
    }
  }
  const until = endOfLife(life)
  if (next !== until && parts.length > 0)
    throw diverged(life, 'passed_over', Math.min(next, until), {
      expected: timeOf(until),
      found: timeOf(next),
    })
  return { candles, counts }
}

const lastOf = (life: SignalLife): LifeEvent =>
  life.events.findLast(({ sequence }) => sequence === life.ending?.sequence)!

function firstMinute(life: SignalLife): number {
  return Math.ceil((millisOf(life.published.published_at) ?? Number.NaN) / CANDLE_MS) * CANDLE_MS
}

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

const timeOf = (at: number) => (Number.isFinite(at) ? `${new Date(at).toISOString().slice(0, 16)}Z` : '—')
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

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
