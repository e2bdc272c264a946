import { useMemo } from 'react'
import { useQuote } from '#lib/market/live-quotes.ts'
import { isOpen, type Signal, type Standing, standing } from '#lib/signals/signal.ts'

/**
 * A signal's course at the current price; null for a teaser. The caller renders with every price: only small components that
 * show one should use it. What does not move is in `courseOf()`.
 */
export function useStanding(signal: Signal, digits: number): Standing | null {
  const quote = useQuote(isOpen(signal) ? signal.symbol : undefined)
  return useMemo(() => standing(signal, digits, quote), [signal, digits, quote])
}
