// How certain each field of a draft is, and the words that it was read from.
import type { Span } from 'trading/paste/signal-sources'
import type { ParsedSignal } from 'trading/paste/signal-text'
import type { SignalDraft } from 'trading/signal'
import { type Draft, draftOfParsed } from '../draft.ts'

/** `read`: written in the text. `deduced`: follows from it by a rule. `profile`: from the profile. `confirm`: in doubt. */
export type Mark = 'read' | 'deduced' | 'profile' | 'confirm'
export type FieldMark = { mark: Mark; words: string }
export type FieldMarks = ReadonlyMap<keyof SignalDraft, FieldMark>

/** The mark of each field that a paste or a profile filled; a field typed over has none. */
export function marksOf(draft: Draft, parsed: ParsedSignal | null): FieldMarks {
  const marks = new Map<keyof SignalDraft, FieldMark>()
  if (parsed?.kind === 'signal') {
    const made = draftOfParsed(parsed)
    for (const field of Object.keys(parsed.draft) as (keyof SignalDraft)[]) {
      if (JSON.stringify(made[field]) !== JSON.stringify(draft[field])) continue
      const words = parsed.sources[field]?.map(({ text }) => text).join(' … ') ?? ''
      marks.set(field, { mark: parsed.deduced.includes(field) ? 'deduced' : 'read', words })
    }
  }
  for (const field of draft.profiled) marks.set(field as keyof SignalDraft, { mark: 'profile', words: '' })
  for (const { field } of draft.asks)
    marks.set(field, { mark: 'confirm', words: marks.get(field)?.words ?? '' })
  return marks
}

export type MarkedSpan = Span & { mark: Mark }

/** The words of a text that fields were read from, in order and without overlaps; of two fields the less certain counts. */
export function markedSpans(parsed: ParsedSignal | null, marks: FieldMarks): MarkedSpan[] {
  if (parsed?.kind !== 'signal') return []
  const weight = { confirm: 2, deduced: 1, read: 0, profile: 0 }
  const spans = Object.entries(parsed.sources).flatMap(([field, words]) =>
    words.map((span) => ({ ...span, mark: marks.get(field as keyof SignalDraft)?.mark ?? 'read' })),
  )
  return spans
    .sort((one, other) => one.start - other.start || weight[other.mark] - weight[one.mark])
    .reduce<MarkedSpan[]>((kept, span) => {
      const last = kept.at(-1)
      if (!last || span.start >= last.end) kept.push(span)
      else if (weight[span.mark] > weight[last.mark]) last.mark = span.mark
      return kept
    }, [])
}
