// The text of the minutes that a signal or a statement was decided on (supabase/schemas/signals/signal_minutes.sql): a part is a day in
// UTC, whose lines cover each of its minutes. Hashes are computed from this text, so it is never rewritten.
import { CANDLE_MS, type Candle } from './trade.ts'

/** A row of `signal_minutes` or `statement_minutes`, as in the export of minutes. */
export type MinutesPart = ({ signal_id: string } | { statement_id: string } | { idea: string }) & {
  /** In UTC: `2026-11-20`. */
  day: string
  /** Lines joined by line feeds. */
  minutes: string
}

/**
 * Why there are no prices: no trade or no data (both recorded in `market_gaps`), a closed market, or no reason, which a valid
 * record never has.
 */
export type Absence = 'no_trade' | 'no_data' | 'closed' | 'missing'

/**
 * A minute's candle, a longer bar within a stretch of `no_data`, or a stretch [at, until) without prices. Milliseconds since
 * 1970, UTC.
 */
export type MinutesLine = { at: number; candle: Candle } | { at: number; until: number; absence: Absence }

/** The text of a part from which its SHA-256 is computed. */
export function partText({ day, minutes }: Pick<MinutesPart, 'day' | 'minutes'>): string {
  return `${day}\n${minutes}`
}

const PRICE = String.raw`(\d{1,12}(?:\.\d{1,12})?)`
const CLOCK = String.raw`([01]\d|2[0-3]):([0-5]\d)`
const CANDLE = new RegExp(`^${CLOCK}(?:/([1-9]\\d{0,3}))?${` ${PRICE}`.repeat(5)}$`)
const STRETCH = new RegExp(`^${CLOCK}-(?:${CLOCK}|(24):00) (no_trade|no_data|closed|missing)$`)

/** Parses a line of a part; null if invalid. `midnight` is the part's day. */
export function readLine(midnight: number, line: string): MinutesLine | null {
  const candle = CANDLE.exec(line)
  if (candle) {
    const [, hours, minutes, width, open, high, low, close, spread] = candle
    const at = midnight + clock(hours, minutes)
    const bar = { openedAt: at, open: open!, high: high!, low: low!, close: close!, spread: spread! }
    return { at, candle: width === undefined ? bar : { ...bar, minutes: Number(width) } }
  }
  const stretch = STRETCH.exec(line)
  if (!stretch) return null
  const [, hours, minutes, untilHours, untilMinutes, end, absence] = stretch
  const at = midnight + clock(hours, minutes)
  const until = midnight + clock(end ?? untilHours, untilMinutes ?? '0')
  return until > at ? { at, until, absence: absence as Absence } : null
}

const clock = (hours = '0', minutes = '0') => (Number(hours) * 60 + Number(minutes)) * CANDLE_MS

/** The parts of a file: JSON lines as exported, or one JSON array. Throws a SyntaxError for anything else. */
export function readMinutes(text: string): MinutesPart[] {
  const values: unknown = text.trimStart().startsWith('[')
    ? JSON.parse(text)
    : text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => JSON.parse(line) as unknown)
  for (const [index, value] of (values as unknown[]).entries())
    if (!isPart(value))
      throw new SyntaxError(`part ${index + 1} is not { signal_id, statement_id or idea, day, minutes }`)
  return values as MinutesPart[]
}

function isPart(value: unknown): value is MinutesPart {
  if (typeof value !== 'object' || value === null) return false
  const { signal_id, statement_id, idea, day, minutes } = value as Record<string, unknown>
  return [signal_id ?? statement_id ?? idea, day, minutes].every((text) => typeof text === 'string')
}

/** The parts of each signal, statement and idea, by its id. */
export function partsById(parts: Iterable<MinutesPart>): Map<string, MinutesPart[]> {
  return Map.groupBy(parts, (part) =>
    'signal_id' in part ? part.signal_id : 'idea' in part ? part.idea : part.statement_id,
  )
}
