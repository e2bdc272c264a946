import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { listed } from '#lib/language/listed.ts'
import { ExpiredMark } from '#ui/product/fact-note.tsx'
import { FictitiousBadge } from '#ui/product/fictitious-badge.tsx'
import { accountFact, type Broker, openable } from './broker.ts'

type Props = {
  broker: Broker
  /** The address that opens the detail. */
  to: string
  /** The largest deposit that the reader wants to make, in minor units. */
  limit: number | null
  /** The box that adds it to the comparison. */
  compare: ReactNode
}

/** A broker in the list: the row opens its details; cost and deposit are those of one account. */
export function BrokerRow({ broker, to, limit, compare }: Props) {
  const { t, i18n } = useTranslation('brokers')
  const format = useFormat()
  const account = openable(broker, limit)
  const facts = [
    {
      name: t('cost'),
      value: account ? t('pips', { figure: format.number(account.eurusd_cost_pips, 1) }) : format.dash,
      note: account ? t('onAccount', { account: account.name }) : '',
      fact: account ? accountFact(broker, account, 'eurusd_spread_pips') : undefined,
    },
    {
      name: t('deposit'),
      value: account ? format.moneyShort(account.minimum_deposit, account.currency) : format.dash,
      note: account ? t('onAccount', { account: account.name }) : '',
      fact: account ? accountFact(broker, account, 'minimum_deposit') : undefined,
    },
    {
      name: t('losing'),
      value: broker.losing_share ? format.percent(broker.losing_share) : t('losingUnknown'),
      note: '',
      fact: broker.facts.losing_share,
    },
  ]
  return (
    <li className="group/row relative grid gap-x-6 gap-y-4 p-4 transition-colors hover:bg-raised/40 md:p-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,420px)_104px]">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="text-16 font-semibold">
            <Link
              to={to}
              className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
            >
              {broker.name}
              <ChevronRight
                size={16}
                strokeWidth={1.75}
                className="ml-1 inline text-faint transition-transform group-hover/row:translate-x-0.5"
                aria-hidden
              />
            </Link>
          </h2>
          {broker.fictitious && <FictitiousBadge />}
        </div>
        <p className="mt-1 max-w-xl text-pretty text-muted">{broker.summary[i18n.language]}</p>
        <p className="mt-2 text-13 text-muted">{listed([broker.regulator, ...broker.platforms])}</p>
      </div>
      <dl className="grid grid-cols-3 gap-4 lg:self-center">
        {facts.map(({ name, value, note, fact }) => (
          <div key={name} className="flex min-w-0 flex-col gap-1">
            <dt className="text-13 leading-4 text-muted">{name}</dt>
            <dd className="tabular font-semibold">
              {value} <ExpiredMark fact={fact} short />
              {note && <span className="block text-12 font-normal text-muted">{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {compare}
    </li>
  )
}
