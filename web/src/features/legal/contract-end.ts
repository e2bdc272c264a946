// Ending a contract by a mailed code, for whoever is not signed in: nothing here needs the client or a session.

import { publicRpc } from '#lib/data/public-rpc.ts'
import type { Localized } from '#lib/language/localized.ts'
import type { WithdrawalQuote } from '#lib/money/money.ts'
import type { Period } from '#lib/money/plan.ts'

export type EndPurpose = 'cancel' | 'withdraw'

/** What somebody must see of a contract before they end it. */
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

/** The answer is the same whether or not the address has an account. */
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
