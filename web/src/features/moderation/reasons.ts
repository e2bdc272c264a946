/** Why a moderator acts, with the rule it rests on; a law where there is no rule. The first six have a key of their own. */
export const GROUNDS = [
  { reason: 'promise', rule: '6.2' },
  { reason: 'contact', rule: '6.4' },
  { reason: 'impersonation', rule: '6.1' },
  { reason: 'insult', rule: '5.3' },
  { reason: 'advertising', rule: '6.3' },
  { reason: 'illegal', rule: null },
  { reason: 'money', rule: '6.5' },
  { reason: 'advice', rule: '5.1' },
  { reason: 'off_topic', rule: '5.2' },
  { reason: 'personal_data', rule: '5.4' },
  { reason: 'copyright', rule: '4.2' },
  { reason: 'threat', rule: null },
  { reason: 'minors', rule: null },
] as const
export type Ground = (typeof GROUNDS)[number]['reason']

/** Why the product itself holds a text back or points it out. */
const MARKS = [
  'wallet',
  'warned',
  'first_posts',
  'edit_of_new_member',
  'too_many_links',
  'word',
  'link',
] as const
export type Reason = Ground | (typeof MARKS)[number]

/** The key of a reason's name; rules that came later share one. */
export const reasonKey = (reason: string): Reason | 'other' =>
  [...GROUNDS.map((ground) => ground.reason), ...MARKS].find((known) => known === reason) ?? 'other'

/** Of these the moderator names the law. */
export const needsLaw = (reasons: readonly string[]): boolean =>
  GROUNDS.some(({ reason, rule }) => rule === null && reasons.includes(reason))

export const MEASURES = ['mask', 'hide', 'refuse', 'warn', 'mute', 'ban', 'close', 'nothing'] as const
export type Measure = (typeof MEASURES)[number]

/** What the database refused, where the person can do something about it. */
const REFUSALS = [
  'own_case',
  'case_is_decided',
  'reasons_missing',
  'law_missing',
  'measure_unfit',
  'nothing_masked',
  'statement_invalid',
  'second_person',
  'too_late',
  'other_person',
  'words_missing',
  'member_is_staff',
  'good_faith_missing',
  'place_missing',
  'name_missing',
  'mail_wrong',
  'too_many_notices',
  'already_appealed',
  'already_reversed',
] as const
export const refusalKey = (error: unknown): (typeof REFUSALS)[number] | 'other' =>
  REFUSALS.find((key) => key === (error as { message?: string } | null)?.message) ?? 'other'
