import type { PreviewProps } from '#studio/define-studio.ts'
import type { DatedFact } from '#studio/document/document.ts'
import { factNotes, factValue, inEvery, itemsOf, lastRead } from '#studio/document/read-values.ts'
import type { Broker, BrokerAccount } from '../broker.ts'
import { BrokerDetails } from '../broker-details.tsx'

/** The broker's page of the guide, rendered from a draft; missing values stay empty. */
export function BrokerPreview({ slug, fields, texts, author }: PreviewProps) {
  const accounts = (fields.accounts ?? []) as Record<string, unknown>[]
  const broker = {
    ...fields,
    slug,
    regulator: factValue(fields.regulator) ?? '',
    licence_number: factValue(fields.licence_number) ?? '',
    losing_share: factValue(fields.losing_share),
    losing_share_on: (fields.losing_share as DatedFact | undefined)?.read_on || null,
    summary: inEvery(texts.summary),
    deposits: inEvery(texts.deposits),
    withdrawals: inEvery(texts.withdrawals),
    protections: itemsOf(texts.protections).map(inEvery),
    pros: itemsOf(texts.pros).map(inEvery),
    cons: itemsOf(texts.cons).map(inEvery),
    affiliate_disclosure: texts.affiliate_disclosure ? inEvery(texts.affiliate_disclosure) : null,
    verified_on: lastRead(fields),
    verified_by: author,
    withdrawal_days: factValue(fields.withdrawal_days),
    facts: factNotes(fields),
    accounts: accounts.map((account): Partial<BrokerAccount> => {
      const spread = Number(factValue(account.eurusd_spread_pips) ?? 0)
      const commission = Number(factValue(account.commission_usd_cents) ?? 0)
      return {
        ...account,
        minimum_deposit: Number(factValue(account.minimum_deposit) ?? 0),
        currency: String(account.currency || 'EUR'),
        eurusd_spread_pips: String(spread),
        commission_usd_cents: commission,
        // One pip on one lot of EUR/USD is 10 dollars.
        eurusd_cost_pips: String(spread + commission / 1000),
      }
    }),
  }
  return <BrokerDetails broker={broker as unknown as Broker} />
}
