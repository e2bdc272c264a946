import { useState } from 'react'
import type { Signal } from '#lib/signals/signal.ts'

/**
 * What a desktop's panel shows by default: active signals first. It stays while it is in the list, so that a newer arrival
 * never replaces what somebody is reading.
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
