// Where the fields of a pasted signal were read from, as spans of the original text.
import type { SignalDraft } from '../signal.ts'
import type { Found } from './signal-found.ts'

export type Span = { start: number; end: number; text: string }
export type Place = { start: number; end: number }

/** The words of each filled field as spans of the original text. */
export function sourcesOf(
  found: Found,
  symbols: readonly (Place & { symbol: string })[],
  rule: Place | null,
  draft: Partial<SignalDraft>,
  source: string,
): Partial<Record<keyof SignalDraft, Span[]>> {
  const places: [keyof SignalDraft, readonly Place[]][] = [
    ...found.sources,
    ['symbol', symbols.filter(({ symbol }) => symbol === draft.symbol).slice(0, 1)],
    ['break_even_after', rule ? [rule] : []],
  ]
  return Object.fromEntries(
    places
      .filter(([field, words]) => draft[field] !== undefined && words.length > 0)
      .map(([field, words]) => [
        field,
        mergedSpans(
          [...words].sort((one, other) => one.start - other.start),
          source,
        ),
      ]),
  )
}

/** The filled fields whose value is not written in the text. */
export function deducedOf(found: Found, draft: Partial<SignalDraft>): (keyof SignalDraft)[] {
  const deduced = new Set(found.deduced)
  if (!found.sources.has('order_type')) deduced.add('order_type')
  if (!found.sources.has('direction')) deduced.add('direction')
  if (!found.sources.has('entry_low')) deduced.add('entry_low')
  const { targets } = found
  if (targets.length > 1 && targets.some(({ share }) => share === undefined)) deduced.add('targets')
  return [...deduced].filter((field) => draft[field] !== undefined)
}

/** Neighbouring tokens as one span each. */
export function mergedSpans(tokens: readonly { start: number; end: number }[], source: string): Span[] {
  const spans: Span[] = []
  for (const { start, end } of tokens) {
    const last = spans.at(-1)
    if (last && /^[^\S\n]*$/.test(source.slice(last.end, start))) {
      last.end = end
      last.text = source.slice(last.start, end)
    } else {
      spans.push({ start, end, text: source.slice(start, end) })
    }
  }
  return spans
}
