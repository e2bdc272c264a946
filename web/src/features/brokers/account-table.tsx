import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Definition } from '#ui/overlay/tooltip.tsx'
import { ExpiredMark } from '#ui/product/fact-note.tsx'
import { type AccountFact, accountFact, type Broker, type BrokerAccount } from './broker.ts'

const CELL = 'py-2.5 pl-4 text-right whitespace-nowrap'

type Props = { broker: Broker }

/** The account types, each with the cost of one lot of EUR/USD and its breakdown. */
export function AccountTable({ broker }: Props) {
  return (
    <>
      <div className="max-sm:hidden">
        <Table broker={broker} />
      </div>
      <div className="grid gap-4 sm:hidden">
        <List broker={broker} />
      </div>
    </>
  )
}

function List({ broker }: Props) {
  const { t } = useTranslation('brokers')
  const figures = useFigures(broker)
  return broker.accounts.map((account) => (
    <section key={account.slug} aria-label={account.name} className="rounded-control bg-well px-3 py-2">
      <h4 className="py-1 font-semibold">{account.name}</h4>
      <dl>
        {(['deposit', 'spread', 'commission', 'costShort'] as const).map((name) => (
          <div key={name} className="flex justify-between gap-4 py-1">
            <dt className="text-13 text-muted">{t(name)}</dt>
            <dd className="tabular">{figures(account)[name]}</dd>
          </div>
        ))}
      </dl>
    </section>
  ))
}

function useFigures(broker: Broker) {
  const { t } = useTranslation('brokers')
  const format = useFormat()
  const pips = (figure: string) => t('pips', { figure: format.number(figure, 1) })
  return (account: BrokerAccount) => {
    const read = (field: AccountFact, figure: string) => (
      <span className="inline-flex flex-col items-end gap-1">
        {figure}
        <ExpiredMark fact={accountFact(broker, account, field)} short />
      </span>
    )
    return {
      deposit: read('minimum_deposit', format.moneyShort(account.minimum_deposit, account.currency)),
      spread: read('eurusd_spread_pips', pips(account.eurusd_spread_pips)),
      commission: read(
        'commission_usd_cents',
        account.commission_usd_cents === 0
          ? t('noCommission')
          : format.moneyShort(account.commission_usd_cents, 'USD'),
      ),
      costShort: pips(account.eurusd_cost_pips),
    }
  }
}

function Table({ broker }: Props) {
  const { t } = useTranslation('brokers')
  const figures = useFigures(broker)
  return (
    <table className="w-full border-collapse">
      <thead>
        <tr className="text-13 text-muted">
          <th scope="col" className="py-2 text-left font-medium">
            {t('account')}
          </th>
          <th scope="col" className={`${CELL} font-medium`}>
            {t('deposit')}
          </th>
          <th scope="col" className={`${CELL} font-medium`}>
            {t('spread')}
          </th>
          <th scope="col" className={`${CELL} font-medium`}>
            {t('commission')}
          </th>
          <th scope="col" className={`${CELL} font-medium`}>
            <Definition term={t('costShort')}>{t('costMeaning')}</Definition>
          </th>
        </tr>
      </thead>
      <tbody>
        {broker.accounts.map((account) => (
          <tr key={account.slug} className="border-t border-line">
            <th scope="row" className="py-2.5 text-left font-normal">
              {account.name}
            </th>
            <td className={CELL}>{figures(account).deposit}</td>
            <td className={CELL}>{figures(account).spread}</td>
            <td className={CELL}>{figures(account).commission}</td>
            <td className={`${CELL} font-semibold`}>{figures(account).costShort}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
