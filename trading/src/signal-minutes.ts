// Owns the text of the minutes that a signal or a statement was decided on (supabase/schemas/signals/signal_minutes.sql): a part is a day in
// UTC, and its lines account for each minute of it. What hashes are taken of is this text, so it is read and never rewritten.
import { CANDLE_MS, type Candle } from './trade.ts'

/** A row of `signal_minutes` or `statement_minutes`, as the export of minutes holds it. */
export type MinutesPart = ({ signal_id: string } | { statement_id: string }) & {
  /** In UTC: `2026-11-20`. */
  day: string
  /** Lines joined by line feeds. */
  minutes: string
}

/**
 * Why there are no prices: nothing traded, nobody has them (both written in `market_gaps`), the market was closed; or no
 * reason at all, which is what a record may not hold.
 */
export type Absence = 'no_trade' | 'no_data' | 'closed' | 'missing'

/** A minute's candle, a longer bar within a stretch of `no_data`, or a stretch [at, until) without prices. Milliseconds since 1970, UTC. */
export type MinutesLine = { at: number; candle: Candle } | { at: number; until: number; absence: Absence }

/** The text that a part's SHA-256 is of. */
export function partText({ day, minutes }: Pick<MinutesPart, 'day' | 'minutes'>): string {
  return `${day}\n${minutes}`
}

const PRICE = String.raw`(\d{1,12}(?:\.\d{1,12})?)`
const CLOCK = String.raw`([01]\d|2[0-3]):([0-5]\d)`
const CANDLE = new RegExp(`^${CLOCK}(?:/([1-9]\\d{0,3}))?${` ${PRICE}`.repeat(5)}$`)
const STRETCH = new RegExp(`^${CLOCK}-(?:${CLOCK}|(24):00) (no_trade|no_data|closed|missing)$`)

/** A part's line; null for what is none. `midnight` is the part's day. */
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

/** The parts of a file: JSON lines as the product gives them, or one JSON list. Throws a SyntaxError for anything else. */
export function readMinutes(text: string): MinutesPart[] {
  const values: unknown = text.trimStart().startsWith('[')
    ? JSON.parse(text)
    : text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => JSON.parse(line) as unknown)
  for (const [index, value] of (values as unknown[]).entries())
    if (!isPart(value))
      throw new SyntaxError(`part ${index + 1} is not { signal_id or statement_id, day, minutes }`)
  return values as MinutesPart[]
}

function isPart(value: unknown): value is MinutesPart {
  if (typeof value !== 'object' || value === null) return false
  const { signal_id, statement_id = signal_id, day, minutes } = value as Record<string, unknown>
  return [statement_id, day, minutes].every((text) => typeof text === 'string')
}

/** The parts of each signal and statement, by its id. */
export function partsById(parts: Iterable<MinutesPart>): Map<string, MinutesPart[]> {
  return Map.groupBy(parts, (part) => ('signal_id' in part ? part.signal_id : part.statement_id))
}
