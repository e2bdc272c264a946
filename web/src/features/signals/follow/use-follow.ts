import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ParsedSignal } from 'trading/paste/signal-text'
import { readUpdate, type SignalUpdate } from 'trading/paste/signal-update'
import { useSession } from '#lib/session/session.tsx'
import { type MarketInstrument, openSignalsQuery } from '#lib/signals/live-signals.ts'
import { isOpen, type Signal } from '#lib/signals/signal.ts'

const NOTHING: readonly Signal[] = []

/** Whether a pasted text is about an open signal, and about which; null for a new signal and once the author says it is one. */
export function useFollow(
  text: string,
  parsed: ParsedSignal | null,
  instruments: readonly MarketInstrument[],
): { update: SignalUpdate; signals: readonly Signal[]; dismiss: () => void } | null {
  const { user, staffRole } = useSession()
  const open = useQuery(openSignalsQuery)
  const [dismissed, dismiss] = useState<string | null>(null)
  const update = useMemo(
    () => (parsed && text.trim() !== '' ? readUpdate(text, { instruments }) : null),
    [text, parsed, instruments],
  )
  if (!update || !parsed || dismissed === text) return null
  const own = (open.data ?? NOTHING).filter(
    (signal) => isOpen(signal) && (signal.author_id === user?.id || staffRole === 'admin'),
  )
  const signals = own.filter(({ symbol }) => update.symbol === undefined || symbol === update.symbol)
  // Words about an instrument are a remark only where a signal on it is open.
  const isRemark = update.act === 'note' && parsed.kind === 'signal'
  if (isRemark && (signals.length === 0 || update.symbol === undefined || parsed.draft.direction)) return null
  return { update, signals, dismiss: () => dismiss(text) }
}
