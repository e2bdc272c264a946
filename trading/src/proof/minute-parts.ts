// Owns the minutes of a time range as fixed by an entry: one part a day, each with its hash, and a line for every minute.
// Outcomes are re-checked against these lines only, so no minute can be changed, added or left out.
import { type MinutesPart, partText, readLine } from '../signal-minutes.ts'
import { CANDLE_MS, type Candle, endOf } from '../trade.ts'
import type { Diverged } from './divergence.ts'
import type { Json } from './ledger.ts'
import { type JsonObject, listOf, objectOf } from './proof-format.ts'
import type { Hasher } from './verify-chain.ts'

export type MinuteCounts = {
  /** Number of minutes with a candle. */
  minutes: number
  /** Minutes within market hours without prices. Each was recorded as a gap when it was given up. */
  absent: number
}

/** The minutes that decided a signal, a statement or an idea, ordered by day. */
export type MinutesOf = (
  id: string,
  about: 'signal' | 'statement' | 'idea',
) => Promise<readonly MinutesPart[]>

/** A part as promised by an entry. */
export type Promised = { day: string; lines: number; sha256: string }

/** Whole minutes [from, until) in milliseconds since 1970, UTC, and a constructor for a divergence at one of them. */
export type Stretch = {
  from: number
  until: number
  diverged(
    problem: Diverged['divergence']['problem'],
    minute: number,
    more: { part?: string; expected?: unknown; found?: Json | undefined },
  ): Diverged
}

const DAY_MS = 86_400_000

/** The parts that an entry promises for a time range, one for each day. Throws Diverged if they are malformed. */
export function promisedParts(list: Json | undefined, { from, until, diverged }: Stretch): Promised[] {
  const parts = listOf(list).map(objectOf)
  const days = from < until ? Math.floor((until - 1) / DAY_MS) - Math.floor(from / DAY_MS) + 1 : 0
  const whole =
    Array.isArray(list) && parts.length === days && parts.every((part, index) => isPromise(part, from, index))
  if (whole) return parts as unknown as Promised[]
  throw diverged('malformed', from, { part: 'minutes', expected: `${days} days`, found: list })
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

/** Reads the candles of a time range from the promised parts. Throws Diverged at the first minute that does not match. */
export async function readStretch(
  stretch: Stretch,
  promised: readonly Promised[],
  parts: readonly MinutesPart[],
  hash: Hasher,
): Promise<{ candles: Candle[]; counts: MinuteCounts }> {
  await checkParts(stretch, promised, parts, hash)
  return readParts(stretch, parts)
}

async function checkParts(
  { diverged }: Stretch,
  promised: readonly Promised[],
  parts: readonly MinutesPart[],
  hash: Hasher,
): Promise<void> {
  for (const [index, { day, lines, sha256 }] of promised.entries()) {
    const part = parts[index]
    const midnight = Date.parse(`${day}T00:00:00Z`)
    if (part?.day !== day) throw diverged('no_minutes', midnight, { expected: day, found: part?.day })
    const computed = await hash(partText(part))
    const count = part.minutes.split('\n').length
    if (computed !== sha256 || count !== lines)
      throw diverged('other_minutes', midnight, {
        expected: `${sha256} (${lines})`,
        found: `${computed} (${count})`,
      })
  }
  const added = parts[promised.length]
  if (added) throw diverged('other_minutes', Date.parse(`${added.day}T00:00:00Z`), { found: added.day })
}

/** Throws Diverged at the first minute without a line. */
function readParts({ from, until: end, diverged }: Stretch, parts: readonly MinutesPart[]) {
  const candles: Candle[] = []
  const counts: MinuteCounts = { minutes: 0, absent: 0 }
  let next = from
  /** The gap in which longer bars are permitted, starting at the end of the last bar. */
  let hole = { from: 0, until: 0 }
  for (const { day, minutes } of parts) {
    const midnight = Date.parse(`${day}T00:00:00Z`)
    for (const text of minutes.split('\n')) {
      const line = readLine(midnight, text)
      if (!line) throw diverged('malformed', next, { expected: 'a minute', found: text })
      if ('candle' in line && line.candle.minutes !== undefined) {
        if (line.at < hole.from || endOf(line.candle) > hole.until)
          throw diverged('malformed', line.at, { expected: 'a bar within no_data', found: text })
        hole.from = endOf(line.candle)
        candles.push(line.candle)
        counts.minutes += line.candle.minutes
        continue
      }
      if (line.at !== next) throw diverged('passed_over', next, { expected: timeOf(next), found: text })
      if ('candle' in line) {
        candles.push(line.candle)
        counts.minutes += 1
        next = endOf(line.candle)
        continue
      }
      if (line.absence === 'missing')
        throw diverged('passed_over', line.at, {
          expected: 'a candle, or why there is none',
          found: text,
        })
      if (line.absence !== 'closed') counts.absent += (line.until - line.at) / CANDLE_MS
      if (line.absence === 'no_data') hole = { from: line.at, until: line.until }
      next = line.until
    }
  }
  if (next !== end && parts.length > 0)
    throw diverged('passed_over', Math.min(next, end), { expected: timeOf(end), found: timeOf(next) })
  return { candles, counts }
}

export const timeOf = (at: number) =>
  Number.isFinite(at) ? `${new Date(at).toISOString().slice(0, 16)}Z` : '—'
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
