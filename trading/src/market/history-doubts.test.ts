import { describe, expect, it } from 'vitest'
import { clockOf } from './history-csv.ts'
import { type DoubtTerms, doubtsOf } from './history-doubts.ts'
import type { GivenCandle } from './market-checks.ts'
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
const candle = (openedAt: number, price = '1.08650'): GivenCandle => ({
  openedAt,
  open: price,
  high: price,
  low: price,
  close: price,
  spread: '0.0001',
})
/** Every five minutes in market hours, over three weeks around the start of summer time. */
const weeks = () => {
  const first = Date.UTC(2024, 9, 21)
  return Array.from({ length: 3 * 7 * 288 }, (_, index) => first + index * 300_000)
    .filter((at) => marketIsOpen(forex, at))
    .map((at) => candle(at))
}
const doubts = (candles: GivenCandle[], more: Partial<DoubtTerms> = {}, decimals = 5) =>
  doubtsOf({ candles, unclear: [], decimals }, { ...terms, ...more })

describe('a price file', () => {
  it('within market hours raises no doubt', () => {
    expect(doubts(weeks())).toEqual([])
  })

  it('with another instrument’s prices raises a doubt, even years away', () => {
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
  ])('with %s raises a doubt', (_, decimals) => {
    expect(doubts(weeks(), {}, decimals)).toEqual([{ kind: 'digits', written: decimals, digits: 5 }])
  })

  it('with one digit less is an older quotation', () => {
    expect(doubts(weeks(), {}, 4)).toEqual([])
  })

  it('with minutes in a closed market raises a doubt', () => {
    const saturday = Date.UTC(2024, 9, 26, 12)
    expect(doubts([...weeks(), candle(saturday)])).toEqual([
      { kind: 'closed_market', candles: 1, first: saturday },
    ])
  })

  it.each(['UTC+2', 'UTC', 'Europe/Paris'])(
    'read in the time zone %s, in which the week ends at the wrong hour, suggests the right one',
    (zone) => {
      // Written by a broker's server on New York plus seven, read in this time zone.
      const broker = weeks().map(({ openedAt }) => brokerClock(openedAt))
      const read = clockOf(zone)
      const candles = broker.flatMap((local) => read(local).slice(0, 1)).map((at) => candle(at))
      expect(doubts(candles, { zone })).toMatchObject([{ kind: 'zone', zone: 'America/New_York+7', left: 0 }])
    },
  )

  it('of a market that never closes has no week’s end to check', () => {
    expect(doubts([candle(Date.UTC(2024, 9, 26, 12))], { session: always })).toEqual([])
  })

  it('with an ambiguous hour raises a doubt', () => {
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
