import { diffWordsWithSpace } from 'diff'

export type Piece = { kind: 'same' | 'added' | 'removed'; text: string }
/** The number of unchanged characters shown around a change. */
const AROUND = 80

/** The difference of two texts, word by word; unchanged text far from any change is omitted. */
export function wordDiff(before: string, after: string): Piece[] {
  const parts = diffWordsWithSpace(before, after)
  return parts.map(({ value, added, removed }, place): Piece => {
    if (added) return { kind: 'added', text: value }
    if (removed) return { kind: 'removed', text: value }
    return { kind: 'same', text: shortened(value, place === 0, place === parts.length - 1) }
  })
}

function shortened(text: string, first: boolean, last: boolean): string {
  if (parts(first, last) * AROUND >= text.length) return text
  return `${first ? '' : text.slice(0, AROUND)} … ${last ? '' : text.slice(-AROUND)}`
}

const parts = (first: boolean, last: boolean) =>
  first && last ? Number.POSITIVE_INFINITY : first || last ? 1.5 : 2.5
