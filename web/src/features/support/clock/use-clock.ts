import { useMemo } from 'react'
import { useNow } from '#lib/live/use-now.ts'
import type { Pause, TicketRow } from '../tickets.ts'
import { type ClockPlaces, clockPlaces } from './clock.ts'
import { useBusinessTime } from './use-business-time.ts'

const NONE: readonly Pause[] = []

/** Where a ticket's clock is now; null until the hours are known. */
export function useClock(ticket: TicketRow, pauses: readonly Pause[] = NONE): ClockPlaces | null {
  const business = useBusinessTime()
  const now = useNow()
  return useMemo(() => {
    if (!business) return null
    const waits = ticket.state === 'pending' || ticket.state === 'on_hold'
    return clockPlaces(
      {
        ...ticket,
        waits_since: waits ? ticket.paused_since : null,
        // The time after the solution is no pause.
        pauses: pauses.filter(({ kind, until }) => kind !== 'solved' || until !== null),
      },
      now,
      business,
    )
  }, [business, ticket, pauses, now])
}
