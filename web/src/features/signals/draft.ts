import { evenShares } from 'trading/levels'
import type { SignalDraft } from 'trading/signal'

/** The composer's draft: every field a text until it is sent, kept until it is published. */
export type DraftTarget = { price: string; share: string }
export type Draft = Omit<Record<keyof SignalDraft, string>, 'targets'> & { targets: DraftTarget[] }

const KEY = 'vigie-signal-draft'
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
  validity_hours: '8',
  facts: '',
  opinion: '',
  counter_thesis: '',
  counter_condition: '',
  method: '',
  conflicts: '',
}

/** Text that an analyst types for a price: a decimal comma and blanks are forgiven. */
export const plainPrice = (text: string): string => text.trim().replace(/\s/g, '').replace(',', '.')

/** The draft as the database takes it. A single entry price is both edges of the zone. */
export function toSignal(draft: Draft): SignalDraft {
  const low = plainPrice(draft.entry_low)
  const high = plainPrice(draft.entry_high) || low
  return {
    ...draft,
    entry_low: low,
    entry_high: high,
    stop_loss: plainPrice(draft.stop_loss),
    targets: draft.targets.map(({ price, share }) => ({
      price: plainPrice(price),
      share: plainPrice(share),
    })),
    risk_percent: plainPrice(draft.risk_percent),
    validity_hours: Number(draft.validity_hours),
  } as SignalDraft
}

/** What a pasted text says goes over what stands there; the rest stays. */
export function withParsed(draft: Draft, parsed: Partial<SignalDraft>): Draft {
  const { targets, validity_hours: hours, ...texts } = parsed
  const shares = targets ? evenShares(targets.length) : []
  return {
    ...draft,
    ...(Object.fromEntries(
      Object.entries(texts).filter(([, value]) => value !== undefined),
    ) as Partial<Draft>),
    ...(hours === undefined ? {} : { validity_hours: String(hours) }),
    ...(targets && targets.length > 0
      ? {
          targets: targets.map(({ price, share }, index) => ({
            price,
            share: share || (shares[index] ?? ''),
          })),
        }
      : {}),
  }
}

export function loadDraft(): Draft {
  try {
    return { ...EMPTY_DRAFT, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Draft>) }
  } catch {
    return EMPTY_DRAFT
  }
}

export const keepDraft = (draft: Draft | null): void =>
  draft ? localStorage.setItem(KEY, JSON.stringify(draft)) : localStorage.removeItem(KEY)
