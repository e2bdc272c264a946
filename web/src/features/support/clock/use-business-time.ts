import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { businessMs } from 'trading/support/business-hours'
import { hoursQuery } from '../tickets.ts'
import type { BusinessTime } from './clock.ts'

/** Counts business time in the hours that are published; null until they are known. */
export function useBusinessTime(): BusinessTime | null {
  const { data } = useQuery(hoursQuery)
  return useMemo(() => {
    if (!data) return null
    const { zone, hours, closed_days } = data
    const open = { zone, hours, closedDays: new Set(closed_days) }
    return (since, until) => businessMs(open, since, until)
  }, [data])
}
