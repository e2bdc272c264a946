import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/i18n.ts'
import { Definition } from '#ui/tooltip.tsx'
import type { BrokerAccount } from './broker.ts'

const CELL = 'py-2.5 pl-4 text-right whitespace-nowrap'

/** The account types, with what one lot of EUR/USD costs on each and how that is made up. */
export function AccountTable({ accounts }: { accounts: readonly BrokerAccount[] }) {
  const { t } = useTranslation('brokers')
  const format = useFormat()
  return (
    <div className="overflow-x-auto">
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
          {accounts.map((account) => (
            <tr key={account.slug} className="border-t border-line">
              <th scope="row" className="py-2.5 text-left font-normal">
                {account.name}
              </th>
              <td className={CELL}>{format.moneyShort(account.minimum_deposit, account.currency)}</td>
              <td className={CELL}>{t('pips', { figure: format.number(account.eurusd_spread_pips, 1) })}</td>
              <td className={CELL}>
                {account.commission_usd_cents === 0
                  ? t('noCommission')
                  : format.moneyShort(account.commission_usd_cents, 'USD')}
              </td>
              <td className={`${CELL} font-semibold`}>
                {t('pips', { figure: format.number(account.eurusd_cost_pips, 1) })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
