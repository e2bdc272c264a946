import type { Language } from 'mails/languages'

/** A text that staff wrote in every language; the database refuses an incomplete one. */
export type Localized = Readonly<Record<Language, string>>
