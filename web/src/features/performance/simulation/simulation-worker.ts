// Runs the simulation off the page's thread: it reads the public minutes, keeps them for the next run, and reports progress.
// A run ends as soon as another starts or the page cancels it.
import type { Candle } from 'trading/trade'
import { env } from '#lib/data/env.ts'
import { readMinutes } from '../minutes.ts'
import { simulate } from './simulate.ts'
import { type SimulationAnswer, type SimulationTask, writeTrade } from './simulation-task.ts'

/** Kept because another delay or spread uses the same minutes. */
const known = new Map<string, readonly Candle[]>()
let current = new AbortController()

self.addEventListener('message', ({ data }: MessageEvent<SimulationTask>) => {
  current.abort()
  if (data.do === 'stop') return
  current = new AbortController()
  const { signal } = current
  const { run, list, manner } = data
  // The key is in the page, which a worker cannot read.
  env.anonKey = data.anonKey
  simulate(list, manner, minutes, signal, (done) => answer({ run, is: 'progress', done })).then(
    (trades) => answer({ run, is: 'trades', trades: trades.map(writeTrade) }),
    (error: unknown) => {
      if (signal.aborted) return
      console.error('the simulation failed', error)
      answer({ run, is: 'failure', reason: String(error) })
    },
  )
})

async function minutes(symbol: string, from: number, until: number, signal: AbortSignal) {
  const name = `${symbol} ${from} ${until}`
  const candles = known.get(name) ?? (await readMinutes(symbol, from, until, signal))
  known.set(name, candles)
  return candles
}

function answer(message: SimulationAnswer): void {
  self.postMessage(message)
}
