// Compares two states of a document, and merges the edits of two people. A dated fact is never merged in part: half of mine
// and half of theirs would be a fact that nobody read.
import { type ContentDocument, isDatedFact } from './document.ts'

export type Change = { path: string; before: unknown; after: unknown }
/** A path that both editors changed to different values. */
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

/** Values that can be compared part by part: groups, and lists of equal length whose items are groups. */
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

/** The differences between two values, each with its path: `texts.fr.title`, `fields.accounts.0.name`. */
export function changesBetween(before: unknown, after: unknown, path = ''): Change[] {
  if (same(before, after)) return []
  if (!comparable([before, after])) return [{ path, before, after }]
  return keysOf([before, after]).flatMap((key) =>
    changesBetween(partOf(before, key), partOf(after, key), under(path, key)),
  )
}

/** Merges two edits of `base`. Where they conflict, my value is kept and the conflict is reported. */
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
  // The source hash of a translation follows its text and is never a conflict of its own.
  return { document, conflicts: conflicts.filter(({ path }) => !path.startsWith('from.')) }
}

/** Returns the document with the value at a path replaced. */
export function withValue<Whole>(whole: Whole, path: string, value: unknown): Whole {
  const [key = '', ...rest] = path.split('.')
  const inner = rest.length === 0 ? value : withValue(partOf(whole, key) ?? {}, rest.join('.'), value)
  if (Array.isArray(whole)) return whole.with(Number(key), inner) as Whole
  const { [key]: _, ...others } = whole as Record<string, unknown>
  return (inner === undefined ? others : { ...others, [key]: inner }) as Whole
}

export const valueAt = (whole: unknown, path: string): unknown => path.split('.').reduce(partOf, whole)
