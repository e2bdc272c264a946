// The languages of the product. The first is the default. The database's list is generated from this one (scripts/database/registries.ts),
// and a missing message file is a type error. docs/recipes/add-a-language.md lists the other steps to add a language.
export const LANGUAGE_NAMES = { fr: 'Français', en: 'English', es: 'Español', it: 'Italiano' } as const
export type Language = keyof typeof LANGUAGE_NAMES
/** Default region of each language, for links and for telephone numbers without a prefix. */
export const TERRITORIES = { fr: 'FR', en: 'GB', es: 'ES', it: 'IT' } as const satisfies Record<
  Language,
  string
>
export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as [Language, ...Language[]]

export const isLanguage = (value: unknown): value is Language =>
  LANGUAGES.some((language) => language === value)
