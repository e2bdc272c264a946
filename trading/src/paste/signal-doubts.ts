// Doubts about a parsed signal: why a filled field might have another value. The composer asks about them, and nothing is
// published before they are answered.
import type { SignalDraft } from '../signal.ts'

export const DOUBTS = [
  'direction_inferred',
  'several_directions',
  'direction_against_levels',
  'several_instruments',
  'several_signals',
  'result_inside',
  'words_between',
  'other_price',
  'computed',
  'far_from_price',
  'targets_unclear',
  'shares_unclear',
  'hour_or_duration',
  'several_values',
  'declared_before',
] as const
export type DoubtKey = (typeof DOUBTS)[number]
export type Doubt = {
  key: DoubtKey
  field: keyof SignalDraft
  /** Other readings of the same words, as the field's text. */
  others?: readonly string[]
}

/** In the order of the form. */
const ORDER: readonly (keyof SignalDraft)[] = [
  'symbol',
  'direction',
  'order_type',
  'entry_low',
  'stop_loss',
  'targets',
]
const placeOf = ({ field }: Doubt): number => (ORDER.includes(field) ? ORDER.indexOf(field) : ORDER.length)

/** The doubts about filled fields, one per kind and field, in the order of the form. */
export function keptDoubts(doubts: readonly Doubt[], draft: Partial<SignalDraft>): Doubt[] {
  const seen = new Set<string>()
  return doubts
    .filter(({ key, field }) => {
      const name = `${key} ${field}`
      if (draft[field] === undefined || seen.has(name)) return false
      seen.add(name)
      return true
    })
    .sort((one, other) => placeOf(one) - placeOf(other))
}
