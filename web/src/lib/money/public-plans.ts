// Owns what anybody may read of the plans: those on sale, with today's prices. The front page and the subscriptions read the
// same rows, so that they never show two prices.
import { queryOptions } from '@tanstack/react-query'
import { publicRows } from '#lib/data/public-rpc.ts'
import { brand } from '#lib/site/brand.ts'
import type { Plan } from './plan.ts'

export const plansOnSale = queryOptions({
  queryKey: ['public', 'plans'],
  queryFn: ({ signal }) =>
    publicRows<Plan>(
      'plans?select=slug,tier,name,pitch,every_lesson,allowances,export_months,downloads,' +
        `prices:current_plan_prices(period,amount,currency,demonstration)&prices.currency=eq.${brand.currency}` +
        '&and=(or(sold_from.is.null,sold_from.lte.now),or(sold_until.is.null,sold_until.gt.now))&order=sort',
      signal,
    ),
  staleTime: 5 * 60_000,
  refetchOnWindowFocus: false,
})
