import { describe, expect, it } from 'vitest'
import { type CsvCandle, clockOf } from './history-csv.ts'
import { type DoubtTerms, doubtsOf } from './history-doubts.ts'
import { marketIsOpen, type Session } from './sessions.ts'
import { anchorOf } from './simulation-parameters.ts'

const forex: Session = {
  timeZone: 'America/New_York',
  dayStarts: 1020,
  hours: [
    [0, 6780],
    [9660, 10080],
  ],
  closures: [],
}
const always: Session = { timeZone: 'UTC', dayStarts: 0, hours: [[0, 10080]], closures: [] }
const terms: DoubtTerms = {
  kind: 'forex',
  digits: 5,
  widthMs: 300_000,
  session: forex,
  zone: 'America/New_York+7',
  known: { price: '1.0865', at: Date.UTC(2024, 10, 22) },
}
const candle = (openedAt: number, price = '1.08650'): CsvCandle => ({
  openedAt,
  open: price,
  high: price,
  low: price,
  close: price,
  spread: '0.0001',
})
/** Every five minutes of three weeks around the change of summer time in which the market was open. */
const weeks = () => {
  const first = Date.UTC(2024, 9, 21)
  return Array.from({ length: 3 * 7 * 288 }, (_, index) => first + index * 300_000)
    .filter((at) => marketIsOpen(forex, at))
    .map((at) => candle(at))
}
const doubts = (candles: CsvCandle[], more: Partial<DoubtTerms> = {}, decimals = 5) =>
  doubtsOf({ candles, unclear: [], decimals }, { ...terms, ...more })

describe('a price file', () => {
  it('of a market in its hours raises no doubt', () => {
    expect(doubts(weeks())).toEqual([])
  })

  it('with another instrument’s prices is doubted, years away as well', () => {
    for (const at of [Date.UTC(2024, 9, 22, 12), Date.UTC(2016, 9, 18, 12)]) {
      expect(doubts([candle(at, '150.350')], {}, 5)).toMatchObject([
        { kind: 'price', price: '150.350', known: '1.0865' },
      ])
    }
    expect(doubts([candle(Date.UTC(2016, 9, 18, 12), '1.45000')])).toEqual([])
  })

  it.each([
    ['more decimals than the instrument has', 6],
    ['far fewer', 2],
  ])('with %s is doubted', (_, decimals) => {
    expect(doubts(weeks(), {}, decimals)).toEqual([{ kind: 'digits', written: decimals, digits: 5 }])
  })

  it('with a digit less is an older quotation', () => {
    expect(doubts(weeks(), {}, 4)).toEqual([])
  })

  it('with minutes of a closed market is doubted', () => {
    const saturday = Date.UTC(2024, 9, 26, 12)
    expect(doubts([...weeks(), candle(saturday)])).toEqual([
      { kind: 'closed_market', candles: 1, first: saturday },
    ])
  })

  it.each(['UTC+2', 'UTC', 'Europe/Paris'])(
    'read with the clock %s, which ends the week at a wrong hour, is told the right one',
    (zone) => {
      // What a broker's server on New York plus seven wrote, read as if it were of this zone.
      const broker = weeks().map(({ openedAt }) => brokerClock(openedAt))
      const read = clockOf(zone)
      const candles = broker.flatMap((local) => read(local).slice(0, 1)).map((at) => candle(at))
      expect(doubts(candles, { zone })).toMatchObject([{ kind: 'zone', zone: 'America/New_York+7', left: 0 }])
    },
  )

  it('of a market that never closes has no week’s end', () => {
    expect(doubts([candle(Date.UTC(2024, 9, 26, 12))], { session: always })).toEqual([])
  })

  it('with an hour that could be two is doubted', () => {
    const unclear = [candle(Date.UTC(2024, 9, 27))]
    expect(doubtsOf({ candles: [], unclear, decimals: 5 }, terms)).toEqual([
      { kind: 'repeated_hour', candles: 1, first: Date.UTC(2024, 9, 27) },
    ])
  })
})

it('the order of magnitude of a cross follows from its legs', () => {
  expect(anchorOf('EURUSD')).toBe('1.0865')
  expect(Number(anchorOf('EURJPY'))).toBeCloseTo(163.36, 1)
  expect(Number(anchorOf('EURGBP'))).toBeCloseTo(0.8545, 3)
  expect(anchorOf('NOTHING')).toBeNull()
})

function brokerClock(at: number): number {
  return (
    Date.parse(`${new Date(at).toLocaleString('sv-SE', { timeZone: 'America/New_York' })}Z`) + 7 * 3_600_000
  )
}
