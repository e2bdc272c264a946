// Owns the reads of the member's invoices and of their files.
import { queryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import { storage } from '#lib/data/storage.ts'
import { MONEY } from '#lib/money/money.ts'
import type { OwnInvoice } from './invoice-state.ts'

/** The validity of a file's address, in seconds. */
const LINK_SECONDS = 300

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

/** The address of an invoice's PDF; throws while the file does not exist yet. */
export async function invoiceLink({
  user_id,
  number,
}: Pick<OwnInvoice, 'user_id' | 'number'>): Promise<string> {
  const { data, error } = await storage
    .from('invoices')
    .createSignedUrl(`${user_id}/${number}.pdf`, LINK_SECONDS, { download: `${number}.pdf` })
  if (error) throw error
  return data.signedUrl
}
