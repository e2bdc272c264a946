import type { Language } from './languages.ts'

/** A mail's parts, in the order they are read. */
export type Letter = {
  language: Language
  brand: string
  siteUrl: string
  subject: string
  greeting: string
  title: string
  lead: string
  facts: readonly (readonly [label: string, value: string])[]
  /** What must be seen before the rest. */
  box?: { label: string; value: string } | null
  code: { label: string; digits: string } | null
  button: { label: string; url: string } | null
  /** What is said of the button's address, for who cannot press it. */
  fallback: string
  notes: readonly string[]
  /** A form to fill in and send back. */
  form?: { title: string; lines: readonly string[] } | null
  footer: string
  /** How to hear no more of this. */
  leave?: { label: string; url: string }
}
