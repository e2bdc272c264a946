/** What the first day of a month is called, where it is counted and the others are not. */
const FIRST: Readonly<Record<string, string>> = { fr: '1er', it: '1º' }

/** A date with its month in words as Intl writes it, with the first day as it is written: `1er janvier 2027`, `1º gennaio 2027`. */
export function withFirstDay(date: string, language: string): string {
  const first = FIRST[language]
  return first === undefined ? date : date.replace(/(?<!\d)1 (?=\p{L})/u, `${first} `)
}

/** The day of an ISO 8601 moment in a zone: `12 décembre 2026`, or `12 déc. 2026`. */
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

/** The same with the time and the zone: `12 décembre 2026 à 09:01 (Europe/Paris)`. */
export function momentInWords(at: string | Date, language: string, timeZone: string): string {
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone })
  return `${withFirstDay(moment.format(new Date(at)), language)} (${timeZone.replaceAll('_', ' ')})`
}
