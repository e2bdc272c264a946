import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { Levels } from 'trading/levels'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { barsQuery } from '#lib/market/stored-bars.ts'
import type { MarketInstrument } from '#lib/signals/live-signals.ts'
import { draftPosition } from '#parts/trade-chart/draft-position.ts'
import { useMovingBars } from '#parts/trade-chart/moving-bars.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useWide } from '#ui/use-wide.ts'

const PriceChart = lazyPart(() => import('#charts/price/price-chart.tsx'))
const INTERVAL = 900

type Props = { instrument: MarketInstrument; levels: Levels | null; minutes: number }

/** The levels of a draft on the live chart, on the scale of R. */
export function DraftChart({ instrument, levels, minutes }: Props) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  const wide = useWide()
  const bars = useQuery(barsQuery(instrument.symbol, 'M15'))
  const moving = useMovingBars(instrument.symbol, bars.data?.bars, INTERVAL, true)
  const waiting = <Skeleton className="h-75 md:h-85" />
  return (
    <div className="overflow-hidden rounded-card border border-line bg-well">
      {bars.data ? (
        <Suspense fallback={waiting}>
          <PriceChart
            bars={bars.data.bars}
            moving={moving}
            interval={INTERVAL}
            digits={instrument.digits}
            position={
              levels
                ? draftPosition(levels, instrument.digits, minutes, {
                    names: wide,
                    stop: t('level.stop'),
                    now: t('compose.now'),
                    r: format.r,
                  })
                : null
            }
            label={t('panel.chart', { instrument: instrument.name, timeframe: 'M15' })}
          />
        </Suspense>
      ) : (
        waiting
      )}
    </div>
  )
}
