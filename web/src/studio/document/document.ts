// Owns a content document in the browser: its fields, its texts in four languages, which translations are up to date with the
// French, and its dated facts. The database applies the same rules in its own functions (content/content_documents.sql).
import { md5 } from '@noble/hashes/legacy.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { LANGUAGES, type Language } from 'mails/languages'

export type Texts = Readonly<Record<string, string>>
export type ContentDocument = {
  fields: Readonly<Record<string, unknown>>
  texts: Readonly<Partial<Record<Language, Texts>>>
  /** For each translation, the MD5 of the French text that it was made from. */
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
/** A fact with at most this many days left counts as expiring soon. */
export const SOON_DAYS = 14

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isDatedFact = (value: unknown): value is DatedFact =>
  isObject(value) && Object.keys(value).sort().join() === PARTS.join()

/** Every dated fact that has a value, with its path within the fields, such as `accounts.0.spread`. */
export function datedFacts(fields: unknown, path = ''): { path: string; fact: DatedFact }[] {
  if (isDatedFact(fields)) return fields.value === null ? [] : [{ path, fact: fields }]
  if (!isObject(fields) && !Array.isArray(fields)) return []
  return Object.entries(fields).flatMap(([key, value]) => datedFacts(value, path ? `${path}.${key}` : key))
}

/** Days until a fact must be verified again: 0 or less once it has expired; null while it is incomplete. */
export function daysLeft({ read_on, valid_days }: Pick<DatedFact, 'read_on' | 'valid_days'>, today: string) {
  const read = Date.parse(read_on)
  if (Number.isNaN(read) || !Number.isInteger(valid_days)) return null
  return Math.round((read - Date.parse(today)) / DAY) + valid_days
}

/** Caches the hashes of displayed texts, since states are recomputed on every keystroke. */
const hashes = new Map<string, string>()

export function hashOf(text: string): string {
  const hash = hashes.get(text) ?? bytesToHex(md5(utf8ToBytes(text)))
  if (hashes.size > 50) hashes.clear()
  hashes.set(text, hash)
  return hash
}

export const textOf = ({ texts }: Pick<ContentDocument, 'texts'>, language: Language, name: string): string =>
  texts[language]?.[name] ?? ''

/** Whether a text is missing, current, or stale because the French changed after it was translated. */
export function textState(document: ContentDocument, language: Language, name: string): LanguageState {
  if (textOf(document, language, name).trim() === '') return 'missing'
  if (language === 'fr') return 'current'
  const from = document.from[language]?.[name]
  return from !== undefined && from !== hashOf(textOf(document, 'fr', name)) ? 'stale' : 'current'
}

/** The worst state of each language's texts, over the required texts and those that exist in French. */
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

/** Returns the document with one text replaced; a translation records the current French as its source. */
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

/** Derives a slug from a title: lower-case letters without accents, digits, hyphens. */
export const slugFrom = (title: string): string =>
  title
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)
