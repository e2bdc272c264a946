import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'

/**
 * The interface's language: the stored choice, else the browser's if it is one of the four, else French. Every feature
 * owns `messages/{fr,en,es,it}.json`; a language is one lazily loaded bundle of them all, a namespace a feature.
 */
export const LANGUAGES = ['fr', 'en', 'es', 'it'] as const
export type Language = (typeof LANGUAGES)[number]
export const LANGUAGE_NAMES: Record<Language, string> = {
  fr: 'Français',
  en: 'English',
  es: 'Español',
  it: 'Italiano',
}
export const LANGUAGE_KEY = 'vigie-language'

type Bundle = Record<string, Record<string, unknown>>
const bundles: Record<Language, () => Promise<{ messages: Bundle }>> = {
  fr: () => import('./messages-fr.ts'),
  en: () => import('./messages-en.ts'),
  es: () => import('./messages-es.ts'),
  it: () => import('./messages-it.ts'),
}

const isLanguage = (value: string | null | undefined): value is Language =>
  LANGUAGES.some((language) => language === value)

/** The order of S-50: stored choice, then the browser's languages, then French. */
export function chooseLanguage(stored: string | null, preferred: readonly string[]): Language {
  if (isLanguage(stored)) return stored
  return preferred.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'fr'
}

/** Loads the language of this visit and follows changes made in other tabs. */
export async function startI18n(): Promise<void> {
  const language = chooseLanguage(readStored(), navigator.languages)
  const { messages } = await bundles[language]()
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: messages },
    ns: Object.keys(messages),
    defaultNS: 'app',
    interpolation: { escapeValue: false },
    returnNull: false,
  })
  document.documentElement.lang = language
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === LANGUAGE_KEY && isLanguage(newValue)) void show(newValue)
  })
}

/** Changes the language here and in every open tab, and remembers it. */
export async function setLanguage(language: Language): Promise<void> {
  try {
    localStorage.setItem(LANGUAGE_KEY, language)
  } catch {
    // Storage is closed to this page: the choice holds until it is left.
  }
  await show(language)
}

async function show(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'app')) {
    const { messages } = await bundles[language]()
    for (const [namespace, texts] of Object.entries(messages))
      i18next.addResourceBundle(language, namespace, texts)
  }
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}

function readStored(): string | null {
  try {
    return localStorage.getItem(LANGUAGE_KEY)
  } catch {
    return null
  }
}
