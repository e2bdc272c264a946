import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import PriceChart from '#charts/price/price-chart.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import { type ChartTimeframe, SECONDS } from '#lib/market/chart-timeframe.ts'
import { chartPip } from '#lib/market/distance.ts'
import { useMarketState } from '#lib/market/market-state.ts'
import { barsQuery } from '#lib/market/stored-bars.ts'
import type { MarketInstrument } from '#lib/signals/live-signals.ts'
import { Skeleton } from '#ui/skeleton.tsx'

type Props = {
  instrument: MarketInstrument
  timeframe: ChartTimeframe
  picture: RefObject<(() => HTMLCanvasElement | null) | null>
}

/** The chart as it will be in the picture. */
export default function SnapshotChart({ instrument, timeframe, picture }: Props) {
  const { t } = useTranslation('conversation')
  const { data } = useQuery(barsQuery(instrument.symbol, timeframe))
  const market = useMarketState(instrument.symbol)
  if (!data) return <Skeleton className="h-75" />
  if (data.bars.length === 0) return <p className="text-13 text-muted">{t('composer.noBars')}</p>
  return (
    <div className="overflow-hidden rounded-control border border-line">
      <PriceChart
        bars={data.bars}
        interval={SECONDS[timeframe]}
        digits={instrument.digits}
        pipSize={chartPip(instrument)}
        instrument={`${instrument.name} · ${timeframe}`}
        simulated={data.simulated}
        market={market}
        picture={picture}
        label={`${instrument.name} ${timeframe}`}
      />
    </div>
  )
}
