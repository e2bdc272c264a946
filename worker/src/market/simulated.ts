// Owns the embedded default market: the simulation of trading/ behind the provider's interface. Real time is only read
// from the arguments, so the same calls give the same market.
import {
  candleOf,
  quoteOf,
  resumeState,
  type SimulatedState,
  type Stretch,
  simulate,
} from 'trading/simulation'
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
// Prices inside one candle: a minute has one a second, so that the quotes shown in it add up to its candle.
const STEPS: Record<BaseTimeframe, number> = { M1: 60, M5: 20, H1: 24, D1: 24 }
const CANDLES_A_BATCH = 4000

export class SimulatedMarket implements MarketProvider {
  readonly source = 'simulated'
  readonly #seed: string
  #instruments: readonly MarketInstrument[] = []
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
        batch.push({ symbol: track.symbol, openedAt, ...candleOf(track) })
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
    return tracks.map((track) => ({ symbol: track.symbol, ...quoteOf(track, second) }))
  }

  /** The minute being quoted is drawn once; its candle is then the very same prices. */
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
