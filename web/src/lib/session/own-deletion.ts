// Whether the account is scheduled for erasure: the frame says so on every screen, and the account screen can keep it.
import { queryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'

const KEY = ['own-deletion'] as const

/** When the account is erased; null if that was not requested. */
export const deletionQuery = queryOptions({
  queryKey: KEY,
  staleTime: 5 * 60_000,
  queryFn: async () => {
    const open = unwrap(
      await supabase
        .from('account_deletions')
        .select('due_at')
        .is('cancelled_at', null)
        .is('erased_at', null)
        .maybeSingle(),
    ) as { due_at: string } | null
    return open?.due_at ?? null
  },
})

export const useKeepAccount = () =>
  useWrite(async (_: undefined) => unwrap(await supabase.rpc('cancel_account_deletion')), [KEY])
