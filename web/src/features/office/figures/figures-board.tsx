import type { ReactNode } from 'react'
import { CountBars } from '#charts/small/count-bars.tsx'
import { EquityCurve } from '#charts/small/equity-curve.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { timeZoneName } from '#lib/language/time-zones.ts'
import { useNow } from '#lib/live/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { Stat } from '#ui/figure/stat.tsx'
import { writeDuration } from './duration.ts'
import type { Figures } from './figures.ts'
import { Panel } from './panel.tsx'
import { RevenueCard } from './revenue-card.tsx'
import { StepBars } from './step-bars.tsx'

/** The figures of a period, each with its definition; those of money for admins. */
export function FiguresBoard({ figures, money }: { figures: Figures; money: boolean }) {
  const { t } = useTranslation('office')
  const format = useFormat()
  const language = useLanguage()
  const now = useNow()
  const { sign_ups, steps, members, signals, delivery, queue } = figures
  const lasting = (seconds: number | null) =>
    seconds === null ? format.dash : writeDuration(seconds, language)
  const stat = (key: StatKey, value: ReactNode, note?: ReactNode) => (
    <Stat label={t(`figures.${key}`)} definition={t(`figures.${key}Note`)} value={value} note={note} />
  )
  return (
    <>
      <Card className="grid grid-cols-2 gap-x-6 gap-y-5 p-4 md:grid-cols-4 md:p-6">
        {stat(
          'signUps',
          format.number(sign_ups.count),
          t('figures.before', { count: format.number(sign_ups.before) }),
        )}
        {stat('members', format.number(members.all))}
        {stat(
          'premium',
          format.number(members.premium),
          t('figures.share', {
            share: format.percent(members.all === 0 ? null : members.premium / members.all),
          }),
        )}
        {stat('converted', format.number(members.converted))}
      </Card>
      {money && <RevenueCard />}
      <div className="grid gap-4 lg:grid-cols-[3fr_2fr]">
        <Panel>
          <CountBars
            title={t('figures.signUps')}
            keys={t('figures.keys')}
            whole={t('figures.zone', { zone: timeZoneName(figures.time_zone, language) })}
            reading={(bar) => t('figures.reading', { when: bar.label, count: format.number(bar.count) })}
            names={{ label: t(`figures.units.${sign_ups.unit}`), count: t('figures.signUps') }}
            write={(count) => format.number(count)}
            bars={sign_ups.series.map(({ day, count }) => ({
              key: day,
              label: format.dayMonth(`${day}T12:00`),
              count,
            }))}
          />
        </Panel>
        <Panel title={t('figures.activation')} note={t('figures.activationNote')}>
          <StepBars steps={steps} />
        </Panel>
      </div>
      <Panel
        title={t('figures.signals')}
        note={t('figures.signalsNote')}
        badge={signals.demonstration ? <Badge tone="line">{t('figures.demonstration')}</Badge> : null}
      >
        <div className="mb-5 grid grid-cols-2 gap-x-6 gap-y-5 md:grid-cols-5">
          {stat('published', format.number(signals.published))}
          {stat('closed', format.number(signals.closed))}
          {stat('won', format.percent(signals.closed === 0 ? null : signals.won / signals.closed))}
          {stat('meanR', format.r(signals.mean_r))}
          {stat('totalR', format.r(signals.total_r))}
        </div>
        {signals.series.length > 0 && <EquityCurve title={t('figures.curve')} points={signals.series} />}
      </Panel>
      <div className="grid gap-4 lg:grid-cols-2">
        <Panel title={t('figures.delivery')} note={t('figures.deliveryNote')}>
          <div className="grid gap-5">
            {(['webhooks', 'mails'] as const).map((kind) => (
              <div key={kind} className="grid grid-cols-3 gap-x-6">
                {stat(kind, format.number(delivery[kind].count))}
                {stat('p50', lasting(delivery[kind].p50))}
                {stat('p95', lasting(delivery[kind].p95))}
              </div>
            ))}
          </div>
        </Panel>
        <Panel title={t('figures.queue')} note={t('figures.queueNote')}>
          <div className="grid grid-cols-3 gap-x-6 gap-y-5">
            {stat(
              'waiting',
              format.number(queue.waiting),
              t('figures.unassigned', { count: queue.unassigned }),
            )}
            {stat('age', lasting(queue.median_age))}
            {stat(
              'oldest',
              lasting(queue.oldest_since === null ? null : (now - Date.parse(queue.oldest_since)) / 1000),
            )}
            {stat('decided', format.number(queue.decided), t('figures.approved', { count: queue.approved }))}
            {stat('decision', lasting(queue.median_decision))}
          </div>
        </Panel>
      </div>
    </>
  )
}

type StatKey =
  | 'signUps'
  | 'members'
  | 'premium'
  | 'converted'
  | 'published'
  | 'closed'
  | 'won'
  | 'meanR'
  | 'totalR'
  | 'webhooks'
  | 'mails'
  | 'p50'
  | 'p95'
  | 'waiting'
  | 'age'
  | 'oldest'
  | 'decided'
  | 'decision'
