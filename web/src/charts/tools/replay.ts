import type { Bar } from '#charts/price/bars.ts'

/** In candles a second. */
export const SPEEDS = [1, 2, 5, 10] as const
export type Speed = (typeof SPEEDS)[number]

/** The state of a replay: how many candles have closed by the moment shown, at least one. */
export type Replay = { shown: number; playing: boolean; speed: Speed }

export type ReplayStep =
  | { kind: 'seek'; shown: number }
  | { kind: 'step'; by: number }
  | { kind: 'tick' }
  | { kind: 'play' }
  | { kind: 'pause' }
  | { kind: 'speed'; speed: Speed }

/** The state after a step. A manual step pauses; playing stops at the end, and playing again from there starts over. */
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

/** The time at which a candle closes, in seconds: nothing later is known by then. */
export const closesAt = (bar: Bar, interval: number): number => bar.time + interval

/** The candles closed by a moment. One still open would reveal the future. */
export const closedBy = (bars: readonly Bar[], moment: number, interval: number): Bar[] =>
  bars.filter((bar) => closesAt(bar, interval) <= moment)

/** The notes written by a moment: annotations appear when they were made. */
export const writtenBy = <Item extends { writtenAt: number }>(
  items: readonly Item[],
  moment: number,
): Item[] => items.filter(({ writtenAt }) => writtenAt <= moment)
