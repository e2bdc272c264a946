import { useState } from 'react'
import type { Signal } from '#lib/signals/signal.ts'

/**
 * What the panel of a desk shows unasked: what is live comes first. It stays as long as it is in the list, so that nothing is
 * taken away from under a reader because something newer arrived.
 */
export function useUnasked(signals: readonly Signal[]): Signal | null {
  const [kept, keep] = useState<string | null>(null)
  const readable = signals.filter(({ signal_levels: levels }) => levels)
  const shown =
    readable.find(({ id }) => id === kept) ??
    readable.find(({ signal_states: { state } }) => state === 'active') ??
    readable[0] ??
    null
  if (shown && shown.id !== kept) keep(shown.id)
  return shown
}
