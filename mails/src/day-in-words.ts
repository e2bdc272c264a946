/** The ordinal for the first of a month, in languages that use one only for this day. */
const FIRST: Readonly<Record<string, string>> = { fr: '1er', it: '1º' }

/** Adds the ordinal to a date formatted by Intl: `1er janvier 2027`, `1º gennaio 2027`. */
export function withFirstDay(date: string, language: string): string {
  const first = FIRST[language]
  return first === undefined ? date : date.replace(/(?<!\d)1 (?=\p{L})/u, `${first} `)
}

/** The date of an ISO 8601 time in a time zone: `12 décembre 2026`, or `12 déc. 2026`. */
export function dayInWords(
  at: string | Date,
  language: string,
  timeZone: string,
  dateStyle: 'long' | 'medium' = 'long',
): string {
  return withFirstDay(
    new Intl.DateTimeFormat(language, { dateStyle, timeZone }).format(new Date(at)),
    language,
  )
}

/** The same with time and zone: `12 décembre 2026 à 09:01 (Europe/Paris)`. */
export function momentInWords(at: string | Date, language: string, timeZone: string): string {
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone })
  return `${withFirstDay(moment.format(new Date(at)), language)} (${timeZone.replaceAll('_', ' ')})`
}
