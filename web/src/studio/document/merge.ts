// Two states of a document held against each other: what changed between them, and what becomes of a document that two people
// changed at once. A dated fact is one thing: half of mine and half of theirs would be a fact that nobody read.
import { type ContentDocument, isDatedFact } from './document.ts'

export type Change = { path: string; before: unknown; after: unknown }
/** A place that both changed, each to something else. */
export type Conflict = { path: string; base: unknown; mine: unknown; theirs: unknown }

type Inner = Readonly<Record<string, unknown>>

const isGroup = (value: unknown): value is Inner =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isDatedFact(value)

export const same = (one: unknown, other: unknown): boolean => {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...keys].every((key) => same((one as Inner)[key], (other as Inner)[key]))
}

/** What can be looked into part by part: groups, and lists of one length whose items are groups. */
const comparable = (values: readonly unknown[]): boolean =>
  values.every((value) => isGroup(value) || value === undefined)
    ? values.some(isGroup)
    : values.every(
        (value, _, [first]) =>
          Array.isArray(value) && value.length === (first as unknown[]).length && value.every(isGroup),
      )

const partOf = (value: unknown, key: string): unknown => (value as Inner | undefined)?.[key]
const keysOf = (values: readonly unknown[]) => [
  ...new Set(values.flatMap((value) => Object.keys((value as Inner | undefined) ?? {}))),
]
const under = (path: string, key: string) => (path ? `${path}.${key}` : key)

/** What differs, each place by its path: `texts.fr.title`, `fields.accounts.0.name`. */
export function changesBetween(before: unknown, after: unknown, path = ''): Change[] {
  if (same(before, after)) return []
  if (!comparable([before, after])) return [{ path, before, after }]
  return keysOf([before, after]).flatMap((key) =>
    changesBetween(partOf(before, key), partOf(after, key), under(path, key)),
  )
}

/** What both made of `base`, put together; where they are at odds, mine stands and the conflict is named. */
export function merged(
  base: ContentDocument,
  mine: ContentDocument,
  theirs: ContentDocument,
): { document: ContentDocument; conflicts: Conflict[] } {
  const conflicts: Conflict[] = []
  const merge = (old: unknown, my: unknown, their: unknown, path: string): unknown => {
    if (same(my, their) || same(old, their)) return my
    if (same(old, my)) return their
    if (!comparable([old, my, their])) {
      conflicts.push({ path, base: old, mine: my, theirs: their })
      return my
    }
    const entries = keysOf([old, my, their]).map(
      (key) => [key, merge(partOf(old, key), partOf(my, key), partOf(their, key), under(path, key))] as const,
    )
    if (Array.isArray(my)) return entries.map(([, value]) => value)
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
  }
  const document = merge(base, mine, theirs, '') as ContentDocument
  // What a translation was made from goes with its text, and asks nobody.
  return { document, conflicts: conflicts.filter(({ path }) => !path.startsWith('from.')) }
}

/** The document with another value at a path. */
export function withValue<Whole>(whole: Whole, path: string, value: unknown): Whole {
  const [key = '', ...rest] = path.split('.')
  const inner = rest.length === 0 ? value : withValue(partOf(whole, key) ?? {}, rest.join('.'), value)
  if (Array.isArray(whole)) return whole.with(Number(key), inner) as Whole
  const { [key]: _, ...others } = whole as Record<string, unknown>
  return (inner === undefined ? others : { ...others, [key]: inner }) as Whole
}

export const valueAt = (whole: unknown, path: string): unknown => path.split('.').reduce(partOf, whole)
