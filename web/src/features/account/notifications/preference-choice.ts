// Changes of the preferences, as pure data. A category is mailed at once, in the daily mail, or not at all: never both.
import type { Category } from 'mails/notification-categories'

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
