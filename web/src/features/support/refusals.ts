/** What the database refused, where the person can do something about it. */
const REFUSALS = [
  'words_missing',
  'text_too_long',
  'subject_missing',
  'too_many_files',
  'file_not_yours',
  'file_missing',
  'file_used',
  'too_many_tickets',
  'too_many_replies',
  'ticket_not_found',
  'ticket_closed',
  'ticket_merged',
  'ticket_changed_meanwhile',
  'member_gone',
  'answer_first',
  'other_member',
  'same_ticket',
  'nothing_left',
  'no_support_hours',
  'name_taken',
  'slug_taken',
  'variable_unknown',
  'not_allowed',
  'not_admin',
  'figure_unknown',
] as const

export const refusalKey = (error: unknown): (typeof REFUSALS)[number] | 'other' =>
  REFUSALS.find((key) => key === (error as { message?: string } | null)?.message) ?? 'other'
