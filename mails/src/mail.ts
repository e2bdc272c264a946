// Renders the product's mails: from a template's name and data to subject, HTML and plain text in one language. It sends
// nothing and reads no clock; the caller provides the time.
import { render } from '@react-email/render'
import { confirmingLink, type LinkData } from './confirming-link.ts'
import { dayInWords, momentInWords } from './day-in-words.ts'
import { readDevice } from './device.ts'
import { fill } from './fill.ts'
import { frame } from './frame.ts'
import type { Language } from './languages.ts'
import type { Letter } from './letter.ts'
import { type MoneyData, moneyBox, moneyFacts, withdrawalForm } from './money-facts.ts'
import { plainText } from './plain-text.ts'
import { chooseLanguage, type MailTexts, texts } from './texts.ts'

/** Templates of the auth service and the product, by their names in the outbox. */
export const TEMPLATES = [
  'confirmation',
  'magic_link',
  'recovery',
  'invite',
  'email_change',
  'reauthentication',
  'cancel_code',
  'withdraw_code',
  'contract_concluded',
  'contract_cancelled',
  'contract_withdrawn',
  'test_contract_over',
  'password_changed',
  'email_changed',
  'phone_changed',
  'changes_stopped',
  'new_device',
  'sign_up_repeated',
  'factor_added',
  'factor_removed',
  'qualification_approved',
  'qualification_rejected',
  'qualification_needs_information',
  'qualification_reopened',
  'admin_notices',
  'webhook_off',
  'receipt',
  'refund_sent',
  'refund_to_fetch',
  'surplus_received',
  'surplus_returned',
  'payment_failed',
  'method_expiring',
  'renewal_notice',
  'crypto_renewal',
  'provider_command_failed',
  'payment_refused',
  'recovery_codes_drawn',
  'recovery_code_used',
  'deletion_requested',
  'deletion_cancelled',
  'account_erased',
  'wallet_changed',
  'wallet_stopped',
  'payout_paid',
  'payout_failed',
  'forum_digest',
  'ticket_opened',
  'ticket_acknowledged',
  'ticket_answered',
  'ticket_unmatched',
] as const
export type Template = (typeof TEMPLATES)[number]

/** Keys of the texts; an address change has two, one per address. */
export type Words = keyof MailTexts['mails']

export type MailData = LinkData & {
  Token?: string
  /** The account's address, its requested address, and the recipient of this mail. */
  Email?: string
  NewEmail?: string
  SendingTo?: string
  /** Time of the event, ISO 8601. */
  At?: string
  UserAgent?: string
  Ip?: string
  Factor?: string
  /** A message that staff wrote to the person. */
  Reason?: string
  /** End of the access, ISO 8601. */
  Until?: string
  /** The webhook's name. */
  Endpoint?: string
  /** A payment provider, the command sent to it, and its answer. */
  Provider?: string
  Command?: string
  Error?: string
  /** The provider's payment id, and why its event was refused. */
  Payment?: string
  Refusal?: string
  SignUps?: number
  Requests?: number
  Names?: readonly string[]
  /** Threads of the forum, each with its number of new posts. */
  Threads?: readonly { Id: string; Title: string; Posts: number }[]
  /** When the account will be erased, ISO 8601. */
  DueAt?: string
  /** Refunded amount in minor units of Currency. */
  Refund?: number
  Money?: MoneyData
  /** Payout address and from when it applies (ISO 8601); the token stops the change. */
  Currency?: string
  Network?: string
  Address?: string
  UsableAt?: string
  StopToken?: string
  /** Stops a change of a sign-in method. */
  ChangeToken?: string
  /** Payout: minor units with currency, and the transaction. */
  PayoutAmount?: number
  PayoutCurrency?: string
  TransactionHash?: string
  /** A ticket of support, and the secret of its address, which no mail shows. Times are ISO 8601. */
  Ticket?: TicketData
  ThreadToken?: string
  /** The subject of a mail that came in for no ticket. */
  Subject?: string
  /** A statement of reasons, in the reader's language. */
  Statement?: Partial<Record<(typeof STATEMENT)[number], string>>
  /** A notice's reference, and what became of a notice or an appeal. */
  Code?: string
  Outcome?: string
}

export type TicketData = {
  Id: string
  Number: number
  Subject: string
  AnswerDueAt?: string
  Body?: string
  Author?: string
  /** When a complaint is acknowledged and answered, and who may be turned to afterwards. */
  AcknowledgeDueAt?: string
  ComplaintDueAt?: string
  Mediator?: string
  /** Whether a reply to this mail arrives. */
  Replies?: boolean
}

/** The parts of a statement of reasons, in reading order (DSA, art. 17). */
const STATEMENT = ['decision', 'facts', 'ground', 'means', 'scope', 'redress'] as const

export type MailRequest = {
  template: string
  data: MailData
  /** fr, en, es or it; any other becomes French. */
  language: string
  timeZone: string
  /** The first name, if known. */
  name: string
  brand: string
  /** The product's URL, without a trailing slash. */
  siteUrl: string
  /** Validity of code and link in minutes. */
  minutes: number
}

