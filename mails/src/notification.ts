// The wording of notifications, shared by the notification panel, push messages and mails. Data in, sentences out.
import en from '../notification-messages/en.json' with { type: 'json' }
import es from '../notification-messages/es.json' with { type: 'json' }
import fr from '../notification-messages/fr.json' with { type: 'json' }
import it from '../notification-messages/it.json' with { type: 'json' }
import kinds from '../notification-messages/kinds.json' with { type: 'json' }
import { fill } from './fill.ts'
import { isLanguage, type Language } from './languages.ts'

export type NotificationTexts = typeof fr
export const notificationTexts = { fr, en, es, it } satisfies Record<Language, NotificationTexts>
export type NotificationKind = keyof typeof kinds
/** Each kind: its category, why it is told, what it must be told with (the keys of `notifications.parameters`), and its words. */
export const NOTIFICATION_KINDS = kinds satisfies Record<NotificationKind, DeclaredKind>

type DeclaredKind = {
  category: string
  why: string
  parameters: readonly string[]
} & Record<Language, { title: string; body: string }>

/** Prices as decimal text. */
export type ToldLevels = {
  direction: 'buy' | 'sell'
  entry_low: string
  entry_high: string
  stop_loss: string
}

/** Parts of an event reserved for readers of levels: its price, or the analyst's note. */
export type ToldEvent = { price: string | null; note: string | null }

/** What fills a kind's words; a name that differs by language is given in each. */
export type ToldParameter = string | number | Readonly<Partial<Record<Language, string>>>

export type Told = {
  kind: string
  parameters: Readonly<Record<string, ToldParameter>>
  /** fr, en, es or it; any other becomes French. */
  language: string
  /** For readers of levels; replaces the body. */
  levels?: ToldLevels | ToldEvent | null
  /** too_late, or the state in which the signal ended. */
  withdrawnFor?: string | null
}

export type NotificationWords = { title: string; body: string; why: string }

/** Throws a RangeError for an unknown kind and for a missing parameter. */
export function notificationWords({
  kind,
  parameters,
  language,
  levels,
  withdrawnFor,
}: Told): NotificationWords {
  const texts = notificationTextsIn(language)
  if (!Object.hasOwn(kinds, kind)) throw new RangeError(`There is no notification "${kind}".`)
  const declared = kinds[kind as NotificationKind]
  const own = declared[isLanguage(language) ? language : 'fr']
  const values = Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [name, valueIn(language, name, value)]),
  )
  const body = fill(own.body, values)
  const over = withdrawnFor && texts.withdrawn[withdrawnFor as keyof typeof texts.withdrawn]
  return {
    title: fill(own.title, values),
    body: over || sayLevels(body, levels, texts, language),
    why: texts.why[declared.why as keyof NotificationTexts['why']],
  }
}

export function notificationTextsIn(language: string): NotificationTexts {
  return isLanguage(language) ? notificationTexts[language] : fr
}

/** The body, with levels added or in its place. */
function sayLevels(
  body: string,
  levels: ToldLevels | ToldEvent | null | undefined,
  texts: NotificationTexts,
  language: string,
): string {
  if (!levels) return body
  if (!('direction' in levels)) {
    if (levels.note) return levels.note
    return levels.price === null
      ? body
      : fill(texts.eventPrice, { body, price: decimal(levels.price, language) })
  }
  const [low, high] = [decimal(levels.entry_low, language), decimal(levels.entry_high, language)]
  return fill(texts.levels, {
    direction: texts.directions[levels.direction],
    entry: low === high ? low : `${low}–${high}`,
    stop: decimal(levels.stop_loss, language),
  })
}

function valueIn(language: string, name: string, told: ToldParameter): string {
  if (typeof told === 'object') return told[isLanguage(language) ? language : 'fr'] ?? told.fr ?? ''
  const value = String(told)
  if (name === 'price') return decimal(value, language)
  return name === 'result' ? signed(value, language) : value
}

/** A result in R, always with its sign. */
function signed(text: string, language: string): string {
  const options = { signDisplay: 'exceptZero', maximumFractionDigits: 2 } as const
  return new Intl.NumberFormat(language, options).format(text as Intl.StringNumericLiteral)
}

/** A decimal text in the language's format, with all its digits. */
export function decimal(text: string, language: string): string {
  const digits = text.split('.')[1]?.length ?? 0
  // Passed as text: a binary number would lose digits.
  return formatOf(language, digits).format(text as Intl.StringNumericLiteral)
}

/** Creating a format is the slowest step, and thousands of recipients share one. */
function formatOf(language: string, digits: number): Intl.NumberFormat {
  const key = `${language} ${digits}`
  const known = formats.get(key)
  if (known) return known
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const made = new Intl.NumberFormat(language, options)
  formats.set(key, made)
  return made
}

/** By language and digits: a few dozen at most. */
const formats = new Map<string, Intl.NumberFormat>()
