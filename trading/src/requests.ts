// An analyst's requests for a signal, and when they are carried out. A request has no immediate effect: events in the minute of
// the request come first, otherwise an analyst watching the price could leave before they count.
import { CANDLE_MS, type OutcomeEvent, type RecordedEvent, type Terms, type Trade } from './trade.ts'

export const REQUESTS = ['close_asked', 'cancel_asked'] as const
export type Request = { kind: (typeof REQUESTS)[number]; due: number }

/** When a request is carried out: the end of its minute. Milliseconds since 1970, UTC. */
export function dueOf(at: number): number {
  return (Math.floor(at / CANDLE_MS) + 1) * CANDLE_MS
}

export function isRequest({ kind }: { kind: string }): boolean {
  return REQUESTS.some((request) => request === kind)
}

/** The pending requests of a record, earliest first. */
export function openRequests(terms: Terms, history: readonly RecordedEvent[]): Request[] {
  const entry = history.find(({ kind }) => kind === 'entered')
  const entered = entry ? minuteOf(entry) : Number.POSITIVE_INFINITY
  return history
    .filter(isRequest)
    .map(({ kind, at }) => ({ kind: kind as Request['kind'], due: dueOf(at) }))
    .filter(({ kind, due }) =>
      kind === 'cancel_asked'
        ? // Market orders cannot be withdrawn, nor can expired ones.
          terms.order_type !== 'market' && due <= terms.expiresAt
        : // A signal not entered by then cannot be closed.
          entered < due || entered === Number.POSITIVE_INFINITY,
    )
    .sort((one, other) => one.due - other.due)
}

/** The withdrawal event of a request for a signal still pending when it is due; null for any other. */
export function withdrawal(trade: Trade, { kind, due }: Request): OutcomeEvent | null {
  if (kind !== 'cancel_asked' || trade.phase !== 'pending') return null
  return { kind: 'cancelled', at: due, price: null, r: null, data: { rule: 'asked', reason: 'cancelled' } }
}

/** The minute in which the engine decided an event; for any other event, its time. */
const minuteOf = ({ at, data }: RecordedEvent) => (data.candle ? Date.parse(data.candle.opened_at) : at)
