import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { Levels } from 'trading/levels'
import { weightedR } from 'trading/levels'
import { DirectionBadge } from '#charts/direction-badge.tsx'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { ownMemberQuery } from '#lib/community/members.ts'
import { recordQuery } from '#lib/ideas/idea-queries.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { type ChartTimeframe, SECONDS } from '#lib/market/chart-timeframe.ts'
import { chartPip } from '#lib/market/distance.ts'
import { useMarketState } from '#lib/market/market-state.ts'
import { barsQuery } from '#lib/market/stored-bars.ts'
import type { MarketInstrument } from '#lib/signals/live-signals.ts'
import { draftPosition } from '#parts/trade-chart/draft-position.ts'
import { useMovingBars } from '#parts/trade-chart/moving-bars.ts'
import { Badge } from '#ui/badge.tsx'
import { Stat } from '#ui/figure/stat.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const PriceChart = lazyPart(() => import('#charts/price/price-chart.tsx'))

type Props = {
  instrument: MarketInstrument | undefined
  timeframe: ChartTimeframe
  direction: 'buy' | 'sell'
  levels: Levels | null
  minutes: number
}

/** The idea as members will see it, drawn while it is typed. */
export function IdeaPreview({ instrument, timeframe, direction, levels, minutes }: Props) {
  const { t } = useTranslation('ideas')
  return (
    <>
      <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 px-5 py-2">
        <DirectionBadge direction={direction} />
        <span className="text-20 font-semibold">{instrument?.name ?? t('form.noInstrument')}</span>
        <span className="text-13 text-muted">{t('preview.title')}</span>
      </div>
      {instrument ? (
        <PreviewChart instrument={instrument} timeframe={timeframe} levels={levels} minutes={minutes} />
      ) : (
        <p className="grid h-75 place-items-center border-y border-line bg-well px-5 text-center text-13 text-muted md:h-85">
          {t('preview.choose')}
        </p>
      )}
    </>
  )
}

function PreviewChart({
  instrument,
  timeframe,
  levels,
  minutes,
}: Omit<Props, 'direction'> & { instrument: MarketInstrument }) {
  const { t } = useTranslation('ideas')
  const format = useFormat()
  const { data } = useQuery(barsQuery(instrument.symbol, timeframe))
  const market = useMarketState(instrument.symbol)
  const interval = SECONDS[timeframe]
  const moving = useMovingBars(instrument.symbol, data?.bars, interval, market?.state === 'live')
  const waiting = <Skeleton className="h-75 md:h-85" />
  return (
    <div className="relative border-y border-line bg-well">
      {data?.simulated && (
        <Badge tone="line" className="absolute top-2 left-3 z-1">
          {t('simulated')}
        </Badge>
      )}
      {data ? (
        <Suspense fallback={waiting}>
          <PriceChart
            bars={data.bars}
            moving={moving}
            interval={interval}
            digits={instrument.digits}
            pipSize={chartPip(instrument)}
            market={market}
            position={
              levels
                ? draftPosition(levels, instrument.digits, minutes, {
                    names: true,
                    stop: t('level.stop'),
                    now: t('preview.now'),
                    r: format.r,
                  })
                : null
            }
            label={t('chart.label', { instrument: instrument.name, timeframe })}
          />
        </Suspense>
      ) : (
        waiting
      )}
    </div>
  )
}

/** What it would bring and cost, and how many ideas the record has so far. */
export function PreviewFigures({ levels }: { levels: Levels | null }) {
  const { t } = useTranslation('ideas')
  const format = useFormat()
  const { data: me } = useQuery(ownMemberQuery)
  const { data: record } = useQuery({ ...recordQuery(me?.id ?? ''), enabled: me !== undefined })
  const closed = record?.closed ?? 0
  const cell = 'px-5 py-3 not-last:border-r border-line max-sm:not-last:border-r-0 max-sm:not-last:border-b'
  return (
    <div className="grid border-b border-line sm:grid-cols-3">
      <Stat
        className={cell}
        label={levels && levels.targets.length > 1 ? t('preview.bothTargets') : t('preview.oneTarget')}
        value={format.r(levels && weightedR(levels))}
        note={levels && levels.targets.length > 1 ? t('preview.halves') : t('preview.all')}
      />
      <Stat
        className={cell}
        label={t('preview.ifStopped')}
        value={format.r(levels && '-1')}
        note={t('preview.beforeFirst')}
      />
      <Stat
        className={cell}
        label={t('preview.own')}
        value={format.number(closed)}
        note={
          record?.sample === 'sufficient'
            ? t('record.halfWidth', { r: format.r(record.expectancy_half_width_r).replace(/^\+/, '') })
            : t('record.insufficient')
        }
      />
    </div>
  )
}
