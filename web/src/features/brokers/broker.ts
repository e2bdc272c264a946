import type { FactNote } from '#lib/content/dated-fact.ts'
import type { Localized } from '#lib/language/localized.ts'
import type { InstrumentClass } from '#lib/market/instrument-classes.ts'

export type BrokerAccount = {
  slug: string
  name: string
  /** Minor units of `currency`. */
  minimum_deposit: number
  currency: string
  /** Decimal texts, in pips of EUR/USD; the cost is spread plus commission. */
  eurusd_spread_pips: string
  eurusd_cost_pips: string
  /** Per lot, round turn, in US cents. */
  commission_usd_cents: number
}

export type LeverageClass = 'forex' | 'forex_minor' | 'metal' | 'index' | 'share' | 'crypto'

export type Broker = {
  slug: string
  name: string
  summary: Localized
  entity: string
  regulator: string
  licence_number: string
  /** 0 to 1, as decimal text; null if the entity publishes none. */
  losing_share: string | null
  losing_share_on: string | null
  protections: Localized[]
  instruments: InstrumentClass[]
  platforms: string[]
  leverage: Partial<Record<LeverageClass, number>>
  deposits: Localized
  withdrawals: Localized
  pros: Localized[]
  cons: Localized[]
  verified_on: string
  verified_by: string
  website_url: string | null
  affiliate_url: string | null
  affiliate_disclosure: Localized | null
  fictitious: boolean
  /** Days until a withdrawal arrived; null if none was tested. */
  withdrawal_days: number | null
  /** Keyed by field; for an account, by `accounts.<slug>.<field>`. */
  facts: Readonly<Record<string, FactNote>>
  accounts: BrokerAccount[]
}

type WithAccounts = Pick<Broker, 'accounts'>

export type AccountFact = 'minimum_deposit' | 'eurusd_spread_pips' | 'commission_usd_cents'

export const accountFact = (
  { facts }: Pick<Broker, 'facts'>,
  { slug }: Pick<BrokerAccount, 'slug'>,
  field: AccountFact,
): FactNote | undefined => facts[`accounts.${slug}.${field}`]

/**
 * The account that a reader can open: the cheapest on EUR/USD that requires at most `limit` (minor units); without a limit the
 * one with the lowest minimum deposit. Null if there is none.
 */
export function openable({ accounts }: WithAccounts, limit: number | null): BrokerAccount | null {
  const byCost = accounts.toSorted(
    (one, other) => Number(one.eurusd_cost_pips) - Number(other.eurusd_cost_pips),
  )
  return limit === null
    ? (byCost.toSorted((one, other) => one.minimum_deposit - other.minimum_deposit)[0] ?? null)
    : (byCost.find(({ minimum_deposit: minimum }) => minimum <= limit) ?? null)
}
