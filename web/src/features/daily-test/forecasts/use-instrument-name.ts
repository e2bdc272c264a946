import { useQuery } from '@tanstack/react-query'
import { instrumentsQuery } from '#lib/signals/live-signals.ts'

/** Names instruments by their symbols: `EUR/USD`. */
export function useInstrumentName(): (symbol: string) => string {
  const { data } = useQuery(instrumentsQuery)
  return (symbol) => data?.find((one) => one.symbol === symbol)?.name ?? symbol
}
