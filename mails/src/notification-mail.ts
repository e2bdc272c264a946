// Mails with one notification, or with a day's. Recipients of the same notifications in one language differ only in the
// unsubscribe URL, so a mail is rendered once and then personalised.
import { render } from '@react-email/render'
import { fill } from './fill.ts'
import { frame } from './frame.ts'
import type { Letter } from './letter.ts'
import type { Mail } from './mail.ts'
import { notificationTextsIn, notificationWords, type Told } from './notification.ts'
import { plainText } from './plain-text.ts'
import { chooseLanguage } from './texts.ts'

/** Placeholder for the unsubscribe token in a mail that is not yet addressed. */
export const TOKEN = 'UNSUBSCRIBE-TOKEN'

export type ToldByMail = Omit<Told, 'language'> & {
  category: string
  /** Starts with a slash. */
  link: string
  at: Date
}

export type NotificationMailRequest = {
  /** At least one; several, or `digest`, produce a daily mail. */
  notifications: readonly ToldByMail[]
  digest: boolean
  language: string
  timeZone: string
  brand: string
  /** The product's URL, without a trailing slash. */
  siteUrl: string
  /** False for security notices about one's own account, which have no unsubscribe link. */
  leavable: boolean
}

/** Throws a RangeError for an unknown kind. */
export async function writeNotificationMail(request: NotificationMailRequest): Promise<Mail> {
  const letter = composeNotificationMail(request)
  return { subject: letter.subject, html: await render(frame(letter)), text: plainText(letter) }
}

/** Inserts a person's token into a rendered mail; without one, the mail is unchanged. */
export function address(mail: Mail, token: string | null): Mail {
  if (!token) return mail
  return { ...mail, html: mail.html.replaceAll(TOKEN, token), text: mail.text.replaceAll(TOKEN, token) }
}

/** The page where a reader unsubscribes from a category. The one-click URL belongs to an edge function. */
export const unsubscribePage = (siteUrl: string, token: string) => `${siteUrl}/desabonnement?jeton=${token}`
export const unsubscribeCall = (siteUrl: string, token: string) =>
  `${siteUrl}/functions/v1/unsubscribe?jeton=${token}`

export function composeNotificationMail(request: NotificationMailRequest): Letter {
  const { notifications, digest, brand, siteUrl, leavable } = request
  const language = chooseLanguage(request.language)
  const texts = notificationTextsIn(language)
  const { mail } = texts
  const said = notifications.map((told) => ({ told, words: notificationWords({ ...told, language }) }))
  const first = said[0]
  if (!first) throw new RangeError('A mail requires at least one notification.')
  const count = said.length
  const plural = new Intl.PluralRules(language).select(count) === 'one' ? 'one' : 'other'
  const subject = digest ? fill(mail[`digestSubject_${plural}`], { count: String(count) }) : first.words.title
  const category =
    texts.categories[(digest ? 'digest' : first.told.category) as keyof typeof texts.categories]
  return {
    language,
    brand,
    siteUrl,
    subject,
    greeting: mail.greeting,
    title: subject,
    lead: digest ? mail.digestLead : first.words.body,
    facts: digest
      ? said.map(({ told, words }) => [clock(told.at, request, language), `${words.title}. ${words.body}`])
      : [],
    code: null,
    button: { label: fill(mail.button, { brand }), url: `${siteUrl}${digest ? '/' : first.told.link}` },
    fallback: mail.fallback,
    notes: said.some(({ told }) => told.category.startsWith('signal')) ? [mail.risk, ...headOf(request)] : [],
    footer: digest ? mail.digestWhy : first.words.why,
    ...(leavable && {
      leave: { label: fill(mail.leave, { category }), url: unsubscribePage(siteUrl, TOKEN) },
    }),
  }
}

/** The newest signed chain head among the notifications. */
function headOf({ notifications, language }: NotificationMailRequest): string[] {
  const head = notifications.findLast(({ parameters }) => parameters.head !== undefined)?.parameters.head
  return head === undefined ? [] : [fill(notificationTextsIn(language).ledgerHead, { head: String(head) })]
}

function clock(at: Date, { timeZone }: NotificationMailRequest, language: string): string {
  return new Intl.DateTimeFormat(language, {
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  }).format(at)
}
