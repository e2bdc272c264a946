import type { Doubt } from 'trading/paste/signal-doubts'
import type { Draft } from '../draft.ts'
import { filledPattern } from './pattern.ts'

/** What an analyst's signals have in common, as stored: `declared_at` is when its interests were last declared. */
export type Profile = { id: string; name: string; input: unknown; is_default: boolean; declared_at: string }

/** Filled unless the text says otherwise. */
const TERMS = [
  'method',
  'conflicts',
  'validity_minutes',
  'style',
  'timeframe',
  'risk_percent',
  'tier',
] as const
/** Filled where nothing is written; they may name values of the signal. */
const REASONS = ['facts', 'opinion', 'counter_thesis', 'counter_condition'] as const
/** They hold for the day on which they were declared; later they are asked about. */
const INTERESTS = ['position_held', 'affiliate_link'] as const

export type ProfileField = (typeof TERMS)[number] | (typeof REASONS)[number] | (typeof INTERESTS)[number]

/** The fields of a draft that a profile keeps; shares depend on the number of targets. */
export function profileOf(draft: Draft): Record<string, unknown> {
  return {
    ...Object.fromEntries([...TERMS, ...REASONS, ...INTERESTS].map((field) => [field, draft[field]])),
    break_even_after: draft.break_even_after,
    shares: draft.targets.map(({ share }) => share),
  }
}

/**
 * The draft with a profile's fields. `given` are the fields that a pasted text names: they stay. Prices and written reasons stay
 * too. `today` tells whether a moment is on the author's present day.
 */
export function withProfile(
  draft: Draft,
  { input, declared_at: declared }: Pick<Profile, 'input' | 'declared_at'>,
  given: ReadonlySet<string>,
  today: (moment: string) => boolean,
): Draft {
  if (!isRecord(input)) return draft
  const kept = (field: string): string => (typeof input[field] === 'string' ? input[field] : '')
  const terms = TERMS.filter((field) => kept(field) !== '' && !given.has(field))
  const interests = INTERESTS.filter((field) => kept(field) !== '')
  const next: Draft = {
    ...draft,
    ...Object.fromEntries([...terms, ...interests].map((field) => [field, kept(field)])),
    ...withShares(draft, input, given),
  }
  const reasons = REASONS.filter((field) => draft[field].trim() === '' && kept(field).trim() !== '')
    .map((field) => [field, filledPattern(kept(field), next)] as const)
    .filter(([, text]) => text !== '')
  const filled: ProfileField[] = [...terms, ...interests, ...reasons.map(([field]) => field)]
  const old: Doubt[] =
    interests.length > 0 && !today(declared) ? [{ key: 'declared_before', field: 'position_held' }] : []
  return {
    ...next,
    ...Object.fromEntries(reasons),
    profiled: filled,
    // A value from the profile is no longer in doubt.
    asks: [
      ...draft.asks.filter(({ field, key }) => key !== 'declared_before' && !isFilled(filled, field)),
      ...old,
    ],
  }
}

const isFilled = (filled: readonly string[], field: string): boolean => filled.includes(field)

/** Shares and break-even of the profile, if the text gives none and has as many targets or none. */
function withShares(
  draft: Draft,
  input: Record<string, unknown>,
  given: ReadonlySet<string>,
): Partial<Draft> {
  const shares = Array.isArray(input.shares) ? input.shares.filter((share) => typeof share === 'string') : []
  const fits = given.has('targets')
    ? shares.length === draft.targets.length && given.has('even shares')
    : shares.length > 0
  const rule = typeof input.break_even_after === 'string' ? input.break_even_after : ''
  const count = fits ? shares.length : draft.targets.length
  return {
    ...(fits
      ? { targets: shares.map((share, index) => ({ price: draft.targets[index]?.price ?? '', share })) }
      : {}),
    ...(rule !== '' && !given.has('break_even_after') && Number(rule) < count
      ? { break_even_after: rule }
      : {}),
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
