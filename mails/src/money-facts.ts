// Owns what mails about money state: amounts, days of the contract, and the deadline that the law wants in a box of its own.
import { dayInWords } from './day-in-words.ts'
import { fill } from './fill.ts'
import type { Language } from './languages.ts'
import type { Letter } from './letter.ts'
import { money } from './money.ts'
import { texts } from './texts.ts'

/** Amounts are minor units of Currency; days are ISO 8601 moments. */
export type MoneyData = {
  Number?: string
  Amount?: number
  Currency?: string
  /** The plan's names by language. */
  Plan?: Readonly<Record<string, string>>
  Period?: 'month' | 'year'
  Card?: string
  /** The last month of the card, YYYY-MM. */
  CardExpires?: string
  EndsAt?: string
  PaidUntil?: string
  RenewsOn?: string
  Tries?: readonly string[]
  /** The order's number, the version of the terms agreed to, and until when the contract may be withdrawn from. */
  Order?: string
  Terms?: string
  WithdrawUntil?: string
  /** What each renewal costs. */
  RenewalAmount?: number
  /** What is downloaded was asked for at once, and cannot be withdrawn from. */
  Waiver?: boolean
  Seller?: { name: string; address: string; contact: string; mediator: string }
  /** A payment waits for nothing but its bank, which wants the card's holder to confirm it. */
  BankAsks?: boolean
  Deadline?: string
  /** Where the document lies that goes with the mail. */
  File?: string
}

/** Rows of label and value. Days are the reader's own. */
export function moneyFacts(
  data: MoneyData | undefined,
  language: Language,
  timeZone: string,
): Letter['facts'] {
  if (!data) return []
  const { money: labels } = texts[language]
  const currency = data.Currency ?? 'EUR'
  const facts: [string, string][] = []
  const plan = data.Plan?.[language]
  if (plan && data.Period) facts.push([labels.plan, fill(labels[data.Period], { plan })])
  if (data.Order) facts.push([labels.order, data.Order])
  if (data.Number) facts.push([labels.number, data.Number])
  if (data.Amount !== undefined) facts.push([labels.amount, money(data.Amount, currency, language)])
  if (data.Card && data.CardExpires) {
    facts.push([
      labels.card,
      fill(labels.cardExpires, { card: data.Card, month: month(data.CardExpires, language) }),
    ])
  }
  if (data.BankAsks) facts.push([labels.bank, labels.bankAsks])
  if (data.RenewsOn) facts.push([labels.renewsOn, dayInWords(data.RenewsOn, language, timeZone)])
  if (data.RenewalAmount !== undefined) {
    const amount = money(data.RenewalAmount, currency, language)
    facts.push([labels.renewal, fill(labels[data.Period === 'year' ? 'eachYear' : 'eachMonth'], { amount })])
  }
  if (data.PaidUntil) facts.push([labels.paidUntil, dayInWords(data.PaidUntil, language, timeZone)])
  if (data.Tries?.length) {
    const days = data.Tries.map((at) => dayInWords(at, language, timeZone, 'medium'))
    facts.push([labels.tries, new Intl.ListFormat(language).format(days)])
  }
  if (data.EndsAt) facts.push([labels.ends, dayInWords(data.EndsAt, language, timeZone)])
  if (data.Waiver) facts.push([labels.waiver, labels.waived])
  if (data.Terms) {
    const dated = /^\d{4}-\d\d-\d\d$/.test(data.Terms)
    const version = dated ? dayInWords(`${data.Terms}T12:00:00Z`, language, timeZone) : data.Terms
    facts.push([labels.terms, fill(labels.version, { version })])
  }
  if (data.Seller) {
    const { name, address, contact, mediator } = data.Seller
    facts.push([labels.seller, [name, address, contact].filter(Boolean).join('\u00a0· ')])
    if (mediator) facts.push([labels.mediator, mediator])
  }
  return facts
}

/**
 * The last day to refuse a renewal (Code de la consommation, art. L215-1: in a box that is seen), or the last day to withdraw
 * (art. L221-18).
 */
export function moneyBox(
  data: MoneyData | undefined,
  language: Language,
  timeZone: string,
): { label: string; value: string } | null {
  const { money: labels } = texts[language]
  if (data?.Deadline) return { label: labels.deadline, value: dayInWords(data.Deadline, language, timeZone) }
  // The right ends with a day of the seller's, whatever clock its reader has.
  if (data?.WithdrawUntil)
    return { label: labels.withdrawUntil, value: dayInWords(data.WithdrawUntil, language, 'Europe/Paris') }
  return null
}

/** The model form that goes with a new contract (annexe à l'article R221-1), addressed and dated. */
export function withdrawalForm(
  data: MoneyData | undefined,
  orderedAt: string | undefined,
  language: Language,
  timeZone: string,
): NonNullable<Letter['form']> | null {
  if (!data?.WithdrawUntil || !data.Seller || !orderedAt) return null
  const { title, lines } = texts[language].withdrawalForm
  const { name, address, contact } = data.Seller
  const values = {
    seller: [name, address, contact].filter(Boolean).join(', '),
    plan: data.Plan?.[language] ?? '',
    order: data.Order ?? '',
    ordered: dayInWords(orderedAt, language, timeZone),
  }
  return { title, lines: lines.map((line) => fill(line, values)) }
}

const month = (yearAndMonth: string, language: string): string =>
  new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${yearAndMonth}-01T00:00:00Z`),
  )
