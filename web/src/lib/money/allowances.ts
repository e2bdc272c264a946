import { queryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import type { AllowanceKind } from './allowance-kinds.ts'
import { MONEY } from './money.ts'

export type Allowance = {
  kind: AllowanceKind
  /** Null is without limit. */
  amount: number | null
  used: number
  /** When the next day or month of Paris begins; null for what is counted once for all. */
  renews_at: string | null
}

export const readAllowances = async (): Promise<Allowance[]> =>
  unwrap(await supabase.rpc('my_allowances')) as unknown as Allowance[]

/** What the member's plan measures out, and how much of it is used. */
export const allowancesQuery = queryOptions({
  queryKey: [...MONEY, 'allowances'],
  staleTime: 0,
  queryFn: readAllowances,
})
