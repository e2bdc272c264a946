import { describe, expect, it } from 'vitest'
import type { MarketCandle } from './provider.ts'
import { SimulatedMarket } from './simulated.ts'

const MONDAY = Date.UTC(2026, 10, 23, 9)
const MINUTE = 60_000
const instruments = [
  { symbol: 'EURUSD', digits: 5, typicalSpread: '0.00008' },
  { symbol: 'BTCUSD', digits: 2, typicalSpread: '15' },
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
  it('gives whole candles only', async () => {
    const market = await opened()
    const candles = await all(market.candles('M1', MONDAY, MONDAY + 2.5 * MINUTE))
    expect(candles.map((candle) => [candle.symbol, candle.openedAt - MONDAY])).toEqual([
      ['EURUSD', 0],
      ['BTCUSD', 0],
      ['EURUSD', MINUTE],
      ['BTCUSD', MINUTE],
    ])
  })

  it('quotes through a minute exactly what its candle then holds', async () => {
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

  it('draws the same market whether it is asked minute by minute or at once', async () => {
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

  it('continues the chart from what is stored', async () => {
    const market = new SimulatedMarket('test')
    const until = MONDAY
    const stored = { closes: ['1.20000', '1.20010'], spread: '0.00010', until }
    await market.resume(instruments, new Map([['EURUSD', stored]]))
    const [candle] = await all(market.candles('M1', MONDAY, MONDAY + MINUTE))
    expect(Math.abs(Number(candle?.open) - 1.2001)).toBeLessThan(0.0005)
  })
})
