import type { FactNote } from '#lib/content/dated-fact.ts'
import type { Localized } from '#lib/language/localized.ts'
import type { InstrumentClass } from '#lib/market/instrument-classes.ts'

export type BrokerAccount = {
  slug: string
  name: string
  /** Minor units of `currency`. */
  minimum_deposit: number
  currency: string
  /** Decimal texts, in pips of EUR/USD; the cost is spread and commission together. */
  eurusd_spread_pips: string
  eurusd_cost_pips: string
  /** One lot, both ways, in US cents. */
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
  /** 0 to 1, as decimal text; null where the entity publishes none. */
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
  /** Days until a withdrawal arrived; null where nobody has tried. */
  withdrawal_days: number | null
  /** By field; of an account `accounts.<slug>.<field>`. */
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

/** The account that costs least on EUR/USD. */
export const cheapest = ({ accounts }: WithAccounts): BrokerAccount | null =>
  accounts.toSorted((one, other) => Number(one.eurusd_cost_pips) - Number(other.eurusd_cost_pips))[0] ?? null

/** The account that takes least to open. */
export const lowestDeposit = ({ accounts }: WithAccounts): BrokerAccount | null =>
  accounts.toSorted((one, other) => one.minimum_deposit - other.minimum_deposit)[0] ?? null
