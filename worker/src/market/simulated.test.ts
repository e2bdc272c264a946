import { describe, expect, it } from 'vitest'
import type { MarketCandle, MarketInstrument } from './provider.ts'
import { SimulatedMarket } from './simulated.ts'

const MONDAY = Date.UTC(2026, 10, 23, 9)
const MINUTE = 60_000
const always = { timeZone: 'UTC', dayStarts: 0, hours: [[0, 10_080]], closures: [] } as const
const week = {
  timeZone: 'America/New_York',
  dayStarts: 1020,
  hours: [
    [0, 6780],
    [9660, 10_080],
  ],
  closures: [],
} as const
const instruments: MarketInstrument[] = [
  {
    symbol: 'EURUSD',
    class: 'forex',
    baseCurrency: 'EUR',
    quoteCurrency: 'USD',
    digits: 5,
    typicalSpread: '0.00008',
    session: week,
  },
  {
    symbol: 'BTCUSD',
    class: 'crypto',
    baseCurrency: 'BTC',
    quoteCurrency: 'USD',
    digits: 2,
    typicalSpread: '15',
    session: always,
  },
]

async function opened(seed = 'test') {
  const market = new SimulatedMarket(seed)
  await market.resume(instruments, new Map())
  return market
}

async function all(batches: AsyncIterable<MarketCandle[]>): Promise<MarketCandle[]> {
  const candles: MarketCandle[] = []
  for await (const batch of batches) candles.push(...batch)
  return candles
}

describe('the simulated provider', () => {
  it('gives complete candles only', async () => {
    const market = await opened()
    const candles = await all(market.candles('M1', MONDAY, MONDAY + 2.5 * MINUTE))
    expect(candles.map((candle) => [candle.symbol, candle.openedAt - MONDAY])).toEqual([
      ['EURUSD', 0],
      ['BTCUSD', 0],
      ['EURUSD', MINUTE],
      ['BTCUSD', MINUTE],
    ])
  })

  it('quotes within a minute exactly the prices of its later candle', async () => {
    const market = await opened()
    const bids: number[] = []
    for (let second = 0; second < 60; second += 1) {
      const [quote] = await market.quotes(MONDAY + second * 1000)
      bids.push(Number(quote?.bid))
      expect(Number(quote?.ask)).toBeGreaterThan(Number(quote?.bid))
    }
    const [candle] = await all(market.candles('M1', MONDAY, MONDAY + MINUTE))
    expect(Number(candle?.open)).toBe(bids[0])
    expect(Number(candle?.close)).toBe(bids.at(-1))
    expect(Number(candle?.high)).toBe(Math.max(...bids))
    expect(Number(candle?.low)).toBe(Math.min(...bids))
  })

  it('generates the same market minute by minute and at once', async () => {
    const [market, other] = [await opened(), await opened()]
    const atOnce = await all(market.candles('M1', MONDAY, MONDAY + 10 * MINUTE))
    const parts: MarketCandle[] = []
    for (let minute = 0; minute < 10; minute += 1) {
      const from = MONDAY + minute * MINUTE
      await other.quotes(from + 30_000)
      parts.push(...(await all(other.candles('M1', from, from + MINUTE))))
    }
    expect(parts).toEqual(atOnce)
  })

  it('is silent while a market is closed, and opens the week with the accumulated move', async () => {
    const market = await opened()
    const friday = Date.UTC(2026, 10, 20, 21, 58)
    const candles = await all(market.candles('M1', friday, friday + 5 * MINUTE))
    const of = (symbol: string) => candles.filter((candle) => candle.symbol === symbol)
    expect(of('EURUSD').map(({ openedAt }) => (openedAt - friday) / MINUTE)).toEqual([0, 1])
    expect(of('BTCUSD')).toHaveLength(5)
    const symbols = (await market.quotes(Date.UTC(2026, 10, 21, 12))).map(({ symbol }) => symbol)
    expect(symbols).toEqual(['BTCUSD'])
  })

  it('starts a currency day at 17:00 in New York, and has none on weekends', async () => {
    const market = await opened()
    const days = await all(market.candles('D1', Date.UTC(2026, 9, 30), Date.UTC(2026, 10, 4)))
    expect(
      days
        .filter(({ symbol }) => symbol === 'EURUSD')
        .map(({ openedAt }) => new Date(openedAt).toISOString()),
    ).toEqual(['2026-10-29T21:00:00.000Z', '2026-11-01T22:00:00.000Z', '2026-11-02T22:00:00.000Z'])
  })

  it('continues the chart from stored minutes', async () => {
    const market = new SimulatedMarket('test')
    const until = MONDAY
    const stored = { closes: ['1.20000', '1.20010'], spread: '0.00010', until }
    await market.resume(instruments, new Map([['EURUSD', stored]]))
    const [candle] = await all(market.candles('M1', MONDAY, MONDAY + MINUTE))
    expect(Math.abs(Number(candle?.open) - 1.2001)).toBeLessThan(0.0005)
  })
})
