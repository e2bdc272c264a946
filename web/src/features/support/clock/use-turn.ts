import { useMemo } from 'react'
import { useNow } from '#lib/live/use-now.ts'
import type { TicketRow } from '../tickets.ts'
import { type ClockPlaces, clockPlaces } from './clock.ts'
import { useBusinessTime } from './use-business-time.ts'

/** The clock of the promise that runs next, by which the inbox is ordered: the first answer, then the solution. */
export function useTurn(ticket: TicketRow): ClockPlaces | null {
  const business = useBusinessTime()
  const now = useNow()
  return useMemo(() => {
    if (!business) return null
    const due = ticket.first_answered_at === null ? ticket.answer_due_at : ticket.solve_due_at
    return clockPlaces({ ...ticket, solve_due_at: due, waits_since: null, pauses: [] }, now, business)
  }, [business, ticket, now])
}
