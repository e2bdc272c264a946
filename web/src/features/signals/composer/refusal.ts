/** The keys with which the database refuses a signal; each has its sentence in the messages. */
export const REFUSALS = [
  'not_allowed',
  'unknown_instrument',
  'invalid_direction',
  'invalid_order_type',
  'invalid_timeframe',
  'invalid_style',
  'invalid_tier',
  'missing_level',
  'too_many_digits',
  'stop_on_wrong_side',
  'target_on_wrong_side',
  'first_target_too_close',
  'targets_not_ordered',
  'too_many_targets',
  'shares_not_complete',
  'invalid_validity',
  'invalid_risk',
  'invalid_break_even',
  'invalid_trailing',
  'price_past_stop',
  'price_past_target',
  'stop_not_protective',
  'signal_not_ended',
  'missing_grade',
  'already_graded',
  'draft_not_found',
  'invalid_schedule',
  'unconfirmed_field',
  'missing_text',
  'missing_answer',
  'text_too_long',
  'duplicate_signal',
  'signal_already_closed',
  'signal_not_pending',
  'signal_not_active',
  'signal_not_found',
  'missing_reason',
  'no_price',
  'limit_already_there',
  'stop_already_there',
  'market_order',
  'signal_expired',
  'already_asked',
  'not_your_signal',
  'staff_needs_aal2',
] as const
export type Refusal = (typeof REFUSALS)[number]

/** The message key of a refusal; any other error can be tried again. */
export function refusalKey(error: unknown): `refusal.${Refusal}` | 'refusal.other' {
  const { message } = error as { message?: string }
  const known = REFUSALS.find((key) => key === message)
  return known ? `refusal.${known}` : 'refusal.other'
}

/** The field that a refusal is about, named by the database. */
export const refusalField = (error: unknown): string | null =>
  (error as { hint?: string | null }).hint || null

/** Whether the session lacks the second factor that staff need to write. */
export const isUnproven = (error: unknown): boolean =>
  (error as { message?: string } | null)?.message === 'staff_needs_aal2'
