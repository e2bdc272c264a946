// Converts a draft's values to the shape that the components for published content expect.
import type { FactNote } from '#lib/content/dated-fact.ts'
import type { Localized } from '#lib/language/localized.ts'
import { addDays } from '#ui/date/iso-date.ts'
import { datedFacts } from './document.ts'

export const factValue = (fact: unknown): unknown => (fact as { value?: unknown } | undefined)?.value ?? null
export const itemsOf = (text = ''): string[] => text.split('\n').filter((line) => line.trim() !== '')
/** Repeats a text, already in the displayed language, for components that expect all four languages. */
export const inEvery = (text = ''): Localized => ({ fr: text, en: text, es: text, it: text })
/** The most recent day on which one of the facts was read. */
export const lastRead = (fields: unknown): string | null =>
  datedFacts(fields)
    .map(({ fact }) => fact.read_on)
    .sort()
    .at(-1) ?? null

/** Where and when each fact was read, by path; list items are keyed by slug, as in `accounts.standard.spread`. */
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
