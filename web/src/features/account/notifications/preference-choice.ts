// Changes of the preferences, as pure data. A category is mailed at once, in the daily mail, or not at all: never both.
/** Events of a signal after its publication, each with its own choice. */
export const SIGNAL_EVENTS = [
  'signal_entry',
  'signal_stop',
  'signal_targets',
  'signal_end',
  'signal_notes',
] as const
/** The categories of S-14 in its order, with those of signals below them. */
export const CATEGORIES = [
  'signals',
  ...SIGNAL_EVENTS,
  'announcements',
  'trainings',
  'daily_test',
  'marketing',
] as const
export type Category = (typeof CATEGORIES)[number]

/** The wanted categories per channel; times are on the member's own clock, `22:00:00`. */
export type NotificationPreferences = {
  in_app: readonly Category[]
  email: readonly Category[]
  digest: readonly Category[]
  push: readonly Category[]
  digest_hour: number
  quiet_from: string | null
  quiet_to: string | null
  signals_pierce: boolean
}

export type MailChoice = 'never' | 'instant' | 'daily'

export function withCategory(list: readonly Category[], category: Category, wanted: boolean): Category[] {
  const others = list.filter((one) => one !== category)
  return wanted ? [...others, category] : others
}

export function mailChoice(
  { email, digest }: Pick<NotificationPreferences, 'email' | 'digest'>,
  category: Category,
): MailChoice {
  if (email.includes(category)) return 'instant'
  return digest.includes(category) ? 'daily' : 'never'
}

export function withMail(
  { email, digest }: Pick<NotificationPreferences, 'email' | 'digest'>,
  category: Category,
  choice: MailChoice,
): Pick<NotificationPreferences, 'email' | 'digest'> {
  return {
    email: withCategory(email, category, choice === 'instant'),
    digest: withCategory(digest, category, choice === 'daily'),
  }
}
