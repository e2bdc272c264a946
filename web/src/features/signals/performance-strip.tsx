import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { performanceQuery } from '#lib/record/recent-performance.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { Stat } from '#ui/figure/stat.tsx'
import { StepCurve } from '#ui/figure/step-curve.tsx'
import { Definition } from '#ui/overlay/tooltip.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** Four figures with their definitions, and the curve: the largest loss as large as the best figure. */
export const PerformanceStrip = memo(function PerformanceStrip({
  days,
  symbol,
  demonstration,
}: {
  days: number
  symbol: string | null
  /** Whether demonstration signals are included. */
  demonstration: boolean
}) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  const { data, isLoadingError } = useQuery(performanceQuery(days, symbol))
  if (isLoadingError) return <p className="text-muted">{t('strip.unavailable')}</p>
  const few = data?.sample === 'insufficient'
  const cell = 'border-line px-4 py-3'
  const wait = <Skeleton className="h-6 w-16" />
  const shown = (text: string) => (data ? text : wait)
  const interval = data?.expectancy_half_width_r
    ? t('strip.interval', { width: format.r(data.expectancy_half_width_r).replace('+', '') })
    : null
  const sample = data && t(few ? 'strip.few' : 'strip.resolved', { count: data.resolved })
  const total = (
    <Link
      to={`/performances?${new URLSearchParams({ jours: String(days), ...(symbol ? { instrument: symbol } : {}) })}`}
      aria-label={t('record.open', { total: format.r(data?.total_r, 1) })}
      className="tabular relative font-semibold text-text underline decoration-line-strong underline-offset-4 after:absolute after:-inset-2.5 hover:decoration-text"
    >
      {shown(format.r(data?.total_r, 1))}
    </Link>
  )
  const curve = (className: string) =>
    data && data.curve.length > 0 ? (
      <StepCurve
        className={className}
        values={data.curve.map(({ r }) => Number(r))}
        label={t('strip.curveLabel', { total: format.r(data.total_r, 1) })}
      />
    ) : (
      <div className={className} />
    )
  const figures = {
    expectancy: { short: t('strip.expectancy'), value: shown(format.r(data?.expectancy_r)) },
    winRate: { short: t('read.strip.winRate'), value: shown(format.percent(data?.win_rate)) },
    drawdown: { short: t('read.strip.drawdown'), value: shown(format.fall(data?.max_drawdown_r)) },
  }
  return (
    <Card>
      {/* On a phone, one row and the curve: the list should start above the fold. */}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 px-4 py-3 lg:hidden">
        <div className="flex flex-wrap justify-between gap-x-4 gap-y-2">
          {(['expectancy', 'winRate', 'drawdown'] as const).map((name) => (
            <Stat
              key={name}
              label={figures[name].short}
              definition={t(`strip.meaning.${name}`)}
              value={figures[name].value}
            />
          ))}
        </div>
        {curve('h-11')}
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-muted">
          <span className="min-w-0 flex-1 basis-24 text-pretty">
            {[sample, few ? null : interval].filter(Boolean).join(' · ')}
          </span>
          {demonstration && <Badge tone="line">{t('read.strip.demonstration')}</Badge>}
          {total}
        </div>
      </div>
      <div className="grid grid-cols-[repeat(4,minmax(0,1fr))_minmax(0,1.7fr)] max-lg:hidden">
        <Stat
          className={classNames(cell, 'border-r')}
          label={t('strip.expectancy')}
          definition={t('strip.meaning.expectancy')}
          value={figures.expectancy.value}
          note={few ? sample : interval}
        />
        <Stat
          className={classNames(cell, 'border-r')}
          label={t('strip.winRate')}
          definition={t('strip.meaning.winRate')}
          value={figures.winRate.value}
          note={
            data &&
            t('strip.averages', { win: format.r(data.average_win_r), loss: format.r(data.average_loss_r) })
          }
        />
        <Stat
          className={classNames(cell, 'border-r')}
          label={t('strip.profitFactor')}
          definition={t('strip.meaning.profitFactor')}
          value={shown(format.number(data?.profit_factor, 2))}
          note={data && t('strip.resolved', { count: data.resolved })}
        />
        <Stat
          className={classNames(cell, 'border-r')}
          label={t('strip.drawdown')}
          definition={t('strip.meaning.drawdown')}
          value={figures.drawdown.value}
          note={data?.current_drawdown_r && t('strip.now', { value: format.fall(data.current_drawdown_r) })}
        />
        <div className={classNames(cell, 'min-w-0')}>
          <div className="mb-1 flex flex-wrap justify-between gap-x-2 text-13 whitespace-nowrap font-medium text-muted">
            <Definition term={t('strip.curve')}>{t('strip.meaning.curve')}</Definition>
            {total}
          </div>
          {curve('h-11')}
        </div>
      </div>
    </Card>
  )
})
