/** Why the database refused a staff member, as keys of the back-office's messages under `refused`. */
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
  'not_approved',
  'not_open',
  'hash_invalid',
  'reason_missing',
] as const

export type StaffRefusal = (typeof KNOWN)[number] | 'needs_factor' | 'other'

export function staffRefusalOf(error: unknown): StaffRefusal {
  const { message, details } = error as { message?: string; details?: string | null }
  // Without a factor there is none to confirm: the next step is another one.
  if (message === 'staff_needs_aal2' && details === 'needs_factor') return 'needs_factor'
  return KNOWN.find((key) => key === message) ?? 'other'
}
