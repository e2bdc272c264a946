// What a member can still do today, until when, and what is forbidden next: the dashboard's first sentence. Pure; times are in
// milliseconds since 1970.
import { startOfDay } from '#lib/announcements/announcement.ts'
import type { EntryVerdict } from '#lib/signals/entry-verdict.ts'

/** A time around an announcement in which the reader opens nothing on these instruments. */
export type Blackout = {
  currency: string
  symbols: readonly string[]
  from: number
  to: number
  /** What is announced, and when. */
  title: string | null
  at: number | null
  /** How many open signals it crosses. */
  crossed: number
}

/** An open signal whose levels the reader may see. */
export type DaySignal = {
  id: string
  symbol: string
  /** Its order is still pending. */
  waits: boolean
  /** When it stops being valid. */
  until: number | null
  verdict: EntryVerdict | null
}

export type DayFacts = {
  now: number
  signals: readonly DaySignal[]
  /** Open signals whose levels are locked. */
  locked: number
  blackouts: readonly Blackout[]
  testDue: boolean
  /** When the markets of open signals open, if they are closed. */
  opensAt: number | null
  /** Moments of what else comes. */
  coming: readonly number[]
}

export type DayState =
  | { kind: 'enter'; count: number; until: number | null; only: string | null }
  | { kind: 'blackout'; currency: string; until: number }
  | { kind: 'wait'; count: number; until: number | null }
  | { kind: 'closed'; until: number | null }
  | { kind: 'late'; count: number }
  | { kind: 'open'; count: number }
  | { kind: 'test' }
  | { kind: 'nothing'; until: number | null }

/** What is possible comes before what is awaited, and both before what is over. */
export function dayState({ now, signals, locked, blackouts, testDue, opensAt, coming }: DayFacts): DayState {
  const midnight = startOfDay(now, 1).getTime()
  const today = (moments: readonly number[]) => {
    const first = Math.min(...moments.filter((at) => at > now))
    return first < midnight ? first : null
  }
  const around = ({ symbol }: DaySignal) => blackouts.filter(({ symbols }) => symbols.includes(symbol))
  const forbidden = (signal: DaySignal) => around(signal).find(({ from, to }) => from <= now && now < to)
  const endsOf = (signal: DaySignal) => [signal.until ?? 0, ...around(signal).map(({ from }) => from)]

  const possible = signals.filter(({ waits, verdict }) => !waits && verdict === 'open')
  const free = possible.filter((signal) => !forbidden(signal))
  if (free.length > 0)
    return {
      kind: 'enter',
      count: free.length,
      until: today(free.flatMap(endsOf)),
      only: free.length === 1 ? (free[0] as DaySignal).id : null,
    }
  const blackout = possible.map(forbidden).find((one) => one !== undefined)
  if (blackout) return { kind: 'blackout', currency: blackout.currency, until: blackout.to }

  const active = signals.filter(({ waits }) => !waits)
  if (signals.length > 0 && opensAt !== null && signals.every(({ verdict }) => verdict === 'closed'))
    return { kind: 'closed', until: opensAt }
  const waiting = signals.filter(({ waits }) => waits)
  if (waiting.length > 0)
    return { kind: 'wait', count: waiting.length, until: today(waiting.map(({ until }) => until ?? 0)) }
  if (active.length > 0 && active.every(({ verdict }) => verdict === 'late'))
    return { kind: 'late', count: active.length }
  if (signals.length + locked > 0) return { kind: 'open', count: signals.length + locked }
  if (testDue) return { kind: 'test' }
  const next = Math.min(...coming.filter((at) => at > now))
  return { kind: 'nothing', until: Number.isFinite(next) ? next : null }
}

/** The blackout that is on, or the next one of the day, that crosses an open signal. */
export function nextBlackout({ now, blackouts }: Pick<DayFacts, 'now' | 'blackouts'>): Blackout | null {
  const midnight = startOfDay(now, 1).getTime()
  return (
    blackouts
      .filter(({ from, to, crossed }) => crossed > 0 && to > now && from < midnight)
      .sort((one, other) => one.from - other.from)[0] ?? null
  )
}
