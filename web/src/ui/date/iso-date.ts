// Calendar days as text, `2026-11-21`: without time or zone, so that no clock can shift one to the day before.

const ISO = /^(\d{4})-(\d{2})-(\d{2})$/
const two = (number: number) => String(number).padStart(2, '0')

/** Both days belong to it. */
export type Period = { from: string; to: string }

/** The day of a moment in the person's zone. */
export const isoDay = (moment: Date): string =>
  `${String(moment.getFullYear()).padStart(4, '0')}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`

/** The midnight that begins a day in the person's zone, as calendar widgets need it. */
export function localDay(iso: string): Date {
  const { year, month, day } = parts(iso)
  const date = new Date(2000, month - 1, day)
  date.setFullYear(year, month - 1, day)
  return date
}

export function addDays(iso: string, count: number): string {
  const { year, month, day } = parts(iso)
  return new Date(Date.UTC(year, month - 1, day + count)).toISOString().slice(0, 10)
}

/** `21/11/2026`: all four languages write the day first, and so does the English of this product. */
export function writeDay(iso: string): string {
  const { year, month, day } = parts(iso)
  return `${two(day)}/${two(month)}/${year}`
}

/** `1–21 nov. 2026`: what both days share is written once. */
export function writeDays(from: string, to: string, language: string): string {
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return format.formatRange(new Date(`${from}T00:00Z`), new Date(`${to}T00:00Z`))
}

/**
 * The day that a text means; '' for blank text, null if unreadable. Numbers are day, month, year; the month may be a word of
 * the language, in full or from its first three letters; without a year, it is this one.
 */
export function readDay(text: string, language: string, today: string): string | null {
  const bare = plain(text).trim()
  if (bare === '') return ''
  const iso = ISO.exec(bare)
  if (iso) return day(iso[1], iso[2], iso[3], today)
  const packed = /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(bare)
  if (packed) return day(packed[3], packed[2], packed[1], today)
  const numbers = /^(\d{1,2})[ ./-]+(\d{1,2})(?:[ ./-]+(\d{4}|\d{2}))?$/.exec(bare)
  if (numbers) return day(numbers[3], numbers[2], numbers[1], today)
  const words =
    /^(?<day>\d{1,2})(?:er|st|nd|rd|th|º|°)?[ ./-]+(?:de )?(?<month>\p{L}{3,})\.?(?:[ ,./-]+(?:de(?:l)? )?(?<year>\d{4}|\d{2}))?$/u.exec(
      bare,
    ) ?? /^(?<month>\p{L}{3,})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?(?:,? (?<year>\d{4}))?$/u.exec(bare)
  const month = monthOf(words?.groups?.month ?? '', language)
  return words && month ? day(words.groups?.year, String(month), words.groups?.day, today) : null
}

type Parts = { year: number; month: number; day: number }

function parts(iso: string): Parts {
  const [, year, month, day] = ISO.exec(iso) ?? []
  if (!year) throw new RangeError(`"${iso}" is not a day.`)
  return { year: Number(year), month: Number(month), day: Number(day) }
}

/** A day that exists, between 1900 and 2199. */
function day(year: string | undefined, month: string | undefined, day: string | undefined, today: string) {
  const full = year === undefined ? parts(today).year : year.length === 2 ? 2000 + Number(year) : Number(year)
  if (full < 1900 || full > 2199) return null
  const date = new Date(Date.UTC(full, Number(month) - 1, Number(day)))
  const same = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
  return same ? date.toISOString().slice(0, 10) : null
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const months = new Map<string, string[]>()

/** `jui` could be June or July, so it is neither. */
function monthOf(word: string, language: string): number | null {
  const names =
    months.get(language) ??
    Array.from({ length: 12 }, (_, month) =>
      plain(
        new Date(Date.UTC(2026, month, 15)).toLocaleDateString(language, { month: 'long', timeZone: 'UTC' }),
      ),
    )
  months.set(language, names)
  const found = names.flatMap((name, index) => (word !== '' && name.startsWith(word) ? [index + 1] : []))
  return found.length === 1 ? (found[0] ?? null) : null
}
