import type { Language } from 'mails/languages'

/** A text that staff wrote in every language of the interface; the database refuses an incomplete one. */
export type Localized = Readonly<Record<Language, string>>
