import { useQuery } from '@tanstack/react-query'
import PriceChart from '#charts/price/price-chart.tsx'
import { closedBy } from '#charts/tools/replay.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { type ChartTimeframe, SECONDS } from '#lib/market/chart-timeframe.ts'
import { chartPip } from '#lib/market/distance.ts'
import { barsUntilQuery } from '#lib/market/stored-bars.ts'
import type { MarketInstrument } from '#lib/signals/live-signals.ts'
import type { Course, Signal } from '#lib/signals/signal.ts'
import { chartPosition, publishedPosition } from '#parts/trade-chart/chart-position.ts'
import { Skeleton } from '#ui/skeleton.tsx'

type Props = { signal: Signal; instrument: MarketInstrument; course: Course }

/**
 * What the author saw: the bars closed by the minute of publication and the levels as sealed. The bars are the stored ones,
 * not part of the seal; a bar still open then would reveal the future.
 */
export default function PublishedChart({ signal, instrument, course }: Props) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  const timeframe = signal.timeframe as ChartTimeframe
  const stored = useQuery(barsUntilQuery(signal.symbol, timeframe, signal.published_at))
  if (stored.isLoadingError) return <p className="text-13 text-muted">{t('read.snapshot.failed')}</p>
  if (!stored.data) return <Skeleton className="h-75" />
  const interval = SECONDS[timeframe]
  const bars = closedBy(stored.data.bars, Date.parse(signal.published_at) / 1000, interval)
  const time = format.dateTimeWithZone(signal.published_at)
  if (bars.length === 0) return <p className="text-13 text-muted">{t('read.snapshot.none')}</p>
  const position = chartPosition(signal, course, instrument.digits, {
    stop: t('level.stop'),
    published: t('publishedAt', { when: format.atMoment(signal.published_at, Date.now()) }),
    r: format.r,
    percent: (share) => format.percent(Number(share) / 100),
  })
  return (
    <figure className="grid gap-2">
      <div className="overflow-hidden rounded-card border border-line bg-well">
        <PriceChart
          bars={bars}
          interval={interval}
          digits={instrument.digits}
          pipSize={chartPip(instrument)}
          simulated={stored.data.simulated}
          position={publishedPosition(position, course, instrument.digits)}
          label={t('read.snapshot.label', { instrument: instrument.name, timeframe, time })}
        />
      </div>
      <figcaption className="text-12 text-pretty text-muted">{t('read.snapshot.text', { time })}</figcaption>
    </figure>
  )
}
