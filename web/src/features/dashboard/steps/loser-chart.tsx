import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { CandlePlot } from '#parts/quiz/candle-plot.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type Candle, loserCandlesQuery } from './loser-candles.ts'
import type { Loser } from './recompute.ts'

const HEIGHT = 'h-36'

/** The signal on its prices, from its entry to its stop. */
export function LoserChart({ loser }: { loser: Loser }) {
  const { data, isLoadingError } = useQuery(loserCandlesQuery(loser))
  // The numbers beside it say everything.
  if (isLoadingError || data?.length === 0) return null
  return (
    <div className="min-w-0 overflow-hidden rounded-control border border-line">
      {data ? <Plot loser={loser} candles={data} /> : <Skeleton className={`${HEIGHT} w-full`} />}
    </div>
  )
}

function Plot({
  loser: { signal, name, entry, exit, enteredAt },
  candles,
}: {
  loser: Loser
  candles: readonly Candle[]
}) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const { stopLoss, targets } = signal.levels
  const [risked, aimed] = [Number(stopLoss), Number(targets[0]?.price ?? entry)]
  const prices = [risked, aimed, ...candles.flatMap(({ high, low }) => [high, low])]
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  const pad = (high - low) * 0.08
  const barAt = (time: number) => {
    const next = candles.findIndex(({ at }) => at > time)
    return next < 0 ? candles.length : Math.max(0, next - 1)
  }
  const from = barAt(Date.parse(enteredAt))
  const to = Math.max(from + 1, barAt(Date.parse(signal.endedAt)) + 1)
  const zone = (one: number, other: number) => ({ low: Math.min(one, other), high: Math.max(one, other) })
  return (
    <CandlePlot
      label={t('steps.recompute.chart', { name, entry, exit })}
      candles={candles}
      bars={candles.length}
      low={low - pad}
      high={high + pad}
      ticks={[]}
      times={[
        { at: from, text: format.moment(enteredAt, Date.now()) },
        { at: to, text: format.moment(signal.endedAt, Date.now()) },
      ].filter(({ at }, index, all) => index === 0 || (at - (all[0]?.at ?? 0)) / candles.length > 0.4)}
      lines={[
        { at: Number(entry), tone: 'plain', from, tag: entry },
        { at: Number(exit), tone: 'loss', from, tag: exit },
        { at: aimed, tone: 'gain', from, tag: `TP ${targets[0]?.price ?? ''}` },
      ]}
      zones={[
        { from, to, ...zone(Number(entry), risked), tone: 'loss' },
        { from, to, ...zone(Number(entry), aimed), tone: 'gain' },
      ]}
      paleFrom={to}
      className={HEIGHT}
    />
  )
}
