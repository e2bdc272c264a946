import { Decimal } from 'decimal.js'
import { Check, Clock, Fingerprint, Hourglass, Lock } from 'lucide-react'
import { memo } from 'react'
import { pipsBetween } from 'trading/instruments'
import { entryPrice } from 'trading/levels'
import { DirectionBadge } from '#charts/direction-badge.tsx'
import { MarketMark } from '#charts/market-mark.tsx'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/i18n.ts'
import { type MarketInstrument, useQuote } from '#lib/live-signals.ts'
import { useMarketState } from '#lib/market-state.ts'
import { Link } from '#lib/router-link.tsx'
import { isLocked, type Signal, standing } from '#lib/signal.ts'
import { useNow } from '#lib/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { classNames } from '#ui/class-names.ts'
import { RulerOfSignal } from './ruler-of-signal.tsx'
import { StateLabel } from './state-label.tsx'

type Props = {
  signal: Signal
  instrument: MarketInstrument | undefined
  selected: boolean
  onOpen: (signal: Signal) => void
}

const CARD =
  'animate-arrive grid w-full grid-cols-[minmax(0,1fr)] gap-3 rounded-card border bg-surface p-4 text-left'

/** Drawn anew only when its own signal or price changes, whatever else arrives. */
export const SignalCard = memo(function SignalCard(props: Props) {
  return isLocked(props.signal) ? <LockedCard {...props} /> : <OpenCard {...props} />
})

function OpenCard({ signal, instrument, selected, onOpen }: Props) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  const quote = useQuote(signal.symbol)
  const now = useNow()
  const digits = instrument?.digits ?? 5
  const market = useMarketState(signal.symbol)
  const stand = standing(signal, digits, quote)
  if (!stand) return null
  const { state } = signal.signal_states
  const left = stand.left
  const timeLeft = format.duration(Date.parse(signal.expires_at) - now)
  return (
    <article
      data-signal={signal.id}
      className={classNames(
        CARD,
        'relative transition-colors hover:border-line-strong',
        selected ? 'border-control bg-raised' : 'border-line',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
        <DirectionBadge direction={stand.levels.direction} />
        {/* The whole card opens the signal; the button's name is the instrument. */}
        <button
          type="button"
          aria-current={selected || undefined}
          onClick={() => onOpen(signal)}
          className="text-16 font-semibold after:absolute after:inset-0 after:rounded-card"
        >
          {instrument?.name ?? signal.symbol}
        </button>
        <span className="text-13 text-muted max-sm:hidden">{signal.timeframe}</span>
        <span className="ml-auto flex items-center gap-2 whitespace-nowrap">
          <StateLabel state={state} />
          <span className="tabular inline-flex items-center gap-1 text-13 text-muted">
            <Hourglass size={14} strokeWidth={1.75} className="sm:hidden" aria-hidden />
            <span className="max-sm:sr-only">{t('left', { time: timeLeft })}</span>
            <span className="sm:hidden" aria-hidden>
              {timeLeft}
            </span>
          </span>
        </span>
      </div>
      <RulerOfSignal standing={stand} digits={digits} waiting={state === 'pending'} />
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {state === 'pending' && instrument && quote ? (
          <>
            <span className="text-muted">
              {t('level.price')} <b className="tabular text-text">{format.price(stand.price, digits)}</b>
            </span>
            <Badge>
              {t('awayPips', {
                pips: format.number(
                  pipsBetween(instrument, new Decimal(stand.price as string), entryPrice(stand.levels)).abs(),
                  1,
                ),
              })}
            </Badge>
          </>
        ) : (
          <>
            <span className="text-muted">
              {t('rLeft')} <b className="tabular text-text">{format.number(left?.ratio ?? null, 2)}</b>
            </span>
            {left && (
              <Badge
                tone={left.tooLate ? 'warn' : 'gain'}
                icon={
                  left.tooLate ? (
                    <Clock size={12} strokeWidth={2} aria-hidden />
                  ) : (
                    <Check size={12} strokeWidth={2} aria-hidden />
                  )
                }
              >
                {left.tooLate ? t('tooLate') : t('stillOpen')}
              </Badge>
            )}
            <span
              className={classNames(
                'tabular ml-auto font-semibold',
                stand.r?.isPositive() && !stand.r.isZero()
                  ? 'text-gain'
                  : stand.r?.isNegative()
                    ? 'text-loss'
                    : '',
              )}
            >
              {format.r(stand.r)}
            </span>
          </>
        )}
      </div>
      {market && market.state !== 'live' && (
        <p>
          <MarketMark market={market} />
        </p>
      )}
    </article>
  )
}

/** Instrument, time and seal: no level, no direction, nothing to count. */
function LockedCard({ signal, instrument }: Props) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  return (
    <article className={classNames(CARD, 'border-line')} data-locked>
      <div className="flex items-center gap-2">
        <span className="grid size-6 place-items-center rounded-inner bg-raised text-muted">
          <Lock size={14} strokeWidth={1.75} aria-hidden />
        </span>
        <span className="text-16 font-semibold">{instrument?.name ?? signal.symbol}</span>
        <span className="text-13 text-muted">
          {t('publishedAt', { time: format.time(signal.published_at) })}
        </span>
        <span className="ml-auto">
          <StateLabel state={signal.signal_states.state} />
        </span>
      </div>
      <div aria-hidden className="hatched h-2 rounded-[4px] opacity-40" />
      <p className="text-muted">{t('locked.text')}</p>
      <div className="flex items-center justify-between gap-3 text-13">
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
