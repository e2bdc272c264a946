// Reads price files as traders export them. Reports every invalid line and resolves which of two times a repeated hour means;
// what happens to the rest is decided elsewhere.
import { Decimal, decimal } from '../decimal.ts'
import { type CsvFormat, type Row, shapeOf } from './history-shapes.ts'
import { agrees, candleFault, type Fault, type GivenCandle, type MarketKind } from './market-checks.ts'
import { instantsOf } from './zones.ts'

export type BadLine = { line: number; reason: Fault | 'unreadable' | 'twice' | 'no_such_time' }

type FileReading = {
  format: CsvFormat
  zone: string | null
  candles: GivenCandle[]
  bad: BadLine[]
  /** Candles of an hour that the clock showed twice but the file contains once: ambiguous. */
  unclear: GivenCandle[]
  /** The maximum number of decimals of a price in the file. */
  decimals: number
}
export type CsvReading = { format: null } | FileReading

export type CsvTerms = {
  /** The market kind, which determines plausible moves. */
  kind: MarketKind
  /** Length of a candle in milliseconds. */
  widthMs: number
  digits: number
  /** Used if the file contains no spread, in price. */
  typicalSpread: string
  /** See `clockOf`; null for the format's own, if it has one. */
  zone: string | null
  /** The current time, in milliseconds since 1970, UTC. */
  now: number
}

/**
 * All candles and all invalid lines of a file, in order. `zone` is the time zone used; null if unknown, and then no candle is
 * read. Throws a RangeError for an invalid time zone.
 */
export function readHistoryCsv(text: string, terms: CsvTerms): CsvReading {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replaceAll('"', '')
    .split(/\r?\n/)
  const shape = shapeOf(lines[0] ?? '')
  if (!shape) return { format: null }
  const { format } = shape
  const rows = lines.map((line, index) =>
    line.trim() === '' || (index === 0 && shape.hasHeader) ? EMPTY : shape.read(line),
  )
  const written = rows.filter((row) => row !== EMPTY && row !== null)
  const own = shape.zone ?? (written.length > 0 && written.every(({ utc }) => utc) ? 'UTC' : null)
  const zone = terms.zone ?? own
  const reading: FileReading = { format, zone, candles: [], bad: [], unclear: [], decimals: 0 }
  if (zone === null) return reading
  const { instants, unclear } = instantsInOrder(rows, clockOf(zone))
  const candleAt = (index: number): GivenCandle | null => {
    const row = rows[index]
    if (!row || row === EMPTY) return null
    const [open, high, low, close] = row.prices
    const spread = row.spread === null ? terms.typicalSpread : points(row.spread, terms.digits)
    return { openedAt: instants[index] ?? Number.NaN, open, high, low, close, spread }
  }
  const seen = new Set<number>()
  let before: string | null = null
  for (const [index, row] of rows.entries()) {
    if (row === EMPTY) continue
    const candle = candleAt(index)
    let reason: BadLine['reason'] | null = null
    if (!candle) reason = 'unreadable'
    else if (Number.isNaN(candle.openedAt)) reason = 'no_such_time'
    else reason = candleFault(candle, { ...terms, before })
    if (candle && reason === 'far_away') {
      const following = [candleAt(index + 1), candleAt(index + 2)].filter((next) => next !== null)
      if (agrees(candle, following, terms)) reason = null
    }
    if (candle && reason === null && seen.has(candle.openedAt)) reason = 'twice'
    if (!candle || reason) {
      reading.bad.push({ line: index + 1, reason: reason ?? 'unreadable' })
      continue
    }
    seen.add(candle.openedAt)
    before = candle.close
    for (const price of row?.prices ?? [])
      reading.decimals = Math.max(reading.decimals, price.split('.')[1]?.length ?? 0)
    const exact = (price: string) => new Decimal(price).toFixed(terms.digits)
    const { open, high, low, close } = candle
    const kept = { ...candle, open: exact(open), high: exact(high), low: exact(low), close: exact(close) }
    if (unclear[index] === 1) reading.unclear.push(kept)
    else reading.candles.push(kept)
  }
  return reading
}

/** A header or an empty line. */
const EMPTY = 'empty'
type Empty = typeof EMPTY
type Clock = (local: number) => number[]

/**
 * Converts local times (as if UTC, in milliseconds) to instants, by a time zone's name: an IANA name, "UTC", a fixed "UTC+2",
 * or an IANA name with hours added, such as "America/New_York+7", which most brokers' servers use. Two instants when clocks go
 * back, none when they go forward. Throws a RangeError for anything else.
 */
export function clockOf(zone: string): Clock {
  const [, name = '', hours = '0'] = /^([A-Za-z_/]+)([+-]\d{1,2})?$/.exec(zone) ?? []
  const shift = Number(hours) * 3_600_000
  if (name === '' || Math.abs(shift) > 14 * 3_600_000) throw new RangeError(`${zone} is not a time zone`)
  instantsOf(name, 0)
  return (local) => instantsOf(name, local - shift)
}

/**
 * The instant of each row, NaN if there is none. In a repeated hour, rows are the first occurrence until the clock goes back;
 * if it never does, the hour is ambiguous (1), since either occurrence may be missing.
 */
function instantsInOrder(rows: readonly (Row | Empty | null)[], clock: Clock) {
  const instants = new Float64Array(rows.length).fill(Number.NaN)
  const unclear = new Uint8Array(rows.length)
  const locals = rows.flatMap((row) => (row && row !== EMPTY ? row.local : []))
  const falls = (locals[0] ?? 0) > (locals.at(-1) ?? 0)
  let last = Number.NEGATIVE_INFINITY
  let repeated: number[] = []
  for (let step = 0; step < rows.length; step += 1) {
    const index = falls ? rows.length - 1 - step : step
    const row = rows[index]
    if (!row || row === EMPTY) continue
    const [first, second] = row.utc ? [row.local] : clock(row.local)
    if (first === undefined) continue
    if (second === undefined) repeated = []
    const isSecond = second !== undefined && first <= last
    if (isSecond) for (const earlier of repeated.splice(0)) unclear[earlier] = 0
    else if (second !== undefined) {
      unclear[index] = 1
      repeated.push(index)
    }
    instants[index] = isSecond ? second : first
    last = Math.max(last, isSecond ? second : first)
  }
  return { instants, unclear }
}

/** Converts points to a price; a text that is not an integer is kept and later refused as a price. */
function points(text: string, digits: number): string {
  const value = decimal(text)
  return value?.isInteger() ? value.times(new Decimal(10).pow(-digits)).toFixed(digits) : 'NaN'
}
