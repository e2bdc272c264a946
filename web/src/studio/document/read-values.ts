// A document's values as previews hand them to the parts that draw published ones.
import type { Localized } from '#lib/language/localized.ts'
import { datedFacts } from './document.ts'

export const factValue = (fact: unknown): unknown => (fact as { value?: unknown } | undefined)?.value ?? null
export const itemsOf = (text = ''): string[] => text.split('\n').filter((line) => line.trim() !== '')
/** A text that is already in the language looked at, where one in four is asked for. */
export const inEvery = (text = ''): Localized => ({ fr: text, en: text, es: text, it: text })
/** The day on which a fact was read last. */
export const lastRead = (fields: unknown): string | null =>
  datedFacts(fields)
    .map(({ fact }) => fact.read_on)
    .sort()
    .at(-1) ?? null
