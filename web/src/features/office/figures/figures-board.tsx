import type { ComponentProps, ReactNode } from 'react'
import { CountBars } from '#charts/small/count-bars.tsx'
import { EquityCurve } from '#charts/small/equity-curve.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { timeZoneName } from '#lib/language/time-zones.ts'
import { useNow } from '#lib/live/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { writeDuration } from './duration.ts'
import { FigureStat } from './figure-stat.tsx'
import type { Figures } from './figures.ts'
import { Panel } from './panel.tsx'
import { StepBars } from './step-bars.tsx'

/** The other figures of a period, each with its definition. */
export function FiguresBoard({ figures }: { figures: Figures }) {
  const { t } = useTranslation('office')
  const format = useFormat()
  const language = useLanguage()
  const now = useNow()
  const { sign_ups, steps, signals, queue } = figures
  const lasting = (seconds: number | null) =>
    seconds === null ? format.dash : writeDuration(seconds, language)
  const stat = (figure: ComponentProps<typeof FigureStat>['figure'], value: ReactNode, note?: ReactNode) => (
    <FigureStat figure={figure} value={value} note={note} />
  )
  return (
    <>
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
          {stat(
            'won',
            t('figures.of', { count: format.number(signals.won), all: format.number(signals.closed) }),
            format.percent(signals.closed === 0 ? null : signals.won / signals.closed),
          )}
          {stat('meanR', format.r(signals.mean_r))}
          {stat('totalR', format.r(signals.total_r))}
        </div>
        {signals.series.length > 0 && <EquityCurve title={t('figures.curve')} points={signals.series} />}
      </Panel>
      <Panel title={t('figures.queue')} note={t('figures.queueNote')}>
        <div className="grid grid-cols-2 gap-x-6 gap-y-5 md:grid-cols-5">
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
    </>
  )
}
