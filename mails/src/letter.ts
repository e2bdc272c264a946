import type { Language } from './languages.ts'

/** The parts of a mail, in reading order. */
export type Letter = {
  language: Language
  brand: string
  siteUrl: string
  subject: string
  greeting: string
  title: string
  lead: string
  facts: readonly (readonly [label: string, value: string])[]
  /** A highlighted value above the rest. */
  box?: { label: string; value: string } | null
  code: { label: string; digits: string } | null
  button: { label: string; url: string } | null
  /** Label of the plain address, for readers who cannot use the button. */
  fallback: string
  notes: readonly string[]
  /** A form to complete and return. */
  form?: { title: string; lines: readonly string[] } | null
  footer: string
  /** The unsubscribe link. */
  leave?: { label: string; url: string }
}
