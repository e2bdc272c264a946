import type { Language } from 'mails/languages'
import type { Format } from '#lib/language/format.ts'
import type { Translate } from '#lib/language/i18n.ts'
import { listed } from '#lib/language/listed.ts'
import type { Broker, BrokerAccount, LeverageClass } from './broker.ts'

type Words = {
  t: Translate<'brokers'>
  guides: Translate<'guides'>
  format: Format
  language: Language
}

const LEVERAGE_ORDER: readonly LeverageClass[] = ['forex', 'forex_minor', 'metal', 'index', 'share', 'crypto']

/** `Forex 1:30 · Métaux 1:20` */
export const leverageText = ({ leverage }: Broker, { guides }: Words): string =>
  listed(
    LEVERAGE_ORDER.flatMap((name) =>
      leverage[name] === undefined ? [] : [`${guides(`classes.${name}`)}\u00a01:${leverage[name]}`],
    ),
  )

export const instrumentsText = ({ instruments }: Broker, { guides }: Words): string =>
  listed(instruments.map((name) => guides(`classes.${name}`)))

/** The share of losing accounts that the broker's entity published, always with its date. */
export const losingText = (broker: Broker, { t, format }: Words): string =>
  broker.losing_share === null
    ? t('losingUnknown')
    : t('losingOn', { share: format.percent(broker.losing_share), date: format.day(broker.losing_share_on) })

export const accountText = (account: BrokerAccount, { t, format }: Words): string =>
  t('accountLine', {
    name: account.name,
    cost: format.number(account.eurusd_cost_pips, 1),
    deposit: format.moneyShort(account.minimum_deposit, account.currency),
  })

export const verifiedText = (broker: Broker, { guides, format }: Words): string =>
  guides('verified', { date: format.day(broker.verified_on), name: broker.verified_by })
