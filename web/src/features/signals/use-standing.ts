import { useMemo } from 'react'
import { useQuote } from '#lib/market/live-quotes.ts'
import { isOpen, type Signal, type Standing, standing } from '#lib/signals/signal.ts'

/**
 * Where a signal stands at the price of now; null for a teaser. Whatever asks is drawn anew with every price: only what shows
 * one should, the smaller the better. What does not move is `courseOf()`.
 */
export function useStanding(signal: Signal, digits: number): Standing | null {
  const quote = useQuote(isOpen(signal) ? signal.symbol : undefined)
  return useMemo(() => standing(signal, digits, quote), [signal, digits, quote])
}
