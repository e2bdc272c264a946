import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/i18n.ts'
import { Link } from '#lib/router-link.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { Stat } from '#ui/stat.tsx'
import { StepCurve } from '#ui/step-curve.tsx'
import { Definition } from '#ui/tooltip.tsx'
import { performanceQuery } from './queries.ts'

/** Four figures with their definitions, and the curve: the largest loss as large as the best figure. */
export const PerformanceStrip = memo(function PerformanceStrip({
  days,
  symbol,
}: {
  days: number
  symbol: string | null
}) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  const { data, isError } = useQuery(performanceQuery(days, symbol))
  if (isError) return <p className="text-muted">{t('strip.unavailable')}</p>
  const few = data?.sample === 'insufficient'
  // On a phone two rows of two: the list should not have to wait below the fold.
  const cell = 'border-line px-4 py-3'
  const wait = <Skeleton className="h-6 w-16" />
  const shown = (text: string) => (data ? text : wait)
  return (
    <Card className="grid grid-cols-[repeat(auto-fit,minmax(max(9rem,40%),1fr))] lg:grid-cols-[repeat(4,minmax(0,1fr))_minmax(0,1.7fr)]">
      <Stat
        className={classNames(cell, 'border-r')}
        label={t('strip.expectancy')}
        definition={t('strip.meaning.expectancy')}
        value={shown(format.r(data?.expectancy_r))}
        note={
          few
            ? t('strip.few', { count: data.resolved })
            : data?.expectancy_half_width_r
              ? t('strip.interval', { width: format.r(data.expectancy_half_width_r).replace('+', '') })
              : null
        }
      />
      <Stat
        className={classNames(cell, 'lg:border-r')}
        label={t('strip.winRate')}
        definition={t('strip.meaning.winRate')}
        value={shown(format.percent(data?.win_rate))}
        note={
          data &&
          t('strip.averages', { win: format.r(data.average_win_r), loss: format.r(data.average_loss_r) })
        }
      />
      <Stat
        className={classNames(cell, 'border-r max-lg:hidden')}
        label={t('strip.profitFactor')}
        definition={t('strip.meaning.profitFactor')}
        value={shown(format.number(data?.profit_factor, 2))}
        note={data && t('strip.resolved', { count: data.resolved })}
      />
      <Stat
        className={classNames(cell, 'border-r max-lg:border-t')}
        label={t('strip.drawdown')}
        definition={t('strip.meaning.drawdown')}
        value={shown(format.fall(data?.max_drawdown_r))}
        note={data?.current_drawdown_r && t('strip.now', { value: format.fall(data.current_drawdown_r) })}
      />
      <div className={classNames(cell, 'min-w-0 max-lg:border-t')}>
        <div className="mb-1 flex flex-wrap justify-between gap-x-2 text-13 whitespace-nowrap font-medium text-muted">
          <Definition term={t('strip.curve')}>{t('strip.meaning.curve')}</Definition>
          <Link
            to={`/performances?${new URLSearchParams({ jours: String(days), ...(symbol ? { instrument: symbol } : {}) })}`}
            aria-label={t('record.open', { total: format.r(data?.total_r, 1) })}
            className="tabular relative font-semibold text-text underline decoration-line-strong underline-offset-4 after:absolute after:-inset-2.5 hover:decoration-text"
          >
            {shown(format.r(data?.total_r, 1))}
          </Link>
        </div>
        {data && data.curve.length > 0 && (
          <StepCurve
            values={data.curve.map(({ r }) => Number(r))}
            label={t('strip.curveLabel', { total: format.r(data.total_r, 1) })}
          />
        )}
        {data && (
          <p className="text-12 text-muted lg:hidden">{t('strip.resolved', { count: data.resolved })}</p>
        )}
      </div>
    </Card>
  )
})
