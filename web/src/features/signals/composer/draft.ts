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
  /** Fields that a profile filled and nobody changed since. */
  profiled: readonly string[]
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
  profiled: [],
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
    profiled: _profiled,
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
  const { targets, validity_minutes: minutes, break_even_after: rule, ...texts } = parsed
  const shares = targets ? evenShares(targets.length) : []
  return {
    ...EMPTY_DRAFT,
    ...(Object.fromEntries(
      Object.entries(texts).filter(([, value]) => value !== undefined),
    ) as Partial<Draft>),
    ...(minutes === undefined ? {} : { validity_minutes: String(minutes) }),
    ...(rule === undefined ? {} : { break_even_after: String(rule) }),
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
  return {
    ...draft,
    ...part,
    asks: draft.asks.filter(({ field }) => !isAnswered(field)),
    profiled: draft.profiled.filter((field) => !isAnswered(field)),
  }
}

/** The draft with the value of a field confirmed, or with another reading of the same words. */
export const withConfirmed = (draft: Draft, field: Doubt['field'], other?: string): Draft => ({
  ...draft,
  ...(other === undefined ? {} : { [field]: other }),
  asks: draft.asks.filter((ask) => ask.field !== field),
})

/** What the database stores: the signal as it would be sent, the open doubts, and every field as typed. */
export const keptInput = ({ asks, profiled, ...typed }: Draft) => ({
  ...toSignal({ ...typed, asks, profiled }),
  asks,
  profiled,
  typed,
})

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
    profiled:
      isRecord(input) && Array.isArray(input.profiled)
        ? input.profiled.filter((field) => String(field) in EMPTY_DRAFT)
        : [],
  }
}

/** Whether the draft is still empty. */
export const isBlank = (draft: Draft): boolean => JSON.stringify(draft) === JSON.stringify(EMPTY_DRAFT)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isDoubt = (value: unknown): value is Doubt =>
  isRecord(value) &&
  DOUBTS.some((key) => key === value.key) &&
  String(value.field) in EMPTY_DRAFT &&
  (value.others === undefined ||
    (Array.isArray(value.others) && value.others.every((other) => typeof other === 'string')))

const isTarget = (value: unknown): value is DraftTarget =>
  isRecord(value) && typeof value.price === 'string' && typeof value.share === 'string'