export type Mail = { subject: string; html: string; text: string }

/** Throws a RangeError for an unknown template. */
export async function writeMail(request: MailRequest): Promise<Mail> {
  const letter = compose(request)
  return { subject: letter.subject, html: await render(frame(letter)), text: plainText(letter) }
}

/** The text of a mail, before layout. */
export function compose(request: MailRequest): Letter {
  const { data, brand, siteUrl } = request
  const words = wordsOf(request)
  const language = chooseLanguage(request.language)
  const all = texts[language]
  const own = all.mails[words]
  const values = {
    brand,
    name: request.name,
    minutes: String(request.minutes),
    email: data.Email ?? '',
    newEmail: data.NewEmail ?? '',
    code: data.Token ?? '',
    number: data.Money?.Number ?? '',
    ticket: String(data.Ticket?.Number ?? ''),
    ticketSubject: data.Ticket?.Subject ?? '',
  }
  const say = (text: string) => fill(text, values)
  const button = 'button' in own && own.button
  const page = pageOf(data, words)
  const url =
    confirmingLink(request.template, data, siteUrl) ?? (page === undefined ? null : `${siteUrl}${page}`)
  return {
    language,
    brand,
    siteUrl,
    subject: say(own.subject),
    greeting: say(request.name ? all.greeting : all.greetingPlain),
    title: say(own.title),
    lead: say(own.lead),
    facts: [...factsOf(request, language), ...moneyFacts(data.Money, language, request.timeZone)],
    box: moneyBox(data.Money, language, request.timeZone),
    code: data.Token ? { label: button ? all.codeLabel : all.codeAlone, digits: data.Token } : null,
    button: button && url ? { label: say(button), url } : null,
    fallback: all.fallback,
    notes: [...(data.Token ? [say(button ? all.life : all.lifeAlone)] : []), say(own.after)],
    form: withdrawalForm(data.Money, data.At, language, request.timeZone),
    footer: say(all.footer),
  }
}

function pageOf({ StopToken, ChangeToken, Ticket }: MailData, words: Words): string | undefined {
  if (Ticket) return `/support?demande=${Ticket.Id}`
  if (StopToken) return `/versements/arreter?jeton=${StopToken}`
  return ChangeToken ? `/securite/arreter?jeton=${ChangeToken}` : PLACES[words]
}

/** Target pages of mails that have no link of their own. */
const PLACES: Readonly<Partial<Record<Words, string>>> = {
  new_device: '/mon-compte#securite',
  sign_up_repeated: '/login',
  changes_stopped: '/password-reset',
  recovery_code_used: '/mon-compte#securite',
  qualification_approved: '/mon-compte?demande=premium',
  qualification_rejected: '/mon-compte?demande=premium',
  qualification_needs_information: '/mon-compte?demande=premium',
  qualification_reopened: '/mon-compte?demande=premium',
  admin_notices: '/admin/qualification-requests',
  webhook_off: '/admin/livraisons',
  provider_command_failed: '/admin',
  payment_refused: '/admin/paiements?vue=events&etat=refused',
  deletion_requested: '/mon-compte#donnees',
  contract_concluded: '/mon-compte?onglet=abonnement',
  contract_cancelled: '/mon-compte?onglet=abonnement',
  contract_withdrawn: '/mon-compte?onglet=abonnement',
  test_contract_over: '/abonnements',
  receipt: '/mon-compte?onglet=abonnement',
  refund_sent: '/mon-compte?onglet=abonnement',
  surplus_received: '/mon-compte?onglet=abonnement',
  surplus_returned: '/mon-compte?onglet=abonnement',
  payment_failed: '/mon-compte?onglet=abonnement',
  method_expiring: '/mon-compte?onglet=abonnement',
  renewal_notice: '/mon-compte?onglet=abonnement',
  crypto_renewal: '/payment',
  wallet_stopped: '/mon-compte#securite',
  payout_paid: '/parrainage',
  payout_failed: '/parrainage',
  forum_digest: '/communaute',
  ticket_unmatched: '/support',
}

function wordsOf({ template, data }: MailRequest): Words {
  if (template === 'email_change')
    return data.SendingTo === data.NewEmail ? 'email_change_new' : 'email_change_current'
  if (template === 'ticket_answered' && data.Ticket?.Replies) return 'ticket_answered_mail'
  if (TEMPLATES.some((known) => known === template)) return template as Exclude<Template, 'email_change'>
  throw new RangeError(`There is no mail template "${template}".`)
}

