import { useEffect, useMemo, useReducer } from 'react'
import type { Bar } from '#charts/price/bars.ts'
import { closesAt, type Replay, type ReplayStep, replayed } from './replay.ts'

export type ReplayHandle = Replay & {
  /** The candles to give to the chart. */
  bars: readonly Bar[]
  count: number
  /** In seconds: what was written later is hidden. Null without candles. */
  moment: number | null
  act: (step: ReplayStep) => void
}

/** A replay over candles, starting with the `from`-th one. It advances by itself while it plays. */
export function useReplay(all: readonly Bar[], interval: number, from: number): ReplayHandle {
  const count = all.length
  const [replay, act] = useReducer((state: Replay, step: ReplayStep) => replayed(state, step, count), {
    shown: Math.max(1, Math.min(from, count)),
    playing: false,
    speed: 2,
  })
  const { shown, playing, speed } = replay
  useEffect(() => {
    if (!playing) return
    const timer = setInterval(act, 1000 / speed, { kind: 'tick' })
    return () => clearInterval(timer)
  }, [playing, speed])
  const bars = useMemo(() => all.slice(0, shown), [all, shown])
  const last = bars.at(-1)
  return { ...replay, bars, count, moment: last ? closesAt(last, interval) : null, act }
}
