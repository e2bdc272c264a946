import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clockOf, readHistoryCsv } from './history-csv.ts'

const terms = {
  kind: 'forex' as const,
  widthMs: 60_000,
  digits: 5,
  typicalSpread: '0.00008',
  zone: null,
  now: Date.UTC(2026, 10, 21),
}
const MT5 = '<DATE>\t<TIME>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>\t<TICKVOL>\t<VOL>\t<SPREAD>'
const read = (text: string, more: Partial<typeof terms> | { zone: string } = {}) => {
  const reading = readHistoryCsv(text, { ...terms, ...more })
  if (reading.format === null) throw new Error('not recognised')
  return reading
}
const iso = (at: number | undefined) => new Date(at ?? 0).toISOString()

describe('readHistoryCsv', () => {
  it.each<[string, string, string | null, string]>([
    [
      'mt5',
      `${MT5}\n2024.07.02\t10:00:00\t1.1\t1.12\t1.08\t1.11\t9\t0\t12`,
      'America/New_York+7',
      '2024-07-02T07:00:00.000Z',
    ],
    [
      'mt5',
      `${MT5}\r\n2024.01.02\t10:00:00\t1.1\t1.12\t1.08\t1.11\t9\t0\t12\r\n`,
      'America/New_York+7',
      '2024-01-02T08:00:00.000Z',
    ],
    ['mt4', '2024.01.02,10:00,1.1,1.12,1.08,1.11,123', 'UTC+2', '2024-01-02T08:00:00.000Z'],
    ['histdata', '20240702 100000;1.1;1.12;1.08;1.11;0', null, '2024-07-02T15:00:00.000Z'],
    [
      'dukascopy',
      'Gmt time,Open,High,Low,Close,Volume\n02.07.2024 10:00:00.000,1.1,1.12,1.08,1.11,3.4',
      null,
      '2024-07-02T10:00:00.000Z',
    ],
    [
      'dukascopy',
      'Local time,Open,High,Low,Close,Volume\n02.07.2024 10:00:00.000 GMT+0200,1.1,1.12,1.08,1.11,3.4',
      null,
      '2024-07-02T08:00:00.000Z',
    ],
  ])('recognises %s and its time zone', (format, text, zone, at) => {
    const reading = readHistoryCsv(text, { ...terms, zone })
    expect(reading).toMatchObject({
      format,
      bad: [],
      candles: [{ open: '1.10000', high: '1.12000', low: '1.08000', close: '1.11000' }],
    })
    if (reading.format) expect(iso(reading.candles[0]?.openedAt)).toBe(at)
  })

  it('reads MetaTrader 5’s spread in points, and uses the usual one for other formats', () => {
    const zone = 'UTC'
    expect(
      read(`${MT5}\n2024.01.02\t10:00:00\t1.1\t1.12\t1.08\t1.11\t9\t0\t12`, { zone }).candles[0]?.spread,
    ).toBe('0.00012')
    expect(read('2024.01.02,10:00,1.1,1.12,1.08,1.11,123', { zone }).candles[0]?.spread).toBe('0.00008')
  })

  it('reads no MetaTrader candle without the broker’s time zone', () => {
    expect(read('2024.01.02,10:00,1.1,1.12,1.08,1.11,123')).toEqual({
      format: 'mt4',
      zone: null,
      candles: [],
      bad: [],
      unclear: [],
      decimals: 0,
    })
  })

  it('reports every invalid line with number and reason', () => {
    const lines = [
      '2024.01.02,10:00,1.1,1.12,1.08,1.11,1',
      '2024.01.02,10:01,1.1,1.0,1.2,1.15,1',
      '2024.01.02,10:02,1.1,1.12,1.08,-1,1',
      '2024.01.02,10:00,1.1,1.12,1.08,1.11,1',
      '2024.02.31,10:00,1.1,1.12,1.08,1.11,1',
      'garbage',
      '2024.01.02,10:03,1.1,1.2,1.0',
      '2024.01.02,10:04,1.1,1.12,1.08,1e3,1',
      '2024.01.02,10:05,1.1,9.2,1.0,1.15,1',
      '2030.01.02,10:05,1.1,1.12,1.08,1.11,1',
      '',
      '2024.01.02,10:06,1.1,1.12,1.08,1.11,1',
    ]
    const { candles, bad } = read(lines.join('\n'), { zone: 'UTC' })
    expect(candles).toHaveLength(2)
    expect(bad).toEqual([
      { line: 2, reason: 'high_below_low' },
      { line: 3, reason: 'not_a_price' },
      { line: 4, reason: 'twice' },
      { line: 5, reason: 'unreadable' },
      { line: 6, reason: 'unreadable' },
      { line: 7, reason: 'unreadable' },
      { line: 8, reason: 'not_a_price' },
      { line: 9, reason: 'far_away' },
      { line: 10, reason: 'in_the_future' },
    ])
  })

  it('recognises no other format', () => {
    for (const text of ['', 'date;open', '{"a":1}', '1.1,1.2'])
      expect(readHistoryCsv(text, terms)).toEqual({ format: null })
  })

  it('never throws, and every line is a candle, a bad line, the header or empty', () => {
    const line = fc.oneof(
      fc.string(),
      fc
        .tuple(fc.nat({ max: 59 }), fc.string({ maxLength: 8 }))
        .map(([minute, odd]) => `2024.01.02,10:${String(minute).padStart(2, '0')},1.1,1.2,${odd},1.15,1`),
      fc
        .nat({ max: 59 })
        .map((minute) => `2024.01.02,10:${String(minute).padStart(2, '0')},1.1,1.12,1.08,1.11,1`),
    )
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const all = ['2024.01.02,09:59,1.1,1.12,1.08,1.11,1', ...lines]
        const text = all.join('\n')
        const { candles, bad } = read(text, { zone: 'UTC' })
        expect(candles.length + bad.length).toBe(
          text.split(/\r?\n/).filter((one) => one.replaceAll('"', '').trim() !== '').length,
        )
      }),
    )
  })
})

