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
  ])('recognises %s and its clock', (format, text, zone, at) => {
    const reading = readHistoryCsv(text, { ...terms, zone })
    expect(reading).toMatchObject({
      format,
      bad: [],
      candles: [{ open: '1.10000', high: '1.12000', low: '1.08000', close: '1.11000' }],
    })
    if (reading.format) expect(iso(reading.candles[0]?.openedAt)).toBe(at)
  })

  it('takes the spread of MetaTrader 5 in points, and the usual one elsewhere', () => {
    const zone = 'UTC'
    expect(
      read(`${MT5}\n2024.01.02\t10:00:00\t1.1\t1.12\t1.08\t1.11\t9\t0\t12`, { zone }).candles[0]?.spread,
    ).toBe('0.00012')
    expect(read('2024.01.02,10:00,1.1,1.12,1.08,1.11,123', { zone }).candles[0]?.spread).toBe('0.00008')
  })

  it('reads no candle of MetaTrader without its broker’s zone', () => {
    expect(read('2024.01.02,10:00,1.1,1.12,1.08,1.11,123')).toEqual({
      format: 'mt4',
      zone: null,
      candles: [],
      bad: [],
    })
  })

  it('names every bad line by its number and reason', () => {
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

  it('recognises nothing in what is none of these', () => {
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
          text.split(/\r?\n/).filter((one) => one.trim() !== '').length,
        )
      }),
    )
  })
})

describe('clockOf', () => {
  it('refuses what is no zone', () => {
    for (const zone of ['', 'Nowhere/At_All', 'UTC+25', '7', 'UTC+2:30'])
      expect(() => clockOf(zone)).toThrow(RangeError)
  })
})
