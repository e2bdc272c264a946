// Owns which versions of the legal texts are in force. What somebody agreed to is stored by version; a text that changes gets
// another one, and the old one stays readable in the history of the repository.

/** The general terms and the other legal documents: the day they last changed. */
export const TERMS_VERSION = '2026-11-21'

/** The waiver of the right to withdraw at the checkout; its words are `waiver.texts.<version>` of the payment's messages. */
export const WAIVER_VERSION = '1'
