/** The database's refusal codes, which are keys of the messages under `refused`. */
const KNOWN = [
  'already_requested',
  'already_premium',
  'too_many_requests',
  'account_number_wrong',
  'proof_missing',
  'answer_empty',
  'reason_missing',
  'nothing_to_undo',
  'staff_needs_aal2',
] as const

export type Refusal = (typeof KNOWN)[number] | 'other'

export function refusalOf(error: unknown): Refusal {
  const { message } = error as { message?: string }
  return KNOWN.find((key) => key === message) ?? 'other'
}
