// Owns the reading of price files as traders export them: MetaTrader 4 and 5, HistData, Dukascopy. It recognises the format,
// names every line it cannot believe, and decides nothing about what becomes of the rest.
import { Decimal, decimal } from './decimal.ts'
import { agrees, candleFault, type Fault, type MarketKind } from './market-checks.ts'
import { instantOf } from './zones.ts'

export type CsvFormat = 'mt4' | 'mt5' | 'histdata' | 'dukascopy'
export type CsvCandle = {
  openedAt: number
  open: string
  high: string
  low: string
  close: string
  spread: string
}
export type BadLine = { line: number; reason: Fault | 'unreadable' | 'twice' }

export type CsvReading =
  | { format: null }
  | { format: CsvFormat; zone: string | null; candles: CsvCandle[]; bad: BadLine[] }

export type CsvTerms = {
  /** What is traded, for how far its price may go. */
  kind: MarketKind
  /** How long a candle lasts, in milliseconds. */
  widthMs: number
  digits: number
  /** Where the file tells no spread, in price. */
  typicalSpread: string
  /** See `clockOf`; null to use the format's own, where it has one. */
  zone: string | null
  /** The time by our clock, in milliseconds since 1970, UTC. */
  now: number
}

type Row = { local: number; prices: [string, string, string, string]; spread: string | null; utc: boolean }

const DATE = '(\\d{4})\\.(\\d{2})\\.(\\d{2})'
const SHAPES: readonly { format: CsvFormat; header: RegExp | null; first: RegExp }[] = [
  {
    format: 'mt5',
    header: /^<DATE>\t<TIME>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>/i,
    first: new RegExp(`^${DATE}\\t`),
  },
  { format: 'dukascopy', header: /^(Gmt|Local) time,Open,High,Low,Close/i, first: /^\d{2}\.\d{2}\.\d{4} / },
  { format: 'histdata', header: null, first: /^\d{8} \d{6};/ },
  { format: 'mt4', header: null, first: new RegExp(`^${DATE},\\d{2}:\\d{2},`) },
]
/** HistData keeps Eastern Standard Time all year; Dukascopy writes its offset or GMT. MetaTrader's zone is the broker's. */
const OWN_ZONE: Record<CsvFormat, string | null> = {
  mt4: null,
  mt5: null,
  histdata: 'UTC-5',
  dukascopy: 'UTC',
}

/**
 * Every candle of a file and every line that is none, in the file's order. `zone` is the one that was used, null where
 * the file's is not known and none was given: then no candle is read. Throws a RangeError for a zone that is none.
 */
export function readHistoryCsv(text: string, terms: CsvTerms): CsvReading {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const shape = SHAPES.find(({ header, first }) => header?.test(lines[0] ?? '') || first.test(lines[0] ?? ''))
  if (!shape) return { format: null }
  const { format } = shape
  const zone = terms.zone ?? OWN_ZONE[format]
  const candles: CsvCandle[] = []
  const bad: BadLine[] = []
  if (zone === null) return { format, zone, candles, bad }
  const clock = clockOf(zone)
  const seen = new Set<number>()
  let before: string | null = null
  const candleAt = (line: string): CsvCandle | null => {
    const row = readRow(format, line)
    if (!row) return null
    const [open, high, low, close] = row.prices
    const spread = row.spread === null ? terms.typicalSpread : points(row.spread, terms.digits)
    return { openedAt: row.utc ? row.local : clock(row.local), open, high, low, close, spread }
  }
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || (index === 0 && shape.header?.test(line))) continue
    const candle = candleAt(line)
    if (!candle) {
      bad.push({ line: index + 1, reason: 'unreadable' })
      continue
    }
    const { openedAt, open, high, low, close } = candle
    let fault = candleFault(candle, { ...terms, before })
    if (fault === 'far_away') {
      const following = lines.slice(index + 1, index + 3).flatMap((next) => candleAt(next) ?? [])
      if (agrees(candle, following, terms)) fault = null
    }
    if (fault || seen.has(openedAt)) {
      bad.push({ line: index + 1, reason: fault ?? 'twice' })
      continue
    }
    seen.add(openedAt)
    before = close
    const exact = (price: string) => new Decimal(price).toFixed(terms.digits)
    candles.push({
      ...candle,
      open: exact(open),
      high: exact(high),
      low: exact(low),
      close: exact(close),
    })
  }
  return { format, zone, candles, bad }
}

/**
 * From local times (as if UTC, in milliseconds) to instants, by a zone's name: an IANA name, "UTC", a fixed "UTC+2", or an
 * IANA name with hours added: most brokers' servers run on "America/New_York+7". Throws a RangeError for anything else.
 */
export function clockOf(zone: string): (local: number) => number {
  const [, name = '', hours = '0'] = /^([A-Za-z_/]+)([+-]\d{1,2})?$/.exec(zone) ?? []
  const shift = Number(hours) * 3_600_000
  if (name === '' || Math.abs(shift) > 14 * 3_600_000) throw new RangeError(`${zone} is no time zone`)
  instantOf(name, 0)
  return (local) => instantOf(name, local - shift)
}

function readRow(format: CsvFormat, line: string): Row | null {
  if (format === 'histdata') {
    const [, y, mo, d, h, mi, s] = /^(\d{4})(\d{2})(\d{2}) (\d{2})(\d{2})(\d{2});/.exec(line) ?? []
    return row([y, mo, d, h, mi, s], line.split(';').slice(1, 5), null)
  }
  if (format === 'dukascopy') {
    const [, d, mo, y, h, mi, s, offset] =
      /^(\d{2})\.(\d{2})\.(\d{4}) (\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?: GMT([+-]\d{4}))?,/.exec(line) ?? []
    const read = row([y, mo, d, h, mi, s], line.split(',').slice(1, 5), null)
    if (!read || offset === undefined) return read
    const minutes = (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3))) * (offset[0] === '-' ? -1 : 1)
    return { ...read, local: read.local - minutes * 60_000, utc: true }
  }
  const cells = line.split(format === 'mt5' ? '\t' : ',')
  const [, y, mo, d] = new RegExp(`^${DATE}$`).exec(cells[0] ?? '') ?? []
  const [, h, mi, s = '00'] = /^(\d{2}):(\d{2})(?::(\d{2}))?$/.exec(cells[1] ?? '') ?? []
  return row([y, mo, d, h, mi, s], cells.slice(2, 6), format === 'mt5' ? (cells[8]?.trim() ?? null) : null)
}

function row(time: (string | undefined)[], prices: string[], spread: string | null): Row | null {
  if (time.some((part) => part === undefined) || prices.length !== 4) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = time.map(Number)
  const local = Date.UTC(year, month - 1, day, hour, minute, second)
  const again = new Date(local)
  // 31 February is no day: what comes back must be what was said.
  if (again.getUTCMonth() !== month - 1 || again.getUTCDate() !== day || hour > 23 || minute > 59) return null
  const [open = '', high = '', low = '', close = ''] = prices.map((price) => price.trim())
  return { local, prices: [open, high, low, close], spread, utc: false }
}

/** A number of points as a price; what is no whole number stays as it is and is refused as no price. */
function points(text: string, digits: number): string {
  const value = decimal(text)
  return value?.isInteger() ? value.times(new Decimal(10).pow(-digits)).toFixed(digits) : 'NaN'
}
