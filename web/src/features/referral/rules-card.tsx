import { useFormat } from '#lib/language/format.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import type { OwnReferral } from '#lib/money/own-referral.ts'
import { Panel } from './panel.tsx'

const LINES = ['touch', 'base', 'months', 'hold', 'void', 'level', 'own', 'payout', 'words'] as const

/** The programme's rules, from today's settings. */
export function RulesCard({ own: { rules } }: { own: OwnReferral }) {
  const { t } = useTranslation('referral')
  const format = useFormat()
  const language = useLanguage()
  const values = {
    days: rules.attribution_days,
    months: rules.commission_months,
    hold: rules.hold_days,
    minimum: format.moneyShort(rules.payout_minimum, rules.currency),
    hours: rules.wallet_hold_hours,
  }
  return (
    <Panel title={t('rules.title')}>
      {rules.rates.length > 0 ? (
        <dl className="divide-y divide-line rounded-control border border-line">
          {rules.rates.map(({ plan, name, percent }) => (
            <div key={plan} className="flex justify-between gap-4 px-3 py-2">
              <dt>{name[language]}</dt>
              <dd className="tabular font-semibold">
                {format.percent(percent / 100, Number.isInteger(percent) ? 0 : 2)}
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="text-13 text-muted">{t('rules.noRates')}</p>
      )}
      <ul className="grid gap-2.5 text-13 text-pretty text-muted">
        {LINES.map((line) => (
          <li key={line}>
            <b className="font-medium text-text">{t(`rules.${line}.title`, values)}</b>{' '}
            {t(`rules.${line}.text`, values)}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
