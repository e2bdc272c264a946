import { withParameters } from '#lib/browser/search-filter.ts'

export const MOST_COMPARED = 4

/** The compared entries of a guide, in the order of selection: known ones, each once, up to the maximum. */
export function readCompared(search: URLSearchParams, known: readonly string[]): string[] {
  const named = new Set((search.get('comparer') ?? '').split(','))
  return [...named].filter((slug) => known.includes(slug)).slice(0, MOST_COMPARED)
}

export const writeCompared = (search: URLSearchParams, slugs: readonly string[]): URLSearchParams =>
  withParameters(search, { comparer: slugs.length > 0 ? slugs.join(',') : null })
