// Ends a contract with a code sent by email, for readers who are not signed in. Uses neither the Supabase client nor a session.

import { publicRpc } from '#lib/data/public-rpc.ts'
import type { Localized } from '#lib/language/localized.ts'
import type { WithdrawalQuote } from '#lib/money/money.ts'
import type { Period } from '#lib/money/plan.ts'

export type EndPurpose = 'cancel' | 'withdraw'

/** The contract details shown before it is ended. */
export type Contract = {
  plan: Localized
  period: Period
  state: 'active' | 'past_due' | 'canceled'
  means: 'card' | 'crypto'
  currency: string
  amount: number
  started_at: string
  ends_at: string
  withdrawal: WithdrawalQuote
}

export type CodeAnswer<T> = T | { refusal: 'code_wrong' }

const never = () => new AbortController().signal

/** The answer does not reveal whether the address has an account. */
export const requestCode = (address: string, purpose: EndPurpose): Promise<null> =>
  publicRpc('request_contract_code', { address, purpose }, never())

export const contractByCode = (
  address: string,
  purpose: EndPurpose,
  code: string,
): Promise<CodeAnswer<{ contract: Contract | null }>> =>
  publicRpc('contract_by_code', { address, purpose, code }, never())

export const endByCode = (
  address: string,
  purpose: EndPurpose,
  code: string,
  refund: number,
): Promise<CodeAnswer<{ at: string }>> =>
  publicRpc('end_contract_by_code', { address, purpose, code, refund }, never())
