import type { Signal } from './signal.ts'

/** A message of the topics `signals:premium` and `signals:freemium`. */
export type SignalMessage = {
  kind: string
  signal_id: string
  sequence?: number
  at?: string
  signal: Signal
  /** The head of the chain when the message was sent. */
  ledger: string
}

/**
 * Returns the list after a message. Repeated, late or reordered messages never overwrite newer data: a full signal is taken if
 * it has at least as many events, and a teaser never removes levels that are already shown.
 */
export function applyMessage(signals: readonly Signal[], { signal }: SignalMessage): readonly Signal[] {
  const known = signals.find(({ id }) => id === signal.id)
  if (!known) return [signal, ...signals].sort(newestFirst)
  const merged = merge(known, signal)
  return merged === known ? signals : signals.map((one) => (one === known ? merged : one))
}

const ENDED = ['closed', 'expired', 'cancelled']
const RANK = { open: -1, pending: 0, active: 1, closed: 2, expired: 2, cancelled: 2 } as const

function merge(known: Signal, fresh: Signal): Signal {
  const whole = fresh.signal_levels !== undefined && fresh.signal_levels !== null
  if (whole) return eventsOf(fresh) >= eventsOf(known) ? fresh : known
  if (
    ENDED.includes(known.signal_states.state) ||
    RANK[fresh.signal_states.state] < RANK[known.signal_states.state]
  )
    return known
  return { ...known, signal_states: fresh.signal_states }
}

const eventsOf = (signal: Signal): number =>
  Math.max(0, ...(signal.signal_events ?? []).map(({ sequence }) => sequence))
const newestFirst = (one: Signal, other: Signal): number =>
  Date.parse(other.published_at) - Date.parse(one.published_at)
