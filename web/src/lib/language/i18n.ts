// Owns the interface's language and its texts. A feature keeps `messages/{fr,en,es,it}.json`; its folder's name is the
// namespace (`shell`: the member area's frame). A namespace is loaded when a screen first asks for it, in the current
// language only.
import { isLanguage, type Language } from 'mails/languages'
import { cloneElement, type ReactElement, type ReactNode, use, useMemo, useSyncExternalStore } from 'react'
import { arrival } from '#lib/browser/arrival.ts'
import { readSetting, storeSetting } from '#lib/browser/setting.ts'
import { pieces, type Texts, translate, type Values } from './translate.ts'

export const LANGUAGE_KEY = 'vigie-language'

/** The namespaces and their texts; `app/routing/messages.ts` lists them, so that a missing key is a type error. */
// biome-ignore lint/suspicious/noEmptyInterface: declaration merging fills it
export interface Messages {}

type Plural<Name> = Name extends `${infer Base}_${Intl.LDMLPluralRule}` ? Base : Name
type KeyIn<T> = {
  [Name in keyof T & string]: T[Name] extends string ? Plural<Name> : `${Name}.${KeyIn<T[Name]>}`
}[keyof T & string]
export type Key<N extends string> = N extends keyof Messages ? KeyIn<Messages[N]> : string
export type Translate<N extends string> = (key: Key<N>, values?: Values) => string

const files = import.meta.glob<Texts>(
  ['../../{*,features/*,features/*/studio,app/*,parts/*}/messages/*.json'],
  {
    import: 'default',
  },
)
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
  // Never a failure: what needs the texts would be drawn again, ask again and fail again, without end.
  const texts: Pending = arrival(source).then((found) => {
    loaded.set(name, found)
    // React's `use` reads these fields, so that loaded texts render without waiting a turn.
    Object.assign(texts, { status: 'fulfilled', value: found })
    return found
  })
  loading.set(name, texts)
  return texts
}

/** The order of S-50: stored choice, browser languages, French. */
export function chooseLanguage(stored: string | null, preferred: readonly string[]): Language {
  if (isLanguage(stored)) return stored
  return preferred.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'fr'
}

/** The search parameter that gives each language its own address. */
const ADDRESSED = 'lang'

let current: Language = 'fr'
const listeners = new Set<() => void>()

/** Sets the language of this visit (the address comes before the order above), and follows changes in other tabs. Call once. */
export function startI18n(): void {
  const asked = new URLSearchParams(globalThis.location?.search).get(ADDRESSED)
  current = isLanguage(asked) ? asked : chooseLanguage(readSetting(LANGUAGE_KEY), navigator.languages)
  // Writing even the same value makes the browser recompute every style.
  if (document.documentElement.lang !== current) document.documentElement.lang = current
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === LANGUAGE_KEY && isLanguage(newValue)) void show(newValue)
  })
}

/** The language to prerender in, where no visit decides it. */
export function drawIn(language: Language): void {
  current = language
}

/** Changes the language here and in every open tab, and stores it. Resolves when it is shown. */
export async function setLanguage(language: Language): Promise<void> {
  storeSetting(LANGUAGE_KEY, language)
  forgetAddressed()
  await show(language)
}

/** Removes the address's own language if another one was chosen. */
function forgetAddressed(): void {
  const search = new URLSearchParams(globalThis.location?.search)
  if (!search.has(ADDRESSED)) return
  search.delete(ADDRESSED)
  const query = search.size > 0 ? `?${search}` : ''
  history.replaceState(history.state, '', `${location.pathname}${query}${location.hash}`)
}

/** The whole page changes at once: the texts are loaded before the language is switched. */
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

/** Starts loading the texts of a screen that is about to be shown. */
export function preloadTexts(namespace: string): Promise<Texts> {
  return load(current, namespace)
}

/** The texts of a feature. Suspends until they are loaded. */
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
  /** One element for each tag of the text; an element without children gets the text between the tags. */
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
