/** The reasons of the database's refusals, as message keys under `refused`. */
export function refusalOf(error: unknown): 'staff_needs_aal2' | 'other' {
  return (error as { message?: string }).message === 'staff_needs_aal2' ? 'staff_needs_aal2' : 'other'
}
