// Owns the mails that tell notifications: one at once, or those of a day. The unsubscribe address is the only thing that
// differs between the people who are told the same in one language, so a mail is drawn once and addressed many times.
import { render } from '@react-email/render'
import { fill } from './fill.ts'
import { frame } from './frame.ts'
import type { Letter } from './letter.ts'
import type { Mail } from './mail.ts'
import { notificationTextsIn, notificationWords, type Told } from './notification.ts'
import { plainText } from './plain-text.ts'
import { chooseLanguage } from './texts.ts'

/** Stands for the token in a mail that is not addressed yet. */
export const TOKEN = 'UNSUBSCRIBE-TOKEN'

export type ToldByMail = Omit<Told, 'language'> & {
  category: string
  /** Begins with a slash. */
  link: string
  at: Date
}

export type NotificationMailRequest = {
  /** At least one; several, or `digest`, make the mail of a day. */
  notifications: readonly ToldByMail[]
  digest: boolean
  language: string
  timeZone: string
  brand: string
  /** Where the product is, without a slash at the end. */
  siteUrl: string
  /** False for what concerns one's own account: there is nothing to leave. */
  leavable: boolean
}

/** Throws a RangeError for what there are no words for. */
export async function writeNotificationMail(request: NotificationMailRequest): Promise<Mail> {
  const letter = composeNotificationMail(request)
  return { subject: letter.subject, html: await render(frame(letter)), text: plainText(letter) }
}

/** A drawn mail with the address of one person in it; without a token, as it is. */
export function address(mail: Mail, token: string | null): Mail {
  if (!token) return mail
  return { ...mail, html: mail.html.replaceAll(TOKEN, token), text: mail.text.replaceAll(TOKEN, token) }
}

/** Where a mail's reader ends its category: the page. The one-click address is the function's. */
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
  if (!first) throw new RangeError('A mail tells at least one notification.')
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

/** The line of the chain's head that is newest among what is told. */
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
