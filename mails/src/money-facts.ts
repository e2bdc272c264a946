// Owns what mails about money state: amounts, days of the contract, and the deadline that the law wants in a box of its own.
import { fill } from './fill.ts'
import type { Letter } from './mail.ts'
import { money } from './money.ts'
import { type MailLanguage, texts } from './texts.ts'

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
  Deadline?: string
  /** Where the document lies that goes with the mail. */
  File?: string
}

/** Rows of label and value. Days are the reader's own. */
export function moneyFacts(
  data: MoneyData | undefined,
  language: MailLanguage,
  timeZone: string,
): Letter['facts'] {
  if (!data) return []
  const { money: labels } = texts[language]
  const currency = data.Currency ?? 'EUR'
  const facts: [string, string][] = []
  const plan = data.Plan?.[language]
  if (plan && data.Period) facts.push([labels.plan, fill(labels[data.Period], { plan })])
  if (data.Number) facts.push([labels.number, data.Number])
  if (data.Amount !== undefined) facts.push([labels.amount, money(data.Amount, currency, language)])
  if (data.Card && data.CardExpires) {
    facts.push([
      labels.card,
      fill(labels.cardExpires, { card: data.Card, month: month(data.CardExpires, language) }),
    ])
  }
  if (data.RenewsOn) facts.push([labels.renewsOn, day(data.RenewsOn, language, timeZone)])
  if (data.PaidUntil) facts.push([labels.paidUntil, day(data.PaidUntil, language, timeZone)])
  if (data.Tries?.length) {
    const days = data.Tries.map((at) => day(at, language, timeZone, 'medium'))
    facts.push([labels.tries, new Intl.ListFormat(language).format(days)])
  }
  if (data.EndsAt) facts.push([labels.ends, day(data.EndsAt, language, timeZone)])
  return facts
}

/** The last day to refuse a renewal (Code de la consommation, art. L215-1: in a box that is seen). */
export function moneyBox(
  data: MoneyData | undefined,
  language: MailLanguage,
  timeZone: string,
): { label: string; value: string } | null {
  if (!data?.Deadline) return null
  return { label: texts[language].money.deadline, value: day(data.Deadline, language, timeZone) }
}

const day = (at: string, language: string, timeZone: string, dateStyle: 'long' | 'medium' = 'long'): string =>
  new Intl.DateTimeFormat(language, { dateStyle, timeZone }).format(new Date(at))

const month = (yearAndMonth: string, language: string): string =>
  new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${yearAndMonth}-01T00:00:00Z`),
  )
