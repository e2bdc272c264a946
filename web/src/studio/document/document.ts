// Owns what a document of content is in the browser: its fields, its texts in four languages, which of them follow the French,
// and its dated facts. The database judges the same by its own functions (content/content_documents.sql).
import { md5 } from '@noble/hashes/legacy.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { LANGUAGES, type Language } from '#lib/language/i18n.ts'

export type Texts = Readonly<Record<string, string>>
export type ContentDocument = {
  fields: Readonly<Record<string, unknown>>
  texts: Readonly<Partial<Record<Language, Texts>>>
  /** Of each translation, the MD5 of the French text that it was made from. */
  from: Readonly<Partial<Record<Language, Texts>>>
}

export type DatedFact = {
  value: unknown
  source: string
  source_url: string | null
  /** `2026-11-12` */
  read_on: string
  valid_days: number
}

export type LanguageState = 'current' | 'stale' | 'missing'
const PARTS = ['read_on', 'source', 'source_url', 'valid_days', 'value']
const DAY = 86_400_000
/** From then on a fact is about to expire. */
export const SOON_DAYS = 14

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isDatedFact = (value: unknown): value is DatedFact =>
  isObject(value) && Object.keys(value).sort().join() === PARTS.join()

/** Every dated fact that has a value, with its path within the fields: `accounts.0.spread`. */
export function datedFacts(fields: unknown, path = ''): { path: string; fact: DatedFact }[] {
  if (isDatedFact(fields)) return fields.value === null ? [] : [{ path, fact: fields }]
  if (!isObject(fields) && !Array.isArray(fields)) return []
  return Object.entries(fields).flatMap(([key, value]) => datedFacts(value, path ? `${path}.${key}` : key))
}

/** Days until a fact has to be verified again: 0 or fewer once it has; null while it is not filled in. */
export function daysLeft({ read_on, valid_days }: Pick<DatedFact, 'read_on' | 'valid_days'>, today: string) {
  const read = Date.parse(read_on)
  if (Number.isNaN(read) || !Number.isInteger(valid_days)) return null
  return Math.round((read - Date.parse(today)) / DAY) + valid_days
}

/** Of the texts on the screen, which are asked about with every letter that is typed. */
const hashes = new Map<string, string>()

export function hashOf(text: string): string {
  const hash = hashes.get(text) ?? bytesToHex(md5(utf8ToBytes(text)))
  if (hashes.size > 50) hashes.clear()
  hashes.set(text, hash)
  return hash
}

export const textOf = ({ texts }: Pick<ContentDocument, 'texts'>, language: Language, name: string): string =>
  texts[language]?.[name] ?? ''

/** Whether a text is there and follows the French that stands now. */
export function textState(document: ContentDocument, language: Language, name: string): LanguageState {
  if (textOf(document, language, name).trim() === '') return 'missing'
  if (language === 'fr') return 'current'
  const from = document.from[language]?.[name]
  return from !== undefined && from !== hashOf(textOf(document, 'fr', name)) ? 'stale' : 'current'
}

/** Of each language the worst state of its texts: those that are required, and those that the French has. */
export function languageStates(
  document: ContentDocument,
  names: readonly string[],
  required: readonly string[],
): Record<Language, LanguageState> {
  const wanted = names.filter((name) => required.includes(name) || textOf(document, 'fr', name).trim() !== '')
  const worst = (language: Language) => {
    const states = wanted.map((name) => textState(document, language, name))
    return (['missing', 'stale'] as const).find((state) => states.includes(state)) ?? 'current'
  }
  return Object.fromEntries(LANGUAGES.map((language) => [language, worst(language)])) as Record<
    Language,
    LanguageState
  >
}

/** The document with another text; a translation is noted as made from the French of now. */
export function withText(
  document: ContentDocument,
  language: Language,
  name: string,
  text: string,
): ContentDocument {
  const { texts, from } = document
  const changed = { ...document, texts: { ...texts, [language]: { ...texts[language], [name]: text } } }
  if (language === 'fr') return changed
  const hash = hashOf(textOf(document, 'fr', name))
  return { ...changed, from: { ...from, [language]: { ...from[language], [name]: hash } } }
}

/** A slug from a title: small letters without accents, digits, hyphens. */
export const slugFrom = (title: string): string =>
  title
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)
