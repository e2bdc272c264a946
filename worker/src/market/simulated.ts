// The default market: the simulation in trading/ as a provider. Time comes from the arguments only, so equal calls give equal
// markets. Prices move all week, but are given only in market hours.

import { marketIsOpen, type Session, sessionDay } from 'trading/market/sessions'
import {
  candleOf,
  quoteOf,
  resumeState,
  type SimulatedState,
  type Stretch,
  simulate,
} from 'trading/market/simulation'
import {
  BASE_TIMEFRAMES,
  type BaseTimeframe,
  type MarketCandle,
  type MarketInstrument,
  type MarketProvider,
  type MarketQuote,
  type StoredEnd,
} from './provider.ts'

const MINUTE = BASE_TIMEFRAMES.M1
// Prices within a candle: one per second for a minute, so that its quotes aggregate to its candle.
const STEPS: Record<BaseTimeframe, number> = { M1: 60, M5: 20, H1: 24, D1: 24 }
const CANDLES_A_BATCH = 4000
const QUARTER = 15 * MINUTE
const NOON = 12 * 60 * MINUTE

export class SimulatedMarket implements MarketProvider {
  readonly source = 'simulated'
  readonly #seed: string
  #instruments: readonly MarketInstrument[] = []
  #sessions = new Map<string, Session>()
  #state: SimulatedState = {}
  #minute: { openedAt: number; stretch: Stretch } | null = null

  constructor(seed: string) {
    this.#seed = seed
  }

  async resume(
    instruments: readonly MarketInstrument[],
    stored: ReadonlyMap<string, StoredEnd>,
  ): Promise<void> {
    this.#instruments = instruments
    this.#sessions = new Map(instruments.map(({ symbol, session }) => [symbol, session]))
    this.#state = resumeState(instruments, stored)
    this.#minute = null
  }

  async *candles(timeframe: BaseTimeframe, from: number, until: number): AsyncIterable<MarketCandle[]> {
    const lengthMs = BASE_TIMEFRAMES[timeframe]
    let batch: MarketCandle[] = []
    for (let openedAt = from; openedAt + lengthMs <= until; openedAt += lengthMs) {
      const stretch = this.#stretch(openedAt, lengthMs, STEPS[timeframe])
      this.#state = stretch.state
      for (const track of stretch.tracks) {
        if (!this.#trades(track.symbol, timeframe, openedAt)) continue
        batch.push({
          symbol: track.symbol,
          openedAt: this.#opening(track.symbol, timeframe, openedAt),
          ...candleOf(track),
        })
      }
      if (batch.length >= CANDLES_A_BATCH) {
        yield batch
        batch = []
      }
    }
    if (batch.length > 0) yield batch
  }

  async quotes(now: number): Promise<MarketQuote[]> {
    const openedAt = now - (now % MINUTE)
    const { tracks } = this.#stretch(openedAt, MINUTE, STEPS.M1)
    const second = Math.floor((now - openedAt) / 1000)
    return tracks
      .filter(({ symbol }) => this.#trades(symbol, 'M1', openedAt))
      .map((track) => ({ symbol: track.symbol, ...quoteOf(track, second), at: now }))
  }

  /** Whether the market opens within a candle; for a day, whether it is open at its middle. */
  #trades(symbol: string, timeframe: BaseTimeframe, openedAt: number): boolean {
    const session = this.#sessions.get(symbol)
    if (!session) return false
    if (timeframe === 'D1') return marketIsOpen(session, openedAt + NOON)
    const until = openedAt + BASE_TIMEFRAMES[timeframe]
    for (let at = openedAt; at < until; at += QUARTER) if (marketIsOpen(session, at)) return true
    return false
  }

  /** Days are generated from midnight to midnight UTC and dated to the session day of their middle. */
  #opening(symbol: string, timeframe: BaseTimeframe, openedAt: number): number {
    const session = this.#sessions.get(symbol)
    return timeframe === 'D1' && session ? sessionDay(session, openedAt + NOON) : openedAt
  }

  /** Generates the current minute once; its candle has the same prices as its quotes. */
  #stretch(openedAt: number, lengthMs: number, steps: number): Stretch {
    if (lengthMs !== MINUTE) {
      return simulate(this.#seed, this.#instruments, this.#state, { from: openedAt, lengthMs, steps })
    }
    if (this.#minute?.openedAt !== openedAt) {
      const stretch = simulate(this.#seed, this.#instruments, this.#state, {
        from: openedAt,
        lengthMs,
        steps,
      })
      this.#minute = { openedAt, stretch }
    }
    return this.#minute.stretch
  }
}
