import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, Copy, Share2, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { DirectionBadge } from '#charts/direction-badge.tsx'
import { useFormat } from '#lib/format.ts'
import { type Language, useTranslation } from '#lib/i18n.ts'
import { type MarketInstrument, useQuote } from '#lib/live-signals.ts'
import { useMarketState } from '#lib/market-state.ts'
import type { Standing } from '#lib/signal.ts'
import { isOpen, type Signal, standing } from '#lib/signal.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { AnalystActions } from './analyst-actions.tsx'
import { withQuote } from './bars.ts'
import { chartPosition } from './chart-position.ts'
import { KeyFigures } from './key-figures.tsx'
import { LevelList } from './level-list.tsx'
import { barsQuery } from './queries.ts'
import { SealRow } from './seal-row.tsx'
import { SignalEvents } from './signal-events.tsx'
import { StateLabel } from './state-label.tsx'
import { Thesis } from './thesis.tsx'

const PriceChart = lazy(() => import('#charts/price-chart.tsx'))
const TIMEFRAMES = ['M5', 'M15', 'H1', 'H4'] as const
export const SECONDS = { M1: 60, M5: 300, M15: 900, M30: 1800, H1: 3600, H4: 14_400, D1: 86_400 } as const
const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

type Props = {
  signal: Signal
  instrument: MarketInstrument
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  inSheet: boolean
}

/** The open signal: chart, key figures, what happened, the reasons and the case against them, the seal. */
export function SignalPanel({ signal, instrument, onClose, onPrevious, onNext, inSheet }: Props) {
  const { t, i18n } = useTranslation('signals')
  const quote = useQuote(signal.symbol)
  const stand = standing(signal, instrument.digits, quote)
  return (
    <div>
      <header className="flex min-h-14 items-center gap-3 border-b border-line px-4 py-2">
        {stand && <DirectionBadge direction={stand.levels.direction} />}
        {!inSheet && <h2 className="text-20 font-semibold">{instrument.name}</h2>}
        <p className="min-w-0 flex-1 truncate text-muted">
          {instrument.description[i18n.language as Language]} · {signal.timeframe} ·{' '}
          {t(`style.${signal.style as 'scalp' | 'intraday' | 'swing'}`)}
        </p>
        {signal.tier === 'freemium' && (
          <Badge tone="line" className="max-sm:hidden">
            {t('openToAll')}
          </Badge>
        )}
        {!inSheet && (
          <span className="flex">
            <Button
              variant="ghost"
              iconOnly
              disabled={!onPrevious}
              onClick={onPrevious}
              aria-label={t('panel.previous')}
              icon={<ChevronUp {...icon} />}
            />
            <Button
              variant="ghost"
              iconOnly
              disabled={!onNext}
              onClick={onNext}
              aria-label={t('panel.next')}
              icon={<ChevronDown {...icon} />}
            />
            <Button
              variant="ghost"
              iconOnly
              onClick={onClose}
              aria-label={t('panel.close')}
              icon={<X {...icon} />}
            />
          </span>
        )}
      </header>
      {stand ? (
        <OpenSignal signal={signal} instrument={instrument} stand={stand} />
      ) : (
        <LockedSignal signal={signal} />
      )}
      <p className="border-t border-line px-4 py-4 text-12 text-muted">{t('risk')}</p>
    </div>
  )
}

function LockedSignal({ signal }: { signal: Signal }) {
  const { t } = useTranslation('signals')
  return (
    <div className="grid gap-4 p-4">
      <StateLabel state={signal.signal_states.state} />
      <p className="max-w-xl text-muted">{t('locked.text')}</p>
      <SealRow signal={signal} />
    </div>
  )
}

function OpenSignal({
  signal,
  instrument,
  stand,
}: {
  signal: Signal
  instrument: MarketInstrument
  stand: Standing
}) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  const [timeframe, setTimeframe] = useState<(typeof TIMEFRAMES)[number]>(
    () => TIMEFRAMES.find((one) => one === signal.timeframe) ?? 'M15',
  )
  const bars = useQuery(barsQuery(signal.symbol, timeframe))
  const quote = useQuote(signal.symbol)
  const live = isOpen(signal)
  const market = useMarketState(signal.symbol)
  const { levels } = stand
  const copy = async () => {
    const text = [
      `${t(`direction.${levels.direction}`)} ${instrument.name} ${levels.entry_low === levels.entry_high ? levels.entry_low : `${levels.entry_low}-${levels.entry_high}`}`,
      `SL ${levels.stop_loss}`,
      ...levels.targets.map(({ price }, index) => `TP${index + 1} ${price}`),
    ].join('\n')
    await navigator.clipboard.writeText(text)
    toast({ title: t('copied') })
  }
  const share = async () => {
    const address = `${location.origin}/signaux?signal=${signal.id}`
    if (navigator.share)
      return navigator.share({ url: address, title: instrument.name }).catch(() => undefined)
    await navigator.clipboard.writeText(address)
    toast({ title: t('linkCopied') })
  }
  return (
    <>
      <div className="bg-well">
        <div className="flex flex-wrap items-center gap-3 px-4 pt-3">
          <Segmented
            label={t('panel.timeframe')}
            value={timeframe}
            onChange={setTimeframe}
            options={TIMEFRAMES.map((value) => ({ value, label: value }))}
          />
          {bars.data?.simulated && (
            <Badge tone="line" className="ml-auto">
              {t('simulated')}
            </Badge>
          )}
        </div>
        {bars.data ? (
          <Suspense fallback={<Skeleton className="m-4 h-[340px]" />}>
            <PriceChart
              bars={
                live && market?.state === 'live'
                  ? withQuote(bars.data.bars, quote, SECONDS[timeframe], Date.now() / 1000)
                  : bars.data.bars
              }
              interval={SECONDS[timeframe]}
              digits={instrument.digits}
              market={live ? market : null}
              position={chartPosition(signal, stand, instrument.digits, {
                stop: t('level.stop'),
                published: t('publishedAt', { time: format.time(signal.published_at) }),
                r: format.r,
                percent: (share) => format.percent(Number(share) / 100),
              })}
              label={t('panel.chart', { instrument: instrument.name, timeframe })}
            />
          </Suspense>
        ) : (
          <Skeleton className="m-4 h-[340px]" />
        )}
      </div>
      <LevelList levels={levels} digits={instrument.digits} />
      <KeyFigures signal={signal} instrument={instrument} stand={stand} />
      <div className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-3">
        <Button onClick={() => void copy()} icon={<Copy {...icon} />}>
          {t('copy')}
        </Button>
        <Button onClick={() => void share()} icon={<Share2 {...icon} />}>
          {t('share')}
        </Button>
        <AnalystActions signal={signal} />
        <span className="ml-auto">
          <StateLabel state={signal.signal_states.state} />
        </span>
      </div>
      <div className="grid border-t border-line xl:grid-cols-2">
        <section aria-labelledby="events" className="px-4 py-4">
          <h3 id="events" className="mb-4 font-semibold">
            {t('events.title')}
          </h3>
          <SignalEvents signal={signal} stand={stand} digits={instrument.digits} />
        </section>
        <Thesis signal={signal} />
      </div>
      <div className="px-4 pb-4">
        <SealRow signal={signal} />
      </div>
    </>
  )
}
