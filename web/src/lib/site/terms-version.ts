// Owns the versions of the legal texts in force. Consents are stored with their version; a changed text gets a new one, and
// the old text stays in the repository's history.

/** The general terms and the other legal documents: the day of their last change. */
export const TERMS_VERSION = '2026-11-21'

/** The waiver of the right to withdraw at the checkout; its words are `waiver.texts.<version>` in the payment's messages. */
export const WAIVER_VERSION = '1'
