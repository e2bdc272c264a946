import { evenShares } from 'trading/levels'
import { DOUBTS, type Doubt } from 'trading/paste/signal-doubts'
import type { ParsedSignal } from 'trading/paste/signal-text'
import { type SignalDraft, stopRulesOf } from 'trading/signal'

/** The composer's draft: every field is text until it is sent, and is stored until it is published. */
export type DraftTarget = { price: string; share: string }
export type Draft = Omit<Record<keyof SignalDraft, string>, 'targets'> & {
  targets: DraftTarget[]
  /** Fields that a pasted text left in doubt: each is confirmed or changed before publication. */
  asks: readonly Doubt[]
}

export const EMPTY_DRAFT: Draft = {
  symbol: '',
  direction: '',
  order_type: 'limit',
  entry_low: '',
  entry_high: '',
  stop_loss: '',
  targets: [{ price: '', share: '100' }],
  timeframe: 'M15',
  style: 'intraday',
  tier: 'premium',
  risk_percent: '1',
  validity_minutes: '480',
  break_even_after: '',
  trailing_distance: '',
  trailing_after: '',
  facts: '',
  opinion: '',
  counter_thesis: '',
  counter_condition: '',
  method: '',
  conflicts: '',
  position_held: '',
  affiliate_link: '',
  asks: [],
}

/** A price as typed: a decimal comma and blanks are accepted. */
export const plainPrice = (text: string): string => text.trim().replace(/\s/g, '').replace(',', '.')

/** The draft as the database takes it. A single entry price is both edges of the zone. */
export function toSignal(draft: Draft): SignalDraft {
  const low = plainPrice(draft.entry_low)
  const high = plainPrice(draft.entry_high) || low
  const {
    break_even_after: breakEven,
    trailing_distance: distance,
    trailing_after: after,
    asks: _asks,
    ...rest
  } = draft
  const trails = distance.trim() !== ''
  return {
    ...rest,
    ...stopRulesOf({
      ...(breakEven ? { break_even_after: Number(breakEven) } : {}),
      ...(trails ? { trailing_distance: plainPrice(distance) } : {}),
      // Without a distance, the threshold means nothing.
      ...(trails && after ? { trailing_after: Number(after) } : {}),
    }),
    entry_low: low,
    entry_high: high,
    stop_loss: plainPrice(draft.stop_loss),
    targets: draft.targets.map(({ price, share }) => ({
      price: plainPrice(price),
      share: plainPrice(share),
    })),
    risk_percent: plainPrice(draft.risk_percent),
    validity_minutes: Number(draft.validity_minutes),
  } as SignalDraft
}

/**
 * The draft from a pasted text. Fields that the text does not mention are empty; they never keep values of the form, which
 * belong to another signal.
 */
export function draftOfParsed({ draft: parsed, doubts }: Pick<ParsedSignal, 'draft' | 'doubts'>): Draft {
  const { targets, validity_minutes: minutes, ...texts } = parsed
  const shares = targets ? evenShares(targets.length) : []
  return {
    ...EMPTY_DRAFT,
    ...(Object.fromEntries(
      Object.entries(texts).filter(([, value]) => value !== undefined),
    ) as Partial<Draft>),
    ...(minutes === undefined ? {} : { validity_minutes: String(minutes) }),
    ...(targets && targets.length > 0
      ? {
          targets: targets.map(({ price, share }, index) => ({
            price,
            share: share || (shares[index] ?? ''),
          })),
        }
      : {}),
    asks: doubts,
  }
}

/** A draft with changes typed over it; a changed field is no longer in doubt. A zone counts as one field. */
export function withTyped(draft: Draft, part: Partial<Draft>): Draft {
  const isAnswered = (field: string) => field in part || (field === 'entry_low' && 'entry_high' in part)
  return { ...draft, ...part, asks: draft.asks.filter(({ field }) => !isAnswered(field)) }
}

/** The draft with the value of a field confirmed. */
export const withConfirmed = (draft: Draft, field: Doubt['field']): Draft => ({
  ...draft,
  asks: draft.asks.filter((ask) => ask.field !== field),
})

/** What the database stores: the signal as it would be sent, the open doubts, and every field as typed. */
export const keptInput = ({ asks, ...typed }: Draft) => ({ ...toSignal({ ...typed, asks }), asks, typed })

/** A stored draft as the composer shows it; anything that is not one of its texts becomes empty. */
export function draftOf(input: unknown): Draft {
  const typed = isRecord(input) && isRecord(input.typed) ? input.typed : {}
  const texts = Object.entries(typed).filter(
    ([key, value]) => key in EMPTY_DRAFT && typeof value === 'string',
  )
  const targets = Array.isArray(typed.targets) ? typed.targets.filter(isTarget) : []
  return {
    ...EMPTY_DRAFT,
    ...(Object.fromEntries(texts) as Partial<Draft>),
    ...(targets.length > 0 ? { targets } : {}),
    asks: isRecord(input) && Array.isArray(input.asks) ? input.asks.filter(isDoubt) : [],
  }
}

/** Whether the draft is still empty. */
export const isBlank = (draft: Draft): boolean => JSON.stringify(draft) === JSON.stringify(EMPTY_DRAFT)

/** The reasons, applied only where nothing is written yet: they may have come with the paste. */
const CASE = ['facts', 'opinion', 'counter_thesis', 'counter_condition'] as const

/** Never the answers about interests: they hold for one signal only. */
const TEMPLATE_FIELDS = [
  'method',
  'conflicts',
  'validity_minutes',
  'style',
  'timeframe',
  'risk_percent',
  'tier',
] as const

/** The fields that an author's drafts share; shares depend on the number of targets. */
export function templateOf(draft: Draft): Record<string, unknown> {
  return {
    ...Object.fromEntries([...TEMPLATE_FIELDS, ...CASE].map((field) => [field, draft[field]])),
    break_even_after: draft.break_even_after,
    shares: draft.targets.map(({ share }) => share),
  }
}

/** Applies a template's fields to a draft. Prices and written texts stay; its shares decide how many targets there are. */
export function withTemplate(draft: Draft, input: unknown): Draft {
  if (!isRecord(input)) return draft
  const texts = [...TEMPLATE_FIELDS, 'break_even_after'].filter((field) => typeof input[field] === 'string')
  const told = CASE.filter((field) => typeof input[field] === 'string' && draft[field].trim() === '')
  const shares = Array.isArray(input.shares) ? input.shares.filter((share) => typeof share === 'string') : []
  return {
    ...draft,
    ...(Object.fromEntries([...texts, ...told].map((field) => [field, input[field]])) as Partial<Draft>),
    ...(shares.length > 0
      ? { targets: shares.map((share, index) => ({ price: draft.targets[index]?.price ?? '', share })) }
      : {}),
    // A value from the template is no longer in doubt.
    asks: draft.asks.filter(({ field }) => !texts.includes(field)),
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isDoubt = (value: unknown): value is Doubt =>
  isRecord(value) && DOUBTS.some((key) => key === value.key) && String(value.field) in EMPTY_DRAFT

const isTarget = (value: unknown): value is DraftTarget =>
  isRecord(value) && typeof value.price === 'string' && typeof value.share === 'string'
