import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { QUOTES, quotesOf, quotesQuery, tellQuotes } from './live-quotes.ts'

const stored = { answer: Promise.resolve({ data: [] as object[], error: null }) }
vi.mock('#lib/data/client.ts', () => ({ supabase: { from: () => ({ select: () => stored.answer }) } }))

const quote = (symbol: string, bid: string) => ({ symbol, bid, ask: bid })

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', (told: () => void) => told())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the quotes of a page', () => {
  it('are read once, and an answer that was overtaken by a price does not bring the old one back', async () => {
    const cache = new QueryClient()
    let arrive = (_: { data: object[]; error: null }) => {}
    stored.answer = new Promise((resolve) => {
      arrive = resolve
    })
    const reading = cache.fetchQuery(quotesQuery(cache))
    await vi.advanceTimersByTimeAsync(0)
    tellQuotes(cache, [quote('EURUSD', '1.2')])
    arrive({ data: [quote('EURUSD', '1.1'), quote('XAUUSD', '4000')], error: null })
    await reading
    expect(quotesOf(cache).of('EURUSD')?.bid).toBe('1.2')
    expect(quotesOf(cache).of('XAUUSD')?.bid).toBe('4000')
  })

  it('go into what is kept for times without a network, now and then instead of with every price', async () => {
    const cache = new QueryClient()
    cache.setQueryData(QUOTES, { EURUSD: quote('EURUSD', '1.1'), XAUUSD: quote('XAUUSD', '4000') })
    const written = vi.fn()
    cache.getQueryCache().subscribe(written)
    for (const bid of ['1.2', '1.3', '1.4']) tellQuotes(cache, [quote('EURUSD', bid)])
    expect(written).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(15_000)
    expect(cache.getQueryData(QUOTES)).toEqual({
      EURUSD: quote('EURUSD', '1.4'),
      XAUUSD: quote('XAUUSD', '4000'),
    })
  })

  it('are forgotten with the session whose page it was', () => {
    const cache = new QueryClient()
    cache.setQueryData(QUOTES, {})
    tellQuotes(cache, [quote('EURUSD', '1.2')])
    cache.clear()
    expect(quotesOf(cache).of('EURUSD')).toBeUndefined()
  })
})
