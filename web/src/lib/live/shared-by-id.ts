import { replaceEqualDeep } from '@tanstack/react-query'

type Row = { readonly id: string }

/**
 * For a query's `structuralSharing`: keeps the identity of unchanged rows by id, wherever they are in the list. The library
 * compares by index, so that a prepended row would replace every object.
 */
export function sharedById(before: unknown, fresh: unknown): unknown {
  const known = new Map((before as readonly Row[] | undefined)?.map((row) => [row.id, row]))
  return (fresh as readonly Row[]).map((row) => replaceEqualDeep(known.get(row.id), row))
}
