// Owns every read of the prop firms: public rows, without the Supabase client.
import { queryOptions } from '@tanstack/react-query'
import { publicRows } from '#lib/data/public-rpc.ts'
import type { PropFirm } from './prop-firm.ts'

const COLUMNS = [
  'slug,name,summary,entity,instruments,platforms,payout,pros,cons,promotion_code,promotion_text,promotion_ends_on',
  'verified_on,verified_by,website_url,affiliate_url,affiliate_disclosure,fictitious,facts',
  'challenges:prop_firm_challenges(slug,name,account_size,fee,currency,fee_refunded,split::text,first_payout_days,payout_every_days,' +
    'versions:prop_firm_rule_versions(version,applies_from,phases,source,source_url))',
]

export const propFirmsQuery = queryOptions({
  queryKey: ['public', 'prop-firms'],
  queryFn: ({ signal }) =>
    publicRows<PropFirm>(
      `prop_firms?select=${COLUMNS.join(',')}&challenges.order=sort&challenges.versions.order=version.desc`,
      signal,
    ),
  staleTime: 5 * 60_000,
  refetchOnWindowFocus: false,
})
