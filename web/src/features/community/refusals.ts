/** Why the forum refused a text, as its functions say it. */
const REFUSALS = [
  'text_refused',
  'text_empty',
  'text_too_long',
  'quotes_too_deep',
  'too_many_mentions',
  'too_many_posts',
  'too_many_links',
  'slow_mode',
  'thread_locked',
  'thread_not_found',
  'post_not_found',
  'category_not_found',
  'invalid_title',
  'own_post',
  'idea_stays',
  'muted',
  'banned',
  'not_allowed',
] as const

export type ForumRefusal = (typeof REFUSALS)[number] | 'other'

/** What the server answered; null if there was no answer, so that sending again can help. */
export function forumRefusal(error: unknown): { key: ForumRefusal; hint: string; detail: string } | null {
  const { message, code, hint, details } = error as Partial<
    Record<'message' | 'code' | 'hint' | 'details', string>
  >
  if (!code) return null
  return {
    key: REFUSALS.find((key) => key === message) ?? 'other',
    hint: hint ?? '',
    detail: details ?? '',
  }
}
