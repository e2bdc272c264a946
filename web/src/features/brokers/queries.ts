// Owns every read of the brokers: public rows, without the Supabase client.
import { queryOptions } from '@tanstack/react-query'
import { publicRows } from '#lib/data/public-rpc.ts'
import type { Broker } from './broker.ts'

const COLUMNS = [
  'slug,name,summary,entity,regulator,licence_number,losing_share::text,losing_share_on,protections,instruments,platforms',
  'leverage,deposits,withdrawals,pros,cons,verified_on,verified_by,website_url,affiliate_url,affiliate_disclosure,fictitious,facts,withdrawal_days',
  'accounts:broker_accounts(slug,name,minimum_deposit,currency,eurusd_spread_pips::text,eurusd_cost_pips::text,commission_usd_cents)',
]

export const brokersQuery = queryOptions({
  queryKey: ['public', 'brokers'],
  queryFn: ({ signal }) =>
    publicRows<Broker>(`brokers?select=${COLUMNS.join(',')}&accounts.order=sort`, signal),
  staleTime: 5 * 60_000,
  refetchOnWindowFocus: false,
})
