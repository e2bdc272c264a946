import { Decimal } from 'decimal.js'
import { Fingerprint, Hourglass, Lock, Timer } from 'lucide-react'
import { memo } from 'react'
import { entryPrice } from 'trading/levels'
import { pipsBetween } from 'trading/market/instruments'
import { DirectionBadge } from '#charts/direction-badge.tsx'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { useDistance } from '#lib/market/distance.ts'
import type { MarketInstrument } from '#lib/signals/live-signals.ts'
import { courseOf, isLocked, type Signal, type Standing } from '#lib/signals/signal.ts'
import { useEntryVerdict } from '#lib/signals/use-entry-verdict.ts'
import { Badge } from '#ui/badge.tsx'
import { classNames } from '#ui/class-names.ts'
import { useSlideIn } from '#ui/slide-in.ts'
import { MissingMinutesMark } from './panel/missing-minutes.tsx'
import { RulerOfSignal } from './ruler-of-signal.tsx'
import { StateLabel } from './state-label.tsx'
import { useStanding } from './use-standing.ts'
import { VerdictBadge } from './verdict-badge.tsx'

type Props = {
  signal: Signal
  instrument: MarketInstrument | undefined
  selected: boolean
  /** It arrived while the list was in view, and slides in. */
  isNew: boolean
  onOpen: (signal: Signal) => void
}

const CARD = 'grid w-full grid-cols-[minmax(0,1fr)] gap-3 rounded-card border bg-surface p-4 text-left'

/** Renders again only when its own signal changes, whatever else arrives; a price renders its `Moving` part alone. */
export const SignalCard = memo(function SignalCard(props: Props) {
  return isLocked(props.signal) ? <LockedCard {...props} /> : <OpenCard {...props} />
})

function OpenCard({ signal, instrument, selected, isNew, onOpen }: Props) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  const now = useNow()
  const slideIn = useSlideIn<HTMLElement>(isNew)
  const digits = instrument?.digits ?? 5
  const course = courseOf(signal, digits)
  if (!course) return null
  const { state } = signal.signal_states
  const since = signal.signal_events?.find(({ kind }) => kind === 'entered')?.at
  // Once entered, its validity no longer matters.
  const time = format.duration(
    state === 'pending'
      ? Date.parse(signal.expires_at) - now
      : now - Date.parse(since ?? signal.published_at),
  )
  const Icon = state === 'pending' ? Hourglass : Timer
  return (
    <article
      ref={slideIn}
      data-signal={signal.id}
      className={classNames(
        CARD,
        'relative transition-colors hover:border-line-strong',
        selected ? 'border-control bg-raised' : 'border-line',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
        <DirectionBadge direction={course.levels.direction} />
        {/* The whole card opens the signal; the button's name is the instrument. */}
        <button
          type="button"
          aria-current={selected || undefined}
          onClick={() => onOpen(signal)}
          className="min-w-0 text-left text-16 font-semibold wrap-anywhere after:absolute after:inset-0 after:rounded-card"
        >
          {instrument?.name ?? signal.symbol}
        </button>
        <span className="text-13 text-muted max-sm:hidden">{signal.timeframe}</span>
        <span className="ml-auto flex items-center gap-2 whitespace-nowrap">
          <StateLabel state={state} />
          <span className="tabular inline-flex items-center gap-1 text-13 text-muted">
            <Icon size={14} strokeWidth={1.75} className="sm:hidden" aria-hidden />
            <span className="max-sm:sr-only">{t(state === 'pending' ? 'left' : 'read.since', { time })}</span>
            <span className="sm:hidden" aria-hidden>
              {time}
            </span>
          </span>
        </span>
      </div>
      <Moving signal={signal} instrument={instrument} />
      <MissingMinutesMark signal={signal} />
    </article>
  )
}

/** The needle and the figures, which move with the price: only this part renders with each quote. */
function Moving({ signal, instrument }: Pick<Props, 'signal' | 'instrument'>) {
  const digits = instrument?.digits ?? 5
  const stand = useStanding(signal, digits)
  if (!stand) return null
  const pending = signal.signal_states.state === 'pending'
  return (
    <>
      <RulerOfSignal levels={stand.levels} price={stand.price} digits={digits} waiting={pending} />
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {pending && instrument && stand.price !== null ? (
          <Waiting stand={stand} instrument={instrument} />
        ) : (
          <Running symbol={signal.symbol} stand={stand} />
        )}
      </div>
    </>
  )
}

/** A pending order: its price, and the distance to it. */
function Waiting({ stand, instrument }: { stand: Standing; instrument: MarketInstrument }) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  const distance = useDistance()
  const verdict = useEntryVerdict(instrument.symbol, stand.left)
  if (stand.price === null) return null
  const away = pipsBetween(instrument, new Decimal(stand.price), entryPrice(stand.levels)).abs()
  return (
    <>
      <span className="text-muted">
        {t('level.price')} <b className="tabular text-text">{format.price(stand.price, instrument.digits)}</b>
      </span>
      <Badge>{t('away', { distance: distance(instrument, away) })}</Badge>
      {/* A waiting signal can obviously still be entered; that its price does not move must be said. */}
      {verdict !== 'open' && (
        <span className="ml-auto">
          <VerdictBadge verdict={verdict} />
        </span>
      )}
    </>
  )
}

function Running({ symbol, stand: { left, r } }: { symbol: string; stand: Standing }) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  const verdict = useEntryVerdict(symbol, left)
  return (
    <>
      <span className="text-muted">
        {t('rLeft')} <b className="tabular text-text">{format.number(left?.ratio ?? null, 2)}</b>
      </span>
      <VerdictBadge verdict={verdict} />
      <span
        className={classNames(
          'tabular ml-auto font-semibold',
          r?.isPositive() && !r.isZero() ? 'text-gain' : r?.isNegative() ? 'text-loss' : '',
        )}
      >
        {format.r(r)}
      </span>
    </>
  )
}

/** Instrument, time and seal: no level, no direction, nothing to count. */
function LockedCard({ signal, instrument, isNew }: Props) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  const slideIn = useSlideIn<HTMLElement>(isNew)
  return (
    <article ref={slideIn} className={classNames(CARD, 'border-line')} data-locked>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="grid size-6 place-items-center rounded-inner bg-raised text-muted">
          <Lock size={14} strokeWidth={1.75} aria-hidden />
        </span>
        <span className="min-w-0 text-16 font-semibold wrap-anywhere">
          {instrument?.name ?? signal.symbol}
        </span>
        <span className="text-13 text-muted">
          {t('publishedAt', { when: format.atMoment(signal.published_at, Date.now()) })}
        </span>
        <span className="ml-auto">
          <StateLabel state={signal.signal_states.state} />
        </span>
      </div>
      <div aria-hidden className="hatched h-2 rounded-[4px] opacity-40" />
      <p className="text-muted">{t('locked.text')}</p>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-13">
        <span className="flex items-center gap-1.5 text-muted">
          <Fingerprint size={14} strokeWidth={1.75} aria-hidden />
          {t('locked.sealed')} <code className="font-mono">{format.hash(signal.commitment)}</code>
        </span>
        <Link to="/abonnements" className="font-medium underline-offset-3 hover:underline">
          {t('locked.offer')}
        </Link>
      </div>
    </article>
  )
}
