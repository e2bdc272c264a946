import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { interval } from '#lib/record/interval.ts'
import { Badge } from '#ui/badge.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Stat } from '#ui/figure/stat.tsx'
import { StepCurve } from '#ui/figure/step-curve.tsx'
import { Link } from '#ui/link.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Block } from './block.tsx'
import { recordQuery } from './queries.ts'

/** With fewer results, a figure says more about chance than about the signals. */
const ENOUGH = 30

/** The record of 90 days: gains and losses at the same size, the curve, and what the interval does not prove. */
export function RecordCard({ ours = false }: { ours?: boolean }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const { data, isLoadingError, refetch } = useQuery(recordQuery)
  if (isLoadingError)
    return (
      <Block bare title={t(ours ? 'record.ours' : 'record.title')}>
        <ErrorState className="border-0" onRetry={() => void refetch()} />
      </Block>
    )
  const shown = (text: string) => (data ? text : <Skeleton className="h-6 w-16" />)
  const width = interval(data?.resolved, data?.expectancy_half_width_r)
  return (
    <Block
      bare
      title={t(ours ? 'record.ours' : 'record.title')}
      link={
        data && (
          <Link to="/performances" className="shrink-0 text-13">
            {t('record.signals', { count: data.resolved })}
          </Link>
        )
      }
    >
      <div className="mt-1 grid grid-cols-2 gap-x-6 gap-y-4">
        <Stat
          label={t('record.expectancy')}
          definition={t('record.meaning.expectancy')}
          value={shown(format.r(data?.expectancy_r))}
          note={width && t('record.interval', { width: format.r(width).replace('+', '') })}
        />
        <Stat
          label={t('record.drawdown')}
          definition={t('record.meaning.drawdown')}
          value={shown(format.fall(data?.max_drawdown_r))}
          note={data?.current_drawdown_r && t('record.now', { value: format.fall(data.current_drawdown_r) })}
        />
        <Stat
          label={t('record.winRate')}
          definition={t('record.meaning.winRate')}
          value={shown(format.percent(data?.win_rate))}
          note={
            data?.average_win_r &&
            data.average_loss_r &&
            t('record.averages', { win: format.r(data.average_win_r), loss: format.r(data.average_loss_r) })
          }
        />
        <Stat
          label={t('record.profitFactor')}
          definition={t('record.meaning.profitFactor')}
          value={shown(format.number(data?.profit_factor, 2))}
          note={t('record.overLosses')}
        />
      </div>
      {data && data.curve.length > 0 && (
        <StepCurve
          className="mt-2 h-15"
          values={data.curve.map(({ r }) => Number(r))}
          label={t('record.curve', { total: format.r(data.total_r, 1) })}
        />
      )}
      {data && (
        <p className="text-13 text-pretty text-muted">
          {data.resolved < ENOUGH
            ? t('record.few', { count: data.resolved })
            : t(containsZero(data.expectancy_r, width) ? 'record.unproved' : 'record.proved')}
        </p>
      )}
      {data?.demonstration && (
        <Badge tone="line" className="justify-self-start">
          {t('record.demonstration')}
        </Badge>
      )}
    </Block>
  )
}

/** Without an interval nothing is proved. */
const containsZero = (expectancy: string | null, width: string | null): boolean =>
  expectancy === null || width === null || Math.abs(Number(expectancy)) <= Number(width)
