// Owns the reads of the member's invoices.
import { queryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import { MONEY } from '#lib/money/money.ts'
import type { OwnInvoice } from './invoice-state.ts'

export const invoicesQuery = (userId: string) =>
  queryOptions({
    queryKey: [...MONEY, 'invoices', userId],
    // Admins may read all invoices: these are the member's own.
    queryFn: async () =>
      unwrap(
        await supabase
          .from('invoices')
          .select('id,user_id,number,kind,test,issued_at,total,currency,corrects')
          .eq('user_id', userId)
          .order('issued_at', { ascending: false })
          .order('place', { ascending: false }),
      ) as OwnInvoice[],
  })
