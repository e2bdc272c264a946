// Gathers what the dashboard's first sentence and its line of the day rest on.
import { useQuery } from '@tanstack/react-query'
import { startOfDay } from '#lib/announcements/announcement.ts'
import { upcomingQuery, windowsQuery } from '#lib/announcements/announcement-queries.ts'
import { nextHighOf } from '#lib/announcements/calendar.ts'
import { meetingsQuery } from '#lib/events/meetings.ts'
import { useLanguage } from '#lib/language/i18n.ts'
import { dailyQuery } from '#lib/learning/daily.ts'
import { useNow } from '#lib/live/use-now.ts'
import { useMarketStates } from '#lib/market/market-state.ts'
import { instrumentsQuery, openSignalsQuery } from '#lib/signals/live-signals.ts'
import { isLocked, isOpen } from '#lib/signals/signal.ts'
import { useTitle } from '#parts/announcements/use-announcement-words.ts'
import { instrumentOf, useVerdicts } from '../use-verdicts.ts'
import { type Blackout, type DayFacts, type DayState, dayState } from './day-state.ts'
import type { Deadline } from './watch-line.ts'

export type Day = {
  pending: boolean
  facts: DayFacts
  state: DayState
  deadlines: readonly Deadline[]
  /** The next announcement of high impact within a week. */
  announcement: { id: string; title: string; at: number } | null
}

export function useDay(testName: string): Day {
  const now = useNow()
  const language = useLanguage()
  const titleOf = useTitle()
  const opened = useQuery(openSignalsQuery)
  const instruments = useQuery(instrumentsQuery).data
  const windows = useQuery(windowsQuery).data ?? []
  const announcements = useQuery(upcomingQuery(startOfDay(now).getTime())).data?.announcements ?? []
  const daily = useQuery(dailyQuery).data
  const meetings = useQuery(meetingsQuery).data ?? []
  const marketOf = useMarketStates()

  const open = (opened.data ?? []).filter(isOpen)
  const readable = open.filter((signal) => !isLocked(signal))
  const verdictOf = useVerdicts(readable, instruments)
  const signals = readable.map((signal) => ({
    id: signal.id,
    symbol: signal.symbol,
    name: instrumentOf(instruments, signal.symbol)?.name ?? signal.symbol,
    waits: signal.signal_states.state === 'pending',
    until: signal.expires_at ? Date.parse(signal.expires_at) : null,
    verdict: verdictOf(signal),
  }))
  const blackouts = windows.map((window): Blackout => {
    const announced = announcements.find(({ id }) => window.announcements.includes(id))
    return {
      currency: window.currency,
      symbols: window.symbols,
      from: Date.parse(window.starts_at),
      to: Date.parse(window.ends_at),
      title: announced ? titleOf(announced) : null,
      at: announced ? Date.parse(announced.starts_at) : null,
      crossed: window.signals.length,
    }
  })
  const next = nextHighOf(announcements, now)
  const soon = meetings
    .filter(({ cancelled, starts_at }) => !cancelled && Date.parse(starts_at) > now)
    .map(({ event, starts_at }) => ({ name: event.title[language], at: Date.parse(starts_at) }))
  const openings = signals.flatMap(({ symbol }) => marketOf(symbol)?.opensAt ?? [])
  const testDue = daily !== undefined && daily.test !== null && daily.result === null
  const facts: DayFacts = {
    now,
    signals,
    locked: open.length - readable.length,
    blackouts,
    testDue,
    opensAt: openings.length > 0 ? Math.min(...openings) : null,
    coming: [...(next ? [Date.parse(next.starts_at)] : []), ...soon.map(({ at }) => at)],
  }
  return {
    pending: opened.isPending,
    facts,
    state: dayState(facts),
    deadlines: [
      ...signals.flatMap(({ name, until }) => (until === null ? [] : [{ name, at: until }])),
      ...soon,
      ...(testDue && daily ? [{ name: testName, at: Date.parse(daily.closes_at) }] : []),
    ],
    announcement: next && { id: next.id, title: titleOf(next), at: Date.parse(next.starts_at) },
  }
}
