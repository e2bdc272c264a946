import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { businessTime } from 'trading/support/business-hours'
import { hoursQuery } from '../tickets.ts'
import type { BusinessTime } from './clock.ts'

/** Counts business time in the hours that are published; null until they are known. */
export function useBusinessTime(): BusinessTime | null {
  const { data } = useQuery(hoursQuery)
  return useMemo(() => (data ? (since, until) => businessTime(data, since, until) : null), [data])
}
