// Owns the account that a member's sizes are computed for. Nobody else reads it.
import { queryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'

export const CURRENCIES = ['EUR', 'USD', 'GBP', 'CHF'] as const
export type Currency = (typeof CURRENCIES)[number]

export type Account = { capital_minor: number; currency: Currency; risk_percent: string }
const ACCOUNT = ['signals', 'own', 'account'] as const
/** The default account for sizes, until the member sets one; the screen says so. */
export const SAMPLE_ACCOUNT: Account = { capital_minor: 500_000, currency: 'EUR', risk_percent: '1' }

export const accountQuery = queryOptions({
  queryKey: ACCOUNT,
  queryFn: async () =>
    unwrap(
      (await supabase
        .from('trading_settings')
        .select('capital_minor,currency,risk_percent::text')
        .maybeSingle()) as never,
    ) as Account | null,
  staleTime: 5 * 60_000,
})

export const useSaveAccount = (known: boolean) =>
  useWrite(
    async (account: Account) =>
      unwrap(
        known
          ? await supabase
              .from('trading_settings')
              .update(account as never)
              .gte('capital_minor', 0)
          : await supabase.from('trading_settings').insert(account as never),
      ),
    [ACCOUNT],
  )
