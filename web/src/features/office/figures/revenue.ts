// Owns what the dashboard reads of money: the recurring revenue, and which contracts renew next.
import { queryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { personName } from '#lib/data/person-name.ts'
import { unwrap } from '#lib/data/query.ts'
import type { Localized } from '#lib/language/localized.ts'
import { brand } from '#lib/site/brand.ts'

type Month = { mrr: number; members: number; mrr_before: number }
type Revenue = { other: number; ltv: { members: number }; months: readonly Month[] }

export type Renewal = {
  id: string
  member: string
  name: string
  plan: Localized
  period: 'month' | 'year'
  /** When the next charge is due. */
  at: string
  amount: number
  currency: string
}

export type DashboardRevenue = {
  /** Whether these are payments of the sandbox, shown while there are no real ones. */
  test: boolean
  currency: string
  month: Month | null
  renewals: readonly Renewal[]
}

const SHOWN = 5

const revenueOf = async (test: boolean) =>
  unwrap(
    await supabase.rpc('office_revenue', { months: 1, test, money: brand.currency }),
  ) as unknown as Revenue

type Contract = {
  id: string
  user_id: string
  period: 'month' | 'year'
  amount: number
  next_amount: number | null
  currency: string
  current_period_end: string
  paid_until: string | null
  plan: { name: Localized }
}

/** Active contracts by the end of their period. One whose renewal is unpaid or that ends has no next renewal. */
async function renewals(test: boolean): Promise<readonly Renewal[]> {
  const active = supabase
    .from('subscriptions')
    .select(
      'id,user_id,period,amount,next_amount,currency,current_period_end,paid_until,plan:plans!subscriptions_plan_fkey(name)',
    )
    .eq('state', 'active')
    .gt('current_period_end', new Date().toISOString())
  const contracts = unwrap(
    await (test ? active.eq('provider', 'sandbox') : active.neq('provider', 'sandbox'))
      .order('current_period_end')
      .limit(SHOWN),
  ) as unknown as Contract[]
  const members = unwrap(
    await supabase
      .from('members')
      .select('user_id,username,first_name,last_name')
      .in(
        'user_id',
        contracts.map(({ user_id }) => user_id),
      ),
  )
  return contracts.map((contract) => {
    const member = members.find(({ user_id }) => user_id === contract.user_id)
    return {
      id: contract.id,
      member: contract.user_id,
      name: member ? personName(member) : '',
      plan: contract.plan.name,
      period: contract.period,
      at: contract.paid_until ?? contract.current_period_end,
      amount: contract.next_amount ?? contract.amount,
      currency: contract.currency,
    }
  })
}

export const dashboardRevenueQuery = queryOptions({
  queryKey: ['office-figures', 'revenue'],
  queryFn: async (): Promise<DashboardRevenue> => {
    const real = await revenueOf(false)
    const test = real.ltv.members === 0 && real.other > 0
    const [shown, next] = await Promise.all([test ? revenueOf(true) : real, renewals(test)])
    return { test, currency: brand.currency, month: shown.months.at(-1) ?? null, renewals: next }
  },
  refetchInterval: 5 * 60_000,
})
