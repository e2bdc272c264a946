// A document's values as previews hand them to the parts that draw published ones.
import type { FactNote } from '#lib/content/dated-fact.ts'
import type { Localized } from '#lib/language/localized.ts'
import { addDays } from '#ui/date/iso-date.ts'
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

/** Where and when each fact was read, by its path; an item of a list goes by its slug: `accounts.standard.spread`. */
export const factNotes = (fields: unknown): Record<string, FactNote> =>
  Object.fromEntries(
    datedFacts(fields).flatMap(({ path, fact: { source, source_url, read_on, valid_days } }) =>
      read_on === ''
        ? []
        : [
            [
              bySlug(fields, path.split('.')),
              { source, source_url, read_on, expires_on: addDays(read_on, valid_days) },
            ],
          ],
    ),
  )

function bySlug(whole: unknown, [name = '', ...rest]: readonly string[]): string {
  const inner = (whole as Record<string, unknown>)[name]
  const called = Array.isArray(whole) ? String((inner as { slug?: unknown }).slug ?? name) : name
  return rest.length === 0 ? called : `${called}.${bySlug(inner, rest)}`
}