function factsOf({ data, timeZone }: MailRequest, language: Language): Letter['facts'] {
  const { labels, factors, commands, refusals } = texts[language]
  const facts: [string, string][] = []
  if (data.Factor) facts.push([labels.factor, factors[data.Factor as keyof typeof factors] ?? data.Factor])
  if (data.UserAgent) facts.push([labels.device, deviceName(data.UserAgent, labels)])
  if (data.At) {
    facts.push([labels.at, momentInWords(data.At, language, timeZone)])
  }
  if (data.Ip) facts.push([labels.ip, data.Ip])
  if (data.Endpoint) facts.push([labels.endpoint, data.Endpoint])
  if (data.Provider) facts.push([labels.provider, data.Provider])
  if (data.Command)
    facts.push([labels.command, commands[data.Command as keyof typeof commands] ?? data.Command])
  if (data.Error) facts.push([labels.error, data.Error])
  if (data.Payment) facts.push([labels.payment, data.Payment])
  if (data.Refusal)
    facts.push([labels.reason, refusals[data.Refusal as keyof typeof refusals] ?? data.Refusal])
  if (data.Reason) facts.push([labels.reason, data.Reason])
  if (data.Until) {
    facts.push([labels.until, dayInWords(data.Until, language, timeZone)])
  }
  if (data.Refund !== undefined && data.Currency) {
    const money = new Intl.NumberFormat(language, { style: 'currency', currency: data.Currency })
    facts.push([labels.refund, money.format(hundredths(data.Refund))])
  }
  if (data.SignUps) facts.push([labels.signUps, String(data.SignUps)])
  if (data.Requests) facts.push([labels.requests, String(data.Requests)])
  if (data.Names?.length) facts.push([labels.people, data.Names.join(', ')])
  for (const { Title, Posts } of data.Threads ?? [])
    facts.push([fill(Posts === 1 ? labels.newPost : labels.newPosts, { count: String(Posts) }), Title])
  if (data.DueAt) {
    facts.push([labels.dueAt, dayInWords(data.DueAt, language, timeZone)])
  }
  return [
    ...facts,
    ...ticketFacts(data, language, timeZone),
    ...moderationFacts(data, language),
    ...payoutFacts(data, language, timeZone),
  ]
}

function ticketFacts(
  { Ticket, Subject }: MailData,
  language: Language,
  timeZone: string,
): [string, string][] {
  const { labels } = texts[language]
  if (Subject) return [[labels.ticket, Subject]]
  if (!Ticket) return []
  const facts: [string, string][] = [[labels.ticket, `${Ticket.Number} · ${Ticket.Subject}`]]
  if (Ticket.Body) facts.push([[labels.answer, Ticket.Author].filter(Boolean).join(' · '), Ticket.Body])
  else if (Ticket.AnswerDueAt)
    facts.push([labels.promised, momentInWords(Ticket.AnswerDueAt, language, timeZone)])
  if (Ticket.AcknowledgeDueAt)
    facts.push([labels.acknowledge, dayInWords(Ticket.AcknowledgeDueAt, language, timeZone)])
  if (Ticket.ComplaintDueAt)
    facts.push([labels.complaintDue, dayInWords(Ticket.ComplaintDueAt, language, timeZone)])
  if (Ticket.Mediator) facts.push([labels.mediator, Ticket.Mediator])
  return facts
}

function moderationFacts({ Statement, Code, Outcome }: MailData, language: Language): [string, string][] {
  const { labels, outcomes } = texts[language]
  const facts: [string, string][] = []
  for (const part of STATEMENT) {
    const said = Statement?.[part]
    if (said) facts.push([labels[part], said])
  }
  if (Code) facts.push([labels.reference, Code])
  if (Outcome) facts.push([labels.outcome, outcomes[Outcome as keyof typeof outcomes] ?? Outcome])
  return facts
}

function payoutFacts(data: MailData, language: Language, timeZone: string): [string, string][] {
  const { labels } = texts[language]
  const facts: [string, string][] = []
  if (data.PayoutAmount && data.PayoutCurrency) {
    const money = new Intl.NumberFormat(language, { style: 'currency', currency: data.PayoutCurrency })
    const digits = String(data.PayoutAmount).padStart(3, '0')
    const amount = `${digits.slice(0, -2)}.${digits.slice(-2)}` as Intl.StringNumericLiteral
    facts.push([labels.payoutAmount, money.format(amount)])
  }
  if (data.Currency && data.Network) facts.push([labels.asset, `${data.Currency} · ${data.Network}`])
  if (data.Address) facts.push([labels.walletAddress, data.Address])
  if (data.UsableAt) {
    facts.push([labels.usableAt, momentInWords(data.UsableAt, language, timeZone)])
  }
  if (data.TransactionHash) facts.push([labels.transaction, data.TransactionHash])
  return facts
}

/** Minor units as decimal text, which Intl formats without a floating-point conversion. */
function hundredths(minor: number): Intl.StringNumericLiteral {
  const digits = String(minor).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}` as Intl.StringNumericLiteral
}

function deviceName(userAgent: string, labels: MailTexts['labels']): string {
  const { browser, system } = readDevice(userAgent)
  if (browser && system) return fill(labels.browserOn, { browser, system })
  return browser ?? system ?? labels.unknownDevice
}
