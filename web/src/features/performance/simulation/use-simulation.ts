import { useCallback, useEffect, useRef, useState } from 'react'
import type { Manner, PersonalTrade } from 'trading/personal-trade'
import { workerAddress } from '#lib/browser/worker-address.ts'
import { env } from '#lib/data/env.ts'
import type { ResultRow } from '../queries.ts'
import { readSignals } from './simulation-data.ts'
import { readTrade, type SimulationAnswer, type SimulationTask } from './simulation-task.ts'
import address from './simulation-worker.ts?worker&url'

export type SimulationState<Account> =
  | { step: 'idle' | 'failed' }
  | { step: 'running'; done: number }
  | { step: 'done'; account: Account; trades: readonly PersonalTrade[] }

/** One simulation at a time, in its own worker, which keeps the minutes it has read until the page is left. */
export function useSimulation<Account>() {
  const [state, setState] = useState<SimulationState<Account>>({ step: 'idle' })
  const worker = useRef<Worker>(undefined)
  const reading = useRef<AbortController>(undefined)
  const run = useRef(0)
  const end = useCallback(() => {
    run.current += 1
    reading.current?.abort()
    worker.current?.terminate()
    worker.current = undefined
  }, [])
  useEffect(() => end, [end])

  const stop = useCallback(() => {
    run.current += 1
    reading.current?.abort()
    worker.current?.postMessage({ run: run.current, do: 'stop' } satisfies SimulationTask)
    setState({ step: 'idle' })
  }, [])

  const start = async (rows: readonly ResultRow[], account: Account, manner: Manner) => {
    stop()
    const mine = run.current
    const asking = new AbortController()
    reading.current = asking
    const { signal } = asking
    setState({ step: 'running', done: 0 })
    const fail = () => run.current === mine && setState({ step: 'failed' })
    try {
      const list = await readSignals(rows, signal)
      if (run.current !== mine) return
      worker.current ??= new Worker(workerAddress(address), { type: 'module', name: 'simulation' })
      worker.current.onerror = (event) => {
        console.error('the worker of the simulation failed', event.message)
        fail()
        end()
      }
      worker.current.onmessage = ({ data }: MessageEvent<SimulationAnswer>) => {
        // Messages of an earlier run.
        if (data.run !== run.current) return
        if (data.is === 'progress') setState({ step: 'running', done: data.done })
        else if (data.is === 'trades') setState({ step: 'done', account, trades: data.trades.map(readTrade) })
        else fail()
      }
      worker.current.postMessage({
        run: mine,
        do: 'simulate',
        anonKey: env.anonKey,
        list,
        manner,
      } satisfies SimulationTask)
    } catch (error) {
      // Shown where the result would be; a cancelled run shows nothing.
      if (!signal.aborted) console.error('the signals of the simulation could not be read', error)
      fail()
    }
  }
  return { state, start, stop }
}
