// The general terms by accepted version: a version that was in force stays here in all its languages and is attached to the
// mail that confirms a contract (Code de la consommation, art. L221-13). The site shows the latest one
// (web/src/features/legal); a test compares both.
import of20261121 from '../terms/2026-11-21.json' with { type: 'json' }
import { dayInWords } from './day-in-words.ts'
import { fill } from './fill.ts'
import type { MoneyData } from './money-facts.ts'
import { chooseLanguage } from './texts.ts'

const VERSIONS: Readonly<Record<string, typeof of20261121>> = { '2026-11-21': of20261121 }

export type TermsFile = { filename: string; text: string }

/** The terms of a contract as a text file in the buyer's language; null for a version without a text. */
export function termsFile(data: MoneyData | undefined, language: string, brand: string): TermsFile | null {
  const texts = data?.Terms ? VERSIONS[data.Terms] : undefined
  if (!data?.Terms || !data.Seller || !texts) return null
  const written = chooseLanguage(language)
  const { missing, version, title, purpose, parts } = texts[written]
  const { name, contact, mediator } = data.Seller
  const fact = (value: string) => value || `[${missing}]`
  const facts = { brand, entity: fact(name), contact: fact(contact), mediator: fact(mediator) }
  const say = (text: string) => fill(text, facts)
  return {
    filename: `${brand}-${title.replaceAll(/[^\p{L}\d]+/gu, '-')}-${data.Terms}.txt`,
    text: `${[
      title.toUpperCase(),
      fill(version, { date: dayInWords(`${data.Terms}T12:00:00Z`, written, 'UTC') }),
      say(purpose),
      ...Object.values(parts).map((part, place) => `${place + 1}. ${say(part.title)}\n\n${say(part.text)}`),
    ].join('\n\n')}\n`,
  }
}
