// Recognises the formats of price files and parses their lines. What happens to an invalid line is decided elsewhere.

export type CsvFormat = 'mt4' | 'mt5' | 'histdata' | 'dukascopy' | 'table'

/** A line: its time (as if UTC, in milliseconds) with prices as written; `spread` in points, null if absent. */
export type Row = {
  local: number
  prices: [open: string, high: string, low: string, close: string]
  spread: string | null
  /** Whether the line contains its UTC offset: then `local` is an instant. */
  utc: boolean
}

export type Shape = {
  format: CsvFormat
  /** The format's time zone, null if it depends on the file's author. */
  zone: string | null
  hasHeader: boolean
  read: (line: string) => Row | null
}

const DATE = '(\\d{4})\\.(\\d{2})\\.(\\d{2})'

/** The format indicated by a file's first line, null if unknown. Quotes around cells must be removed. */
export function shapeOf(first: string): Shape | null {
  const own = OWN.find(({ header, line }) => header?.test(first) || line.test(first))
  if (own) return { ...own, hasHeader: own.header?.test(first) ?? false }
  return tableShape(first)
}

/** HistData uses Eastern Standard Time all year; Dukascopy writes its offset or GMT. MetaTrader uses the broker's time zone. */
const OWN: readonly (Omit<Shape, 'hasHeader'> & { header: RegExp | null; line: RegExp })[] = [
  {
    format: 'mt5',
    zone: null,
    header: /^<DATE>\t<TIME>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>/i,
    line: new RegExp(`^${DATE}\\t`),
    read: (line) => metaTrader(line.split('\t'), line.split('\t')[8]?.trim() ?? null),
  },
  {
    format: 'dukascopy',
    zone: 'UTC',
    header: /^(Gmt|Local) time,Open,High,Low,Close/i,
    line: /^\d{2}\.\d{2}\.\d{4} /,
    read: dukascopy,
  },
  {
    format: 'histdata',
    zone: 'UTC-5',
    header: null,
    line: /^\d{8} \d{6};/,
    read: (line) => rowOf(stamp(line.slice(0, 15)), line.split(';').slice(1, 5)),
  },
  {
    format: 'mt4',
    zone: null,
    header: null,
    line: new RegExp(`^${DATE},\\d{2}:\\d{2},`),
    read: (line) => metaTrader(line.split(','), null),
  },
]

function metaTrader(cells: string[], spread: string | null): Row | null {
  if (!new RegExp(`^${DATE}$`).test(cells[0] ?? '')) return null
  const row = rowOf(stamp(`${cells[0]} ${cells[1]}`), cells.slice(2, 6))
  return row && { ...row, spread }
}

function dukascopy(line: string): Row | null {
  const [when = '', ...cells] = line.split(',')
  return rowOf(stamp(when.replace(/ GMT([+-])/, '$1')), cells.slice(0, 4))
}

const COLUMNS = {
  time: ['time', 'datetime', 'timestamp', 'date time', 'date/time', 'open time', 'gmt time', 'local time'],
  date: ['date', 'day'],
  open: ['open', 'o'],
  high: ['high', 'h'],
  low: ['low', 'l'],
  close: ['close', 'c', 'last'],
}

/** Any table with named columns; its time zone depends on the author unless timestamps contain an offset. */
function tableShape(first: string): Shape | null {
  const delimiter = ['\t', ';', ','].find((one) => first.split(one).length >= 5)
  if (!delimiter) return null
  const names = first.split(delimiter).map((name) => name.trim().toLowerCase().replace(/^<|>$/g, ''))
  const place = (column: keyof typeof COLUMNS) => names.findIndex((name) => COLUMNS[column].includes(name))
  const prices = [place('open'), place('high'), place('low'), place('close')]
  const when = [place('date'), place('time')].filter((at) => at >= 0)
  if (prices.includes(-1) || when.length === 0) return null
  return {
    format: 'table',
    zone: null,
    hasHeader: true,
    read: (line) => {
      const cells = line.split(delimiter)
      return rowOf(
        stamp(when.map((at) => cells[at]?.trim() ?? '').join(' ')),
        prices.map((at) => cells[at] ?? ''),
      )
    },
  }
}

type Stamp = Pick<Row, 'local' | 'utc'>

const CLOCK = '(?:[T ](\\d{2}):?(\\d{2})(?::?(\\d{2})(?:\\.\\d+)?)?)?\\s*(Z|UTC|GMT|[+-]\\d{2}:?\\d{2})?'
const YEAR_FIRST = new RegExp(`^(\\d{4})([-./]?)(\\d{2})\\2(\\d{2})${CLOCK}$`, 'i')
const DAY_FIRST = new RegExp(`^(\\d{2})\\.(\\d{2})\\.(\\d{4})${CLOCK}$`, 'i')

/**
 * A timestamp: year first, day first with dots, or seconds or milliseconds since 1970. A date with slashes and the year last is
 * refused, because 01/02 is ambiguous.
 */
function stamp(text: string): Stamp | null {
  if (/^\d{10}$/.test(text)) return { local: Number(text) * 1000, utc: true }
  if (/^\d{13}$/.test(text)) return { local: Number(text), utc: true }
  const [, year, , month, day, ...clock] = YEAR_FIRST.exec(text) ?? []
  if (year) return stampOf([year, month, day], clock)
  const [, dayOf, monthOf, yearOf, ...clockOf] = DAY_FIRST.exec(text) ?? []
  return yearOf ? stampOf([yearOf, monthOf, dayOf], clockOf) : null
}

function stampOf(date: (string | undefined)[], clock: (string | undefined)[]): Stamp | null {
  const [year = 0, month = 0, day = 0] = date.map(Number)
  const [hour = 0, minute = 0, second = 0] = clock.slice(0, 3).map((part) => Number(part ?? 0))
  const local = Date.UTC(year, month - 1, day, hour, minute, second)
  const again = new Date(local)
  // Rejects invalid dates such as 31 February, which Date would normalise.
  if (again.getUTCMonth() !== month - 1 || again.getUTCDate() !== day || hour > 23 || minute > 59) return null
  const zone = clock[3]
  if (zone === undefined) return { local, utc: false }
  const [, sign, hours = 0, minutes = 0] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? []
  const ahead = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
  return { local: local - ahead * 60_000, utc: true }
}

function rowOf(when: Stamp | null, cells: string[]): Row | null {
  if (!when || cells.length !== 4) return null
  const [open = '', high = '', low = '', close = ''] = cells.map((price) => price.trim())
  return { ...when, prices: [open, high, low, close], spread: null }
}
