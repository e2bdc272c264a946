import type { Language } from './i18n.ts'

/** A text that staff wrote in every language; the database refuses an incomplete one. */
export type Localized = Readonly<Record<Language, string>>
