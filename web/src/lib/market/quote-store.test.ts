import { describe, expect, it, vi } from 'vitest'
import { QuoteStore } from './quote-store.ts'

const quote = (symbol: string, bid: string) => ({ symbol, bid, ask: bid })

const clock = { now: 0 }

function storeWithFrames() {
  const waiting: (() => void)[] = []
  const store = new QuoteStore({ frame: (told) => waiting.push(told), now: () => clock.now })
  return { store, waiting, draw: () => waiting.splice(0).map((told) => told()) }
}

describe('the quotes of the page', () => {
  it('tell only whoever shows the instrument that moved, once a frame', () => {
    const { store, waiting, draw } = storeWithFrames()
    const [euro, gold] = [vi.fn(), vi.fn()]
    store.subscribe(['EURUSD'], euro)
    store.subscribe(['XAUUSD'], gold)
    store.tell([quote('EURUSD', '1.1')])
    store.tell([quote('EURUSD', '1.2')])
    expect(waiting).toHaveLength(1)
    expect(euro).not.toHaveBeenCalled()
    draw()
    expect(euro).toHaveBeenCalledTimes(1)
    expect(gold).not.toHaveBeenCalled()
    expect(store.of('EURUSD')?.bid).toBe('1.2')
    store.tell([quote('EURUSD', '1.3')])
    expect(waiting).toHaveLength(1)
  })

  it('tell whoever shows several instruments once for all of them', () => {
    const { store, draw } = storeWithFrames()
    const both = vi.fn()
    store.subscribe(['EURUSD', 'XAUUSD'], both)
    store.tell([quote('EURUSD', '1.1'), quote('XAUUSD', '4000')])
    draw()
    expect(both).toHaveBeenCalledTimes(1)
  })

  it('tell nobody about a price that is as it was, nor who has gone', () => {
    const { store, waiting, draw } = storeWithFrames()
    const gone = vi.fn()
    const leave = store.subscribe(['EURUSD'], gone)
    store.tell([quote('EURUSD', '1.1')])
    leave()
    draw()
    store.tell([quote('EURUSD', '1.1')])
    expect(waiting).toHaveLength(0)
    expect(gone).not.toHaveBeenCalled()
  })

  it('keep the same object while a price stays', () => {
    const { store } = storeWithFrames()
    store.tell([quote('EURUSD', '1.1')])
    const first = store.of('EURUSD')
    store.tell([quote('EURUSD', '1.1')])
    expect(store.of('EURUSD')).toBe(first)
  })

  it('never go back to what a slow answer says of a price that was told meanwhile', () => {
    const { store } = storeWithFrames()
    store.tell([quote('GBPUSD', '1.3')])
    const answered = store.reading()
    store.tell([quote('EURUSD', '1.2')])
    answered([quote('EURUSD', '1.1'), quote('GBPUSD', '1.4'), quote('XAUUSD', '4000')])
    expect(store.all()).toEqual({
      EURUSD: quote('EURUSD', '1.2'),
      GBPUSD: quote('GBPUSD', '1.4'),
      XAUUSD: quote('XAUUSD', '4000'),
    })
  })

  it('know how old they are: by their own time when read, by the clock when told, even at the same price', () => {
    const { store } = storeWithFrames()
    expect(store.heardAt('EURUSD')).toBeNull()
    store.reading()([{ ...quote('EURUSD', '1.1'), quoted_at: '1970-01-01T00:00:05Z' }])
    expect(store.heardAt('EURUSD')).toBe(5000)
    clock.now = 9000
    store.tell([quote('EURUSD', '1.1')])
    expect(store.heardAt('EURUSD')).toBe(9000)
    store.forget()
    expect(store.heardAt('EURUSD')).toBeNull()
  })
})
