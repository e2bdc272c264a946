import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { lazy, memo, Suspense, useMemo } from 'react'
import { DirectionBadge } from '#charts/direction-badge.tsx'
import { useFormat } from '#lib/format.ts'
import { type Language, useTranslation } from '#lib/i18n.ts'
import { type MarketInstrument, useQuote } from '#lib/live-signals.ts'
import { Link } from '#lib/router-link.tsx'
import type { Standing } from '#lib/signal.ts'
import { isOpen, type Signal, standing } from '#lib/signal.ts'
import { useNow } from '#lib/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { AnalystActions } from './analyst-actions.tsx'
import { FollowBar } from './follow-bar.tsx'
import { LevelList } from './level-list.tsx'
import { MembersBlock, OwnTradeBlock } from './own-trade.tsx'
import { PanelFigures } from './panel-figures.tsx'
import { SealRow } from './seal-row.tsx'
import { SignalEvents } from './signal-events.tsx'
import { StateLabel } from './state-label.tsx'
import { Thesis } from './thesis.tsx'

const SignalChart = lazy(() => import('./signal-chart.tsx'))
const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

type Props = {
  signal: Signal
  instrument: MarketInstrument
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  inSheet: boolean
}

/** The open signal: chart, key figures, what one does with it, what happened, the reasons and the case against them, the seal. */
export default function SignalPanel({ signal, instrument, onClose, onPrevious, onNext, inSheet }: Props) {
  const { t, i18n } = useTranslation('signals')
  const quote = useQuote(signal.symbol)
  const stand = useMemo(() => standing(signal, instrument.digits, quote), [signal, instrument, quote])
  return (
    <div className={inSheet ? 'pb-4' : ''}>
      <header
        className={classNames(
          'flex min-h-14 items-center gap-3 border-b border-line px-4 py-2',
          // The sheet's own title says all this.
          inSheet && 'hidden',
        )}
      >
        {stand && <DirectionBadge direction={stand.levels.direction} />}
        <h2 className="text-20 font-semibold">{instrument.name}</h2>
        <p className="min-w-0 flex-1 truncate text-muted">
          {instrument.description[i18n.language as Language]} · {signal.timeframe} ·{' '}
          {t(`style.${signal.style as 'scalp' | 'intraday' | 'swing'}`)}
        </p>
        <span className="tabular text-13 text-muted max-xl:hidden">
          {t('own.number', { number: signal.number })}
        </span>
        {signal.tier === 'freemium' && (
          <Badge tone="line" className="max-sm:hidden">
            {t('openToAll')}
          </Badge>
        )}
        <span className="flex">
          <Button
            variant="ghost"
            iconOnly
            disabled={!onPrevious}
            onClick={onPrevious}
            aria-label={t('panel.previous')}
            aria-keyshortcuts="k"
            icon={<ChevronUp {...icon} />}
          />
          <Button
            variant="ghost"
            iconOnly
            disabled={!onNext}
            onClick={onNext}
            aria-label={t('panel.next')}
            aria-keyshortcuts="j"
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
      </header>
      {stand ? (
        <OpenSignal signal={signal} instrument={instrument} stand={stand} inSheet={inSheet} />
      ) : (
        <LockedSignal signal={signal} />
      )}
      <p className="border-t border-line px-4 py-4 text-12 text-pretty text-muted">{t('risk')}</p>
    </div>
  )
}

function LockedSignal({ signal }: { signal: Signal }) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  return (
    <div className="grid gap-4 p-4">
      <p className="flex flex-wrap items-center gap-3">
        <StateLabel state={signal.signal_states.state} />
        <span className="text-13 text-muted">
          {t('own.publishedBy', {
            author: signal.author_name,
            time: format.dateTimeWithZone(signal.published_at),
          })}
        </span>
      </p>
      <div aria-hidden className="hatched h-2 rounded-[4px] opacity-40" />
      <p className="max-w-xl text-pretty">{t('own.lockedText')}</p>
      <p>
        <Button variant="outline" asChild>
          <Link to="/abonnements">{t('locked.offer')}</Link>
        </Button>
      </p>
      <SealRow signal={signal} />
    </div>
  )
}

/** A list that moves beside it draws neither its chart nor its tables again. */
const OpenSignal = memo(function OpenSignal({
  signal,
  instrument,
  stand,
  inSheet,
}: {
  signal: Signal
  instrument: MarketInstrument
  stand: Standing
  inSheet: boolean
}) {
  const { t } = useTranslation('signals')
  return (
    <>
      <Suspense fallback={<Skeleton className="m-4 h-85" />}>
        <SignalChart signal={signal} instrument={instrument} stand={stand} />
      </Suspense>
      <PanelFigures signal={signal} instrument={instrument} stand={stand} />
      <div className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-3">
        {!inSheet && <FollowBar signal={signal} instrument={instrument} stand={stand} />}
        <AnalystActions signal={signal} />
        <span className="flex items-center gap-2.5 not-first:ml-auto">
          <StateLabel state={signal.signal_states.state} />
          <Validity signal={signal} />
        </span>
      </div>
      <OwnTradeBlock signal={signal} instrument={instrument} stand={stand} />
      <LevelList stand={stand} instrument={instrument} />
      <MembersBlock signal={signal} />
      <div className="grid border-t border-line xl:grid-cols-2">
        <section aria-labelledby="events" className="px-4 py-4">
          <h3 id="events" className="mb-4 font-semibold">
            {t('events.title')}
          </h3>
          <SignalEvents signal={signal} stand={stand} digits={instrument.digits} />
        </section>
        <Thesis signal={signal} digits={instrument.digits} />
      </div>
      <div className="px-4 pb-4">
        <SealRow signal={signal} />
      </div>
    </>
  )
})

/** How long an open signal is still valid. */
function Validity({ signal }: { signal: Signal }) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  const now = useNow()
  if (!isOpen(signal)) return null
  return (
    <time dateTime={signal.expires_at} className="tabular text-13 text-muted">
      {t('left', { time: format.duration(Date.parse(signal.expires_at) - now) })}
    </time>
  )
}