const prices = '1.1,1.12,1.08,1.11'
const tabbed = prices.replaceAll(',', '\t')

describe('a table with named columns', () => {
  it.each<[string, string, string | null, string]>([
    ['seconds', `time,open,high,low,close\n1719907200,${prices}`, null, '2024-07-02T08:00:00.000Z'],
    [
      'milliseconds',
      `timestamp,open,high,low,close,volume\n1719907200000,${prices},7`,
      null,
      '2024-07-02T08:00:00.000Z',
    ],
    [
      'ISO stamps in UTC',
      `time,open,high,low,close\n2024-07-02T08:00:00Z,${prices}`,
      null,
      '2024-07-02T08:00:00.000Z',
    ],
    [
      'ISO stamps with an offset',
      `Date;Open;High;Low;Close\n2024-07-02T10:00:00.000+02:00;${prices.replaceAll(',', ';')}`,
      null,
      '2024-07-02T08:00:00.000Z',
    ],
    [
      'a clock that is named',
      `time,open,high,low,close\n2024-07-02 10:00:00,${prices}`,
      'Europe/Paris',
      '2024-07-02T08:00:00.000Z',
    ],
    [
      'a date and a time',
      `Date,Time,Open,High,Low,Close,Volume\n2024.07.02,10:00,${prices},1`,
      'Europe/Paris',
      '2024-07-02T08:00:00.000Z',
    ],
    [
      'quotes and tabs',
      `"Time"\t"Open"\t"High"\t"Low"\t"Close"\n"2024-07-02 08:00"\t"${prices.replaceAll(',', '"\t"')}"`,
      'UTC',
      '2024-07-02T08:00:00.000Z',
    ],
    [
      'MetaTrader in quotes',
      `"<DATE>"\t"<TIME>"\t"<OPEN>"\t"<HIGH>"\t"<LOW>"\t"<CLOSE>"\n2024.07.02\t08:00:00\t${tabbed}`,
      'UTC',
      '2024-07-02T08:00:00.000Z',
    ],
    [
      'columns in another order',
      'close,low,high,open,time\n1.11,1.08,1.12,1.1,1719907200',
      null,
      '2024-07-02T08:00:00.000Z',
    ],
  ])('is read with %s', (_, text, zone, at) => {
    const reading = read(text, zone === null ? {} : { zone })
    expect(reading.bad).toEqual([])
    expect(reading.candles).toMatchObject([
      { open: '1.10000', high: '1.12000', low: '1.08000', close: '1.11000' },
    ])
    expect(iso(reading.candles[0]?.openedAt)).toBe(at)
  })

  it('is not read without a time zone', () => {
    expect(read(`time,open,high,low,close\n2024-07-02 10:00,${prices}`).zone).toBeNull()
  })

  it('may not contain ambiguous dates', () => {
    const reading = read(`time,open,high,low,close\n01/02/2024 10:00,${prices}`, { zone: 'UTC' })
    expect(reading.bad).toEqual([{ line: 2, reason: 'unreadable' }])
  })
})

