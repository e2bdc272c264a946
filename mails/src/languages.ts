// The languages of the product, the first where nobody chose. The database's list is made from this one (scripts/registries.ts),
// and a message file that is missing is a type error. docs/recipes/add-a-language.md says what else a language takes.
export const LANGUAGE_NAMES = { fr: 'Français', en: 'English', es: 'Español', it: 'Italiano' } as const
export type Language = keyof typeof LANGUAGE_NAMES
/** Where each is spoken as we write it: the region of links and of telephone numbers without a prefix. */
export const TERRITORIES = { fr: 'FR', en: 'GB', es: 'ES', it: 'IT' } as const satisfies Record<
  Language,
  string
>
export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as [Language, ...Language[]]

export const isLanguage = (value: unknown): value is Language =>
  LANGUAGES.some((language) => language === value)
