// Owns what an analyst may ask of a signal, and when it is done. Asking decides nothing by itself: whatever the minute in
// which it was asked holds against the signal counts first, or whoever watches the price could leave before it is seen.
import { CANDLE_MS, type OutcomeEvent, type RecordedEvent, type Terms, type Trade } from './trade.ts'

export const REQUESTS = ['close_asked', 'cancel_asked'] as const
export type Request = { kind: (typeof REQUESTS)[number]; due: number }

/** From when a request is done: the end of the minute in which it was asked. Milliseconds since 1970, UTC. */
export function dueOf(at: number): number {
  return (Math.floor(at / CANDLE_MS) + 1) * CANDLE_MS
}

/** Whether an event asks for something. */
export function isRequest({ kind }: { kind: string }): boolean {
  return REQUESTS.some((request) => request === kind)
}

/** The requests of a record that may still be done, the earliest first. */
export function openRequests(terms: Terms, history: readonly RecordedEvent[]): Request[] {
  const entry = history.find(({ kind }) => kind === 'entered')
  const entered = entry ? minuteOf(entry) : Number.POSITIVE_INFINITY
  return history
    .filter(isRequest)
    .map(({ kind, at }) => ({ kind: kind as Request['kind'], due: dueOf(at) }))
    .filter(({ kind, due }) =>
      kind === 'cancel_asked'
        ? // No order that is filled at the first price can be withdrawn, and none after its time.
          terms.order_type !== 'market' && due <= terms.expiresAt
        : // What was not entered by then could not be closed.
          entered < due || entered === Number.POSITIVE_INFINITY,
    )
    .sort((one, other) => one.due - other.due)
}

/** The withdrawal that a request makes of a signal still pending when it is due; null for every other. */
export function withdrawal(trade: Trade, { kind, due }: Request): OutcomeEvent | null {
  if (kind !== 'cancel_asked' || trade.phase !== 'pending') return null
  return { kind: 'cancelled', at: due, price: null, r: null, data: { rule: 'asked', reason: 'cancelled' } }
}

/** The minute in which an event of the engine was decided; of any other, its moment. */
const minuteOf = ({ at, data }: RecordedEvent) => (data.candle ? Date.parse(data.candle.opened_at) : at)
