// Owns the back-office's reads and writes of plans and their prices.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'
import { useLanguage } from '#lib/language/i18n.ts'
import type { Localized } from '#lib/language/localized.ts'
import type { PlanAllowances } from '#lib/money/allowance-kinds.ts'
import type { Period } from '#lib/money/plan.ts'

export type DeskPrice = {
  id: number
  period: Period
  amount: number
  currency: string
  starts_at: string
  demonstration: boolean
  in_force: boolean
  /** Active contracts that renew at this price; test contracts are counted separately. */
  holders: number
  test_holders: number
  next_renewal: string | null
  last_renewal: string | null
}

export type DeskPlan = {
  slug: string
  tier: 'freemium' | 'premium'
  name: Localized
  pitch: Localized
  every_lesson: boolean
  /** Whether the plan includes downloads. Only then does the buyer waive the right of withdrawal for them. */
  downloads: boolean
  allowances: PlanAllowances
  export_months: number | null
  sold_from: string | null
  sold_until: string | null
  sort: number
  on_sale: boolean
  /** The members with a contract on this plan, including test contracts. */
  members: number
  prices: readonly DeskPrice[]
}

const planDeskQuery = queryOptions({
  queryKey: ['office-plans'],
  queryFn: async () => unwrap(await supabase.rpc('plan_desk')) as unknown as DeskPlan[],
})
export const usePlanDesk = () => useQuery(planDeskQuery)

/** The plan's name in the reader's language; its slug until the plans are loaded. */
export function usePlanName(): (slug: string) => string {
  const language = useLanguage()
  const plans = usePlanDesk().data
  return useCallback(
    (slug: string) => plans?.find((plan) => plan.slug === slug)?.name[language] ?? slug,
    [plans, language],
  )
}

const STALE = [planDeskQuery.queryKey, ['public', 'plans']] as const

export type PlanChange = Pick<
  DeskPlan,
  | 'name'
  | 'pitch'
  | 'every_lesson'
  | 'downloads'
  | 'allowances'
  | 'export_months'
  | 'sold_from'
  | 'sold_until'
  | 'sort'
>
export type NewPlan = PlanChange & Pick<DeskPlan, 'slug' | 'tier'>

export const useSavePlan = () =>
  useWrite(async ({ slug, ...change }: Partial<PlanChange> & { slug: string }) => {
    const saved = unwrap(await supabase.from('plans').update(change).eq('slug', slug).select('slug'))
    // Row-level security filters rows without an error: no row written means that the write was refused.
    if (saved.length === 0) throw { message: 'staff_needs_aal2' }
  }, STALE)

export const useCreatePlan = () =>
  useWrite(
    async (input: { plan: NewPlan; prices: { period: Period; amount: number; currency: string }[] }) =>
      unwrap(await supabase.rpc('create_plan', input)),
    STALE,
  )

export const useAddPrice = () =>
  useWrite(
    async (price: { plan: string; period: Period; amount: number; currency: string; starts_at?: string }) =>
      unwrap(await supabase.from('plan_prices').insert(price)),
    STALE,
  )
