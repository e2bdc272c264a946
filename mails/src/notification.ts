// The wording of notifications, shared by the notification panel, push messages and mails. Data in, sentences out.
import en from '../notification-messages/en.json' with { type: 'json' }
import es from '../notification-messages/es.json' with { type: 'json' }
import fr from '../notification-messages/fr.json' with { type: 'json' }
import it from '../notification-messages/it.json' with { type: 'json' }
import { fill } from './fill.ts'

export type NotificationTexts = typeof fr
export const notificationTexts = { fr, en, es, it } satisfies Record<string, NotificationTexts>
export type NotificationKind = keyof NotificationTexts['kinds']

/** The parameters that each kind requires: the keys of `notifications.parameters`. */
export const NOTIFICATION_PARAMETERS: Record<NotificationKind, readonly string[]> = {
  signal_published: ['number', 'instrument', 'timeframe'],
  event_entered: ['number', 'instrument', 'timeframe'],
  event_target_reached: ['number', 'instrument', 'timeframe'],
  event_stop_moved: ['number', 'instrument', 'timeframe'],
  event_stopped: ['number', 'instrument', 'result'],
  event_closed: ['number', 'instrument', 'result'],
  event_expired: ['number', 'instrument'],
  event_cancelled: ['number', 'instrument'],
  event_note: ['number', 'instrument', 'timeframe'],
  near_entry: ['number', 'instrument', 'price'],
  near_stop: ['number', 'instrument', 'price'],
  near_target: ['number', 'instrument', 'price'],
  signal_entered: ['number', 'instrument', 'price'],
  signal_target_reached: ['number', 'instrument', 'price'],
  signal_stop_moved: ['number', 'instrument', 'price'],
  signal_stopped: ['number', 'instrument', 'price'],
  signal_closed: ['number', 'instrument', 'price'],
  signal_expired: ['number', 'instrument'],
  signal_cancelled: ['number', 'instrument'],
  signal_close_asked: ['number', 'instrument'],
  signal_cancel_asked: ['number', 'instrument'],
  qualification_approved: [],
  qualification_rejected: [],
  qualification_needs_information: [],
  receipt: [],
  refund_sent: [],
  refund_to_fetch: [],
  surplus_received: [],
  surplus_returned: [],
  payment_failed: [],
  method_expiring: [],
  renewal_notice: [],
  crypto_renewal: [],
  push_test: [],
  wallet_changed: [],
  wallet_stopped: [],
  payout_paid: [],
  payout_failed: [],
}
/** Kinds about a member's contract. */
const MONEY: ReadonlySet<string> = new Set([
  'receipt',
  'refund_sent',
  'refund_to_fetch',
  'surplus_received',
  'surplus_returned',
  'payment_failed',
  'method_expiring',
  'renewal_notice',
  'crypto_renewal',
])
export const NOTIFICATION_KINDS = Object.keys(NOTIFICATION_PARAMETERS) as NotificationKind[]

/** Prices as decimal text. */
export type ToldLevels = {
  direction: 'buy' | 'sell'
  entry_low: string
  entry_high: string
  stop_loss: string
}

/** Parts of an event reserved for readers of levels: its price, or the analyst's note. */
export type ToldEvent = { price: string | null; note: string | null }

export type Told = {
  kind: string
  parameters: Readonly<Record<string, string | number>>
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
  const own = texts.kinds[kind as NotificationKind]
  if (!Object.hasOwn(texts.kinds, kind)) throw new RangeError(`There is no notification kind "${kind}".`)
  const values = Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [name, valueIn(language, name, String(value))]),
  )
  const body = fill(own.body, values)
  const over = withdrawnFor && texts.withdrawn[withdrawnFor as keyof typeof texts.withdrawn]
  return {
    title: fill(own.title, values),
    body: over || sayLevels(body, levels, texts, language),
    why: texts.why[whyOf(kind)],
  }
}

export function notificationTextsIn(language: string): NotificationTexts {
  return notificationTexts[language as keyof typeof notificationTexts] ?? fr
}

function whyOf(kind: string): keyof NotificationTexts['why'] {
  if (kind === 'signal_published') return 'published'
  if (kind.startsWith('event_')) return 'event'
  if (kind.startsWith('qualification_')) return 'request'
  if (MONEY.has(kind)) return 'money'
  if (kind.startsWith('wallet_') || kind.startsWith('payout_')) return 'referral'
  return kind === 'push_test' ? 'test' : 'alert'
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

function valueIn(language: string, name: string, value: string): string {
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
