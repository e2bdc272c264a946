/** Why the database refused a staff member, as keys under `refused` in the back-office's messages. */
const KNOWN = [
  'staff_needs_aal2',
  'not_admin',
  'member_is_staff',
  'no_such_member',
  'already_suspended',
  'not_suspended',
  'own_role',
  'member_is_suspended',
  'own_factor_first',
  'too_many_rows',
  'not_requested',
  'not_covered',
  'not_approved',
  'not_open',
  'hash_invalid',
  'hash_used',
  'sent_invalid',
  'rate_invalid',
  'reason_missing',
  'own_account',
  'words_missing',
  'no_subscription',
  'already_canceled',
  'nothing_to_resume',
  'account_is_ending',
  'not_withdrawable',
  'price_moved',
] as const

export type StaffRefusal = (typeof KNOWN)[number] | 'needs_factor' | 'other'

export function staffRefusalOf(error: unknown): StaffRefusal {
  const { message, details } = error as { message?: string; details?: string | null }
  // Without a factor there is none to confirm: setting one up is the next step.
  if (message === 'staff_needs_aal2' && details === 'needs_factor') return 'needs_factor'
  return KNOWN.find((key) => key === message) ?? 'other'
}
