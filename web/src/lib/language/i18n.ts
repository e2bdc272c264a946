// Owns the interface's language and its texts. A feature keeps `messages/{fr,en,es,it}.json`; its folder's name is the
// namespace (`shell`: the member area's frame). A namespace is loaded when a screen first asks for it, in the language of the
// visit only.
import { cloneElement, type ReactElement, type ReactNode, use, useMemo, useSyncExternalStore } from 'react'
import { readSetting, storeSetting } from '#lib/browser/setting.ts'
import { pieces, type Texts, translate, type Values } from './translate.ts'

export const LANGUAGES = ['fr', 'en', 'es', 'it'] as const
export type Language = (typeof LANGUAGES)[number]
export const LANGUAGE_NAMES: Record<Language, string> = {
  fr: 'Français',
  en: 'English',
  es: 'Español',
  it: 'Italiano',
}
export const LANGUAGE_KEY = 'vigie-language'

/** The namespaces and their texts; `app/messages.d.ts` names them, so that a key that is not there is a type error. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by declaration merging
export interface Messages {}

type Plural<Name> = Name extends `${infer Base}_${Intl.LDMLPluralRule}` ? Base : Name
type KeyIn<T> = {
  [Name in keyof T & string]: T[Name] extends string ? Plural<Name> : `${Name}.${KeyIn<T[Name]>}`
}[keyof T & string]
export type Key<N extends string> = N extends keyof Messages ? KeyIn<Messages[N]> : string
export type Translate<N extends string> = (key: Key<N>, values?: Values) => string

const files = import.meta.glob<Texts>(['../../{*,features/*,features/*/studio,app/*}/messages/*.json'], {
  import: 'default',
})
const sources = new Map(
  Object.entries(files).map(([path, load]) => {
    const [file = '', , folder = '', feature] = path.split('/').reverse()
    // A feature's studio has texts of its own, which only staff fetch.
    const namespace = folder === 'studio' && feature !== '..' ? `${feature}-studio` : folder
    return [`${file.slice(0, 2)} ${namespace}`, load]
  }),
)
const loaded = new Map<string, Texts>()
type Pending = Promise<Texts>
const loading = new Map<string, Pending>()

function load(language: Language, namespace: string): Promise<Texts> {
  const name = `${language} ${namespace}`
  const known = loading.get(name)
  if (known) return known
  const source = sources.get(name)
  if (!source) throw new Error(`There are no texts for "${name}".`)
  const texts: Pending = source().then(
    (found) => {
      loaded.set(name, found)
      // What React's `use` reads, so that texts that are there are drawn without waiting a turn.
      Object.assign(texts, { status: 'fulfilled', value: found })
      return found
    },
    (error: unknown) => {
      loading.delete(name)
      throw error
    },
  )
  loading.set(name, texts)
  return texts
}

const isLanguage = (value: string | null | undefined): value is Language =>
  LANGUAGES.some((language) => language === value)

/** The order of S-50: stored choice, then the browser's languages, then French. */
export function chooseLanguage(stored: string | null, preferred: readonly string[]): Language {
  if (isLanguage(stored)) return stored
  return preferred.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'fr'
}

/** The name of the search parameter that gives each language an address of its own. */
const ADDRESSED = 'lang'

let current: Language = 'fr'
const listeners = new Set<() => void>()

/** Takes the language of this visit (the address's own before the order above), and follows changes made in other tabs. Call once. */
export function startI18n(): void {
  const asked = new URLSearchParams(globalThis.location?.search).get(ADDRESSED)
  current = isLanguage(asked) ? asked : chooseLanguage(readSetting(LANGUAGE_KEY), navigator.languages)
  // Written anew, even the same one has the style of everything reckoned again.
  if (document.documentElement.lang !== current) document.documentElement.lang = current
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === LANGUAGE_KEY && isLanguage(newValue)) void show(newValue)
  })
}

/** The language in which pages are drawn ahead, where there is no visit to take it from. */
export function drawIn(language: Language): void {
  current = language
}

/** Changes the language here and in every open tab, and remembers it. Resolves when it is shown. */
export async function setLanguage(language: Language): Promise<void> {
  storeSetting(LANGUAGE_KEY, language)
  forgetAddressed()
  await show(language)
}

/** The address must not ask for a language that is no longer the chosen one. */
function forgetAddressed(): void {
  const search = new URLSearchParams(globalThis.location?.search)
  if (!search.has(ADDRESSED)) return
  search.delete(ADDRESSED)
  const query = search.size > 0 ? `?${search}` : ''
  history.replaceState(history.state, '', `${location.pathname}${query}${location.hash}`)
}

/** Everything on the page changes at once: its texts are there before the language is. */
async function show(language: Language): Promise<void> {
  const used = [...loaded.keys()].filter((name) => name.startsWith(`${current} `))
  await Promise.all(used.map((name) => load(language, name.slice(3))))
  current = language
  document.documentElement.lang = language
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const shown = () => current
export const useLanguage = (): Language => useSyncExternalStore(subscribe, shown, shown)

/** Begins to load texts that a screen on its way will ask for. */
export function preloadTexts(namespace: string): Promise<Texts> {
  return load(current, namespace)
}

/** The texts of a feature. Suspends until they are there. */
export function useTranslation<N extends string>(
  namespace: N,
): { t: Translate<N>; i18n: { language: Language } } {
  const language = useLanguage()
  const texts = use(load(language, namespace))
  return useMemo(
    () => ({
      t: (key, values) => translate(texts, key, language, values) ?? key,
      i18n: { language },
    }),
    [texts, language],
  )
}

type TransProps<N extends string> = {
  t: Translate<N>
  i18nKey: Key<N>
  values?: Values
  /** An element for each tag of the text; what stands between the tags becomes its content when it has none. */
  components: Readonly<Record<string, ReactElement<{ children?: ReactNode }>>>
}

/** A text with elements in it: `Lire <terms>les conditions</terms>.` */
export function Trans<N extends string>({ t, i18nKey, values, components }: TransProps<N>): ReactNode {
  return pieces(t(i18nKey, values)).map((piece, place) => {
    if (typeof piece === 'string') return piece
    const element = components[piece.tag]
    const key = `${piece.tag} ${place}`
    if (!element) return piece.text
    return cloneElement(element, { key }, ...(piece.text === '' ? [] : [piece.text]))
  })
}