describe('a repeated hour', () => {
  // Paris, 27 October 2024: 02:00 to 03:00 occurs from midnight and from one o'clock UTC.
  const change = Date.UTC(2024, 9, 27)
  const rows = (locals: string[]) =>
    ['time,open,high,low,close', ...locals.map((at) => `2024-10-27 ${at},${prices}`)].join('\n')
  const paris = { zone: 'Europe/Paris', kind: 'crypto' as const }

  it('is two hours in a market that never closes', () => {
    const { candles, bad, unclear } = read(
      rows(['01:59', '02:00', '02:59', '02:00', '02:59', '03:00']),
      paris,
    )
    expect({ bad, unclear }).toEqual({ bad: [], unclear: [] })
    expect(candles.map(({ openedAt }) => (openedAt - change) / 60_000)).toEqual([-1, 0, 59, 60, 119, 120])
  })

  it('is read the same in descending order', () => {
    const { candles } = read(rows(['03:00', '02:59', '02:00', '02:59', '02:00', '01:59']), paris)
    expect(candles.map(({ openedAt }) => (openedAt - change) / 60_000)).toEqual([120, 119, 60, 59, 0, -1])
  })

  it('is ambiguous if the file contains it once', () => {
    const { candles, unclear } = read(rows(['01:59', '02:00', '02:30', '03:00']), paris)
    expect(candles).toHaveLength(2)
    expect(unclear).toHaveLength(2)
  })

  it('has no counterpart in March: a skipped time is reported', () => {
    const text = `time,open,high,low,close\n2024-03-31 01:59,${prices}\n2024-03-31 02:30,${prices}\n2024-03-31 03:00,${prices}`
    expect(read(text, paris).bad).toEqual([{ line: 3, reason: 'no_such_time' }])
  })

  it('never loses or duplicates a minute, for any time zone and direction', () => {
    const zones = ['Europe/Paris', 'America/New_York+7', 'Australia/Lord_Howe', 'America/St_Johns', 'UTC+3']
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(2015, 0, 1) / 60_000, max: Date.UTC(2026, 0, 1) / 60_000 }),
        fc.constantFrom(Date.UTC(2024, 9, 27, 1), Date.UTC(2024, 10, 3, 6), Date.UTC(2024, 3, 6, 15), null),
        fc.boolean(),
        (zone, anywhere, near, falls) => {
          const start = near === null ? anywhere * 60_000 : near - 3 * 3_600_000
          const instants = Array.from({ length: 120 }, (_, index) => start + index * 5 * 60_000)
          const shown = instants.map((at) => localText(zone, at))
          const lines = falls ? shown.toReversed() : shown
          const text = ['time,open,high,low,close', ...lines.map((at) => `${at},${prices}`)].join('\n')
          const reading = read(text, { ...paris, zone })
          expect(reading.bad).toEqual([])
          const times = reading.candles.map(({ openedAt }) => openedAt)
          const inOrder = falls ? times.toReversed() : times
          // Only data that begin or end within a repeated hour are ambiguous; nothing is misplaced.
          const isTwice = (at: number) =>
            [-60, -30, 30, 60].some((away) => localText(zone, at + away * 60_000) === localText(zone, at))
          const first = instants[0] ?? 0
          const last = instants.at(-1) ?? 0
          const cut = isTwice(first) || isTwice(last)
          expect(inOrder).toEqual(
            cut ? instants.filter((at) => !isTwice(at) || times.includes(at)) : instants,
          )
        },
      ),
    )
  })
})

/** The local time at an instant, computed independently of the tested code. */
function localText(zone: string, at: number): string {
  const [, name = '', hours = '0'] = /^(.+?)([+-]\d+)?$/.exec(zone) ?? []
  const local = Date.parse(`${new Date(at).toLocaleString('sv-SE', { timeZone: name })}Z`)
  return new Date(local + Number(hours) * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
}

describe('clockOf', () => {
  it('refuses an invalid time zone', () => {
    for (const zone of ['', 'Nowhere/At_All', 'UTC+25', '7', 'UTC+2:30'])
      expect(() => clockOf(zone)).toThrow(RangeError)
  })
})
