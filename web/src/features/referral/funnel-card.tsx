import { CountBars } from '#charts/small/count-bars.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import type { OwnReferral } from '#lib/money/own-referral.ts'
import { Definition } from '#ui/overlay/tooltip.tsx'
import { Panel } from './panel.tsx'

const STEPS = ['clicks', 'sign_ups', 'conversions'] as const

/** From click to payment, and the monthly revenue. */
export function FunnelCard({ own }: { own: OwnReferral }) {
  const { t } = useTranslation('referral')
  const format = useFormat()
  const language = useLanguage()
  const month = new Intl.DateTimeFormat(language, { month: 'short', year: '2-digit' })
  const { funnel, months, rules } = own
  const money = (minor: number) => format.money(minor, rules.currency)
  const most = Math.max(1, ...STEPS.map((step) => funnel[step]))
  const earned = months.some(({ amount }) => amount > 0)
  return (
    <Panel title={t('funnel.title')} note={t('funnel.note')}>
      <ol className="grid gap-4 sm:grid-cols-3">
        {STEPS.map((step, place) => {
          const before = STEPS[place - 1]
          const share = before && funnel[before] > 0 ? funnel[step] / funnel[before] : null
          return (
            <li key={step} className="grid content-start gap-1.5">
              <span className="text-13 font-medium text-muted">
                <Definition term={t(`funnel.${step}`)}>{t(`funnel.notes.${step}`)}</Definition>
              </span>
              <span className="tabular text-28 font-semibold tracking-[-0.01em]">
                {format.number(funnel[step])}
              </span>
              <span aria-hidden className="h-1.5 overflow-hidden rounded-pill bg-raised">
                <span
                  className="block h-full rounded-pill bg-series-2"
                  style={{ width: `${(funnel[step] / most) * 100}%` }}
                />
              </span>
              <span className="min-h-4 text-12 text-muted">
                {share === null || step === 'clicks'
                  ? ''
                  : t(`funnel.of.${step}`, { share: format.percent(Math.min(1, share)) })}
              </span>
            </li>
          )
        })}
      </ol>
      {funnel.blocked > 0 ? (
        <p className="text-13 text-pretty text-muted">{t('funnel.blocked', { count: funnel.blocked })}</p>
      ) : null}
      {earned ? (
        <CountBars
          title={t('funnel.months')}
          keys={t('funnel.keys')}
          whole={t('funnel.whole')}
          reading={(bar) => t('funnel.reading', { month: bar.label, amount: money(bar.count) })}
          names={{ label: t('funnel.month'), count: t('funnel.amount') }}
          write={money}
          bars={months.map(({ month: key, amount }) => ({
            key,
            label: month.format(new Date(`${key}-15T12:00`)),
            count: amount,
          }))}
        />
      ) : (
        <p className="rounded-control bg-well p-4 text-13 text-pretty text-muted">{t('funnel.none')}</p>
      )}
    </Panel>
  )
}
