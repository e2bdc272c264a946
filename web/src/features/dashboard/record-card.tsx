import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Badge } from '#ui/badge.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Stat } from '#ui/figure/stat.tsx'
import { StepCurve } from '#ui/figure/step-curve.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Block } from './block.tsx'
import { recordQuery } from './queries.ts'

/** With fewer results, a figure says more about chance than about the signals. */
const ENOUGH = 30

/** The record of 90 days: expectancy and largest drawdown at the same size, and the curve. */
export function RecordCard() {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const { data, isError, refetch } = useQuery(recordQuery)
  const shown = (text: string) => (data ? text : <Skeleton className="h-6 w-16" />)
  const few = data !== undefined && data.resolved < ENOUGH
  return (
    <Block
      title={t('record.title')}
      link={data?.demonstration && <Badge tone="line">{t('record.demonstration')}</Badge>}
    >
      {isError ? (
        <ErrorState className="border-0" onRetry={() => void refetch()} />
      ) : (
        <>
          <div className="grid grid-cols-2">
            <Stat
              className="border-r border-line px-4 py-3"
              label={t('record.expectancy')}
              value={shown(format.r(data?.expectancy_r))}
              note={
                few
                  ? t('record.few', { count: data.resolved })
                  : data?.expectancy_half_width_r &&
                    t('record.interval', { width: format.r(data.expectancy_half_width_r).replace('+', '') })
              }
            />
            <Stat
              className="px-4 py-3"
              label={t('record.drawdown')}
              value={shown(format.fall(data?.max_drawdown_r))}
              note={
                data?.current_drawdown_r && t('record.now', { value: format.fall(data.current_drawdown_r) })
              }
            />
          </div>
          {data && data.curve.length > 0 && (
            <div className="border-t border-line px-4 py-3">
              <StepCurve
                values={data.curve.map(({ r }) => Number(r))}
                label={t('record.curve', { total: format.r(data.total_r, 1) })}
              />
            </div>
          )}
        </>
      )}
    </Block>
  )
}
