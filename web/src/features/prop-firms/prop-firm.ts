import type { FactNote } from '#lib/content/dated-fact.ts'
import type { Localized } from '#lib/language/localized.ts'
import type { InstrumentClass } from '#lib/market/instrument-classes.ts'

/** The rules of a phase. Shares of the account size are decimal texts ("0.08"); null means no such rule. */
export type Phase = {
  kind: 'evaluation' | 'funded'
  target: string | null
  daily_loss: string | null
  daily_loss_from: 'balance' | 'equity' | 'higher' | null
  total_loss: string | null
  total_loss_kind: 'static' | 'end_of_day' | 'intraday'
  minimum_days: number
  time_limit_days: number | null
  /** The largest share of the profit that a single day may contribute. */
  consistency: string | null
  news: 'allowed' | 'restricted' | 'forbidden'
  weekend: boolean
}

export type RuleVersion = {
  version: number
  applies_from: string
  phases: Phase[]
  source: string
  source_url: string | null
}

export type Challenge = {
  slug: string
  name: string
  /** Minor units of `currency`, like the fee. */
  account_size: number
  fee: number
  currency: string
  fee_refunded: boolean
  /** 0 to 1, as decimal text. */
  split: string
  first_payout_days: number
  payout_every_days: number
  /** The newest first. */
  versions: RuleVersion[]
}

export type PropFirm = {
  slug: string
  name: string
  summary: Localized
  entity: string
  instruments: InstrumentClass[]
  platforms: string[]
  payout: Localized
  pros: Localized[]
  cons: Localized[]
  promotion_code: string | null
  promotion_text: Localized | null
  promotion_ends_on: string | null
  verified_on: string
  verified_by: string
  website_url: string | null
  affiliate_url: string | null
  affiliate_disclosure: Localized | null
  fictitious: boolean
  /** Keyed by field; for a challenge, by `challenges.<slug>.<field>`. */
  facts: Readonly<Record<string, FactNote>>
  challenges: Challenge[]
}

/** The rules in force on a day (`2026-11-21`): the newest version that has started. */
export const rulesOn = ({ versions }: Pick<Challenge, 'versions'>, day: string): RuleVersion | null =>
  versions
    .toSorted((one, other) => other.version - one.version)
    .find(({ applies_from: from }) => from <= day) ?? null

/** The promotion, up to and including its last day; null afterwards. */
export function promotionOn(
  firm: Pick<PropFirm, 'promotion_code' | 'promotion_text' | 'promotion_ends_on'>,
  day: string,
): { code: string; text: Localized; endsOn: string } | null {
  const { promotion_code: code, promotion_text: text, promotion_ends_on: endsOn } = firm
  return code && text && endsOn && day <= endsOn ? { code, text, endsOn } : null
}

/** The local date in the format of the guide's days. */
export const dayOf = (date: Date): string =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`
