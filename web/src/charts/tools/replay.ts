import type { Bar } from '#charts/price/bars.ts'

/** Candles a second. */
export const SPEEDS = [1, 2, 5, 10] as const
export type Speed = (typeof SPEEDS)[number]

/** A walk through the past: how many candles have closed by the moment that is shown, one at least. */
export type Replay = { shown: number; playing: boolean; speed: Speed }

export type ReplayStep =
  | { kind: 'seek'; shown: number }
  | { kind: 'step'; by: number }
  | { kind: 'tick' }
  | { kind: 'play' }
  | { kind: 'pause' }
  | { kind: 'speed'; speed: Speed }

/** The walk after a step. By hand it stands still; at the end it stops; played again from there it begins anew. */
export function replayed(replay: Replay, step: ReplayStep, count: number): Replay {
  const within = (shown: number) => Math.max(Math.min(1, count), Math.min(count, Math.round(shown)))
  switch (step.kind) {
    case 'seek':
      return { ...replay, shown: within(step.shown), playing: false }
    case 'step':
      return { ...replay, shown: within(replay.shown + step.by), playing: false }
    case 'tick': {
      const shown = within(replay.shown + 1)
      return { ...replay, shown, playing: replay.playing && shown < count }
    }
    case 'play':
      return { ...replay, shown: replay.shown >= count ? within(1) : replay.shown, playing: count > 1 }
    case 'pause':
      return { ...replay, playing: false }
    case 'speed':
      return { ...replay, speed: step.speed }
  }
}

/** The moment at which a candle closes, in seconds: what the last of the shown candles knows, and nothing later. */
export const closesAt = (bar: Bar, interval: number): number => bar.time + interval

/** The candles that had closed by a moment. One that was still open then would tell what came after. */
export const closedBy = (bars: readonly Bar[], moment: number, interval: number): Bar[] =>
  bars.filter((bar) => closesAt(bar, interval) <= moment)

/** What had been written by a moment: annotations appear when they were made. */
export const writtenBy = <Item extends { writtenAt: number }>(
  items: readonly Item[],
  moment: number,
): Item[] => items.filter(({ writtenAt }) => writtenAt <= moment)
