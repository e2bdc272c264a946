/** Why a text waits, is masked or refused: the keys of private.judge(). */
const REASONS = [
  'impersonation',
  'contact',
  'promise',
  'wallet',
  'warned',
  'first_posts',
  'edit_of_new_member',
  'too_many_links',
  'word',
  'link',
] as const
export const reasonKey = (reason: string): (typeof REASONS)[number] | 'other' =>
  REASONS.find((one) => one === reason) ?? 'other'
