import type { TableFilter, TableValue, TableView } from './table-column.ts'

/** Whether a filter matches everything, which counts as no filter. */
export function isOpen(filter: TableFilter): boolean {
  if (filter.kind === 'text') return filter.text.trim() === ''
  if (filter.kind === 'choice') return filter.values.length === 0
  if (filter.kind === 'dates') return filter.from === '' && filter.to === ''
  return typed(filter.from) === null && typed(filter.to) === null
}

/** Returns a predicate for values. Text matches anywhere, ignoring case and accents; empty cells match no range or period. */
export function matcher(filter: TableFilter): (value: TableValue) => boolean {
  if (filter.kind === 'text') {
    const wanted = folded(filter.text.trim())
    return (value) => value !== null && folded(String(value)).includes(wanted)
  }
  if (filter.kind === 'choice') {
    const wanted = new Set(filter.values)
    return (value) => wanted.has(String(value ?? ''))
  }
  if (filter.kind === 'dates')
    return (value) => {
      const day = String(value ?? '').slice(0, 10)
      return day !== '' && day >= filter.from && (filter.to === '' || day <= filter.to)
    }
  const [from, to] = [typed(filter.from) ?? -Infinity, typed(filter.to) ?? Infinity]
  return (value) => value !== null && value !== '' && Number(value) >= from && Number(value) <= to
}

/** Returns the view with this filter set, or removed if it matches everything. */
export function withFilter(view: TableView, key: string, filter: TableFilter | null): TableView {
  const { [key]: _, ...others } = view.filters
  return { ...view, filters: filter && !isOpen(filter) ? { ...others, [key]: filter } : others }
}

/** The next sort of a clicked header: ascending, descending, then the original order. */
export function nextSort(sort: TableView['sort'], key: string): TableView['sort'] {
  if (sort?.key !== key) return { key, descending: false }
  return sort.descending ? null : { key, descending: true }
}

/** Compares two non-empty values: numbers by value, text by the language's collation. */
export function comparator(numeric: boolean, language: string): (a: TableValue, b: TableValue) => number {
  // Rounding to a float keeps the order of decimals, which is sufficient for sorting.
  if (numeric) return (a, b) => Number(a) - Number(b)
  const { compare } = new Intl.Collator(language, { numeric: true })
  return (a, b) => compare(String(a), String(b))
}

const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Parses a number as people type it: decimal comma or point, any minus sign, spaces between thousands. */
export function typed(text: string): number | null {
  const plain = text
    .replace(/[\s\u00a0\u202f]/g, '')
    .replace('\u2212', '-')
    .replace(',', '.')
  return plain === '' || !Number.isFinite(Number(plain)) ? null : Number(plain)
}
