// Owns parsing phone numbers. The numbering plans (80 KB) load when a number is first checked.
import { type Language, TERRITORIES } from 'mails/languages'

const KNOWN = ['FR', 'BE', 'CH', 'LU', 'CA', 'GB', 'IE', 'US', 'ES', 'IT'] as const
export type PhoneCountry = (typeof KNOWN)[number]

/** The country of a number without prefix: the browser's region, otherwise that of the interface language. */
export function phoneCountry(language: Language, browserLanguages: readonly string[]): PhoneCountry {
  // A bare tag names a language, never a region: 'it' is Italian, not Italy.
  const regions = browserLanguages.filter((tag) => tag.includes('-')).map((tag) => tag.split('-').at(-1))
  const region = regions.find((candidate) => KNOWN.some((country) => country === candidate))
  return (region as PhoneCountry | undefined) ?? TERRITORIES[language]
}

/** The number in E.164 ("+33612345678"), or null if it is invalid. */
export async function internationalNumber(text: string, country: PhoneCountry): Promise<string | null> {
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/min')
  const number = parsePhoneNumberFromString(text, country)
  return number?.isValid() ? number.number : null
}
