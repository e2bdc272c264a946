/** The keys with which the database refuses what concerns an idea; each has its sentence in the messages. */
const REFUSALS = [
  'not_allowed',
  'muted',
  'banned',
  'unknown_instrument',
  'invalid_direction',
  'invalid_timeframe',
  'missing_level',
  'too_many_digits',
  'stop_on_wrong_side',
  'target_on_wrong_side',
  'first_target_too_close',
  'targets_not_ordered',
  'too_many_targets',
  'shares_not_complete',
  'invalid_validity',
  'invalid_probability',
  'invalid_deadline',
  'deadline_passed',
  'deadline_too_close',
  'deadline_too_far',
  'market_closed_until_then',
  'price_past_stop',
  'price_past_target',
  'missing_text',
  'text_too_long',
  'text_refused',
  'no_price',
  'too_many_ideas',
  'too_many_notes',
  'idea_not_found',
  'idea_is_open',
  'idea_is_sealed',
  'idea_has_ended',
  'idea_expired',
  'out_of_phase',
  'already_asked',
  'market_order',
  'signal_is_open',
  'signal_not_found',
  'signal_has_ended',
  'same_direction',
  'other_instrument',
] as const
type Refusal = (typeof REFUSALS)[number]

/** The message key of a refusal; any other error can be tried again. */
export function ideaRefusal(error: unknown): `refusal.${Refusal}` | 'refusal.other' {
  const { message } = error as { message?: string }
  const known = REFUSALS.find((key) => key === message)
  return known ? `refusal.${known}` : 'refusal.other'
}

/** The field that a refusal is about, named by the database. */
export const refusedField = (error: unknown): string | null =>
  (error as { hint?: string | null } | null)?.hint || null
