// Owns the back-office's reads and writes of a member's contract.
import { queryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'
import type { Subscription, WithdrawalQuote } from '#lib/money/money.ts'
import { MEMBER_FILES, MEMBER_TRAILS, MEMBERS } from './members.ts'

export type MemberContract = Pick<
  Subscription,
  'id' | 'period' | 'means' | 'provider' | 'amount' | 'currency' | 'started_at'
> & {
  /** The plan's names by language. */
  plan: Record<string, string>
  state: 'active' | 'past_due' | 'canceled'
  /** The end date of a cancellation made now; null means immediately. */
  ends_at: string | null
  withdrawal: WithdrawalQuote
}

const KEY = 'office-member-contract'

export const memberContractQuery = (member: string) =>
  queryOptions({
    queryKey: [KEY, member],
    queryFn: async () =>
      unwrap(await supabase.rpc('staff_contract', { member })) as unknown as MemberContract | null,
  })

export type ContractAct = 'cancel' | 'resume' | 'withdraw'

export const useContractAct = () =>
  useWrite(
    async ({
      act,
      member,
      words,
      refund,
    }: {
      act: ContractAct
      member: string
      words: string
      refund: number
    }): Promise<void> => {
      if (act === 'cancel') unwrap(await supabase.rpc('staff_cancel', { member, words }))
      else if (act === 'resume') unwrap(await supabase.rpc('staff_resume', { member, words }))
      else unwrap(await supabase.rpc('staff_withdraw', { member, refund, words }))
    },
    [[KEY], [MEMBERS.name], [MEMBER_FILES.name], [MEMBER_TRAILS.name]],
  )
