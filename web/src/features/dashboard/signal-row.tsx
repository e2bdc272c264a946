import { Decimal } from 'decimal.js'
import { Check, Lock, TimerOff } from 'lucide-react'
import { entryPrice } from 'trading/levels'
import { pipsBetween } from 'trading/market/instruments'
import { DirectionBadge } from '#charts/direction-badge.tsx'
import { RRuler } from '#charts/r-ruler.tsx'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useCut } from '#lib/live/connection.ts'
import { useNow } from '#lib/live/use-now.ts'
import { useDistance } from '#lib/market/distance.ts'
import { useQuote } from '#lib/market/live-quotes.ts'
import type { MarketInstrument } from '#lib/signals/live-signals.ts'
import { type Signal, type Standing, standing } from '#lib/signals/signal.ts'
import { useEntryVerdict } from '#lib/signals/use-entry-verdict.ts'
import { Badge } from '#ui/badge.tsx'
import { classNames } from '#ui/class-names.ts'
import { DIGITS } from './use-verdicts.ts'

const ROW =
  'grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-3 px-4 py-3 transition-colors -outline-offset-2 hover:bg-raised @min-[640px]:min-h-16 @min-[640px]:grid-cols-[80px_92px_minmax(0,1fr)_216px_92px] @min-[640px]:gap-x-4 @min-[640px]:py-2.5'
const RULER = 'order-1 col-span-3 @min-[640px]:order-0 @min-[640px]:col-span-1'
const VERDICT =
  'order-1 col-span-2 flex flex-wrap items-center gap-x-1.5 gap-y-1 text-12 text-muted @min-[640px]:order-0 @min-[640px]:col-span-1'
const RESULT = 'contents @min-[640px]:grid @min-[640px]:justify-items-end'

/** An open signal on one line: the price on its ruler, whether it can still be entered, its result and the time left. */
export function OpenSignalRow({
  signal,
  instrument,
}: {
  signal: Signal
  instrument: MarketInstrument | undefined
}) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const quote = useQuote(signal.symbol)
  const now = useNow()
  const cut = useCut()
  const stand = standing(signal, instrument?.digits ?? DIGITS, quote)
  if (!stand) return null
  const { levels, price, r, left } = stand
  const waits = signal.signal_states.state === 'pending'
  const timeLeft = signal.expires_at ? Date.parse(signal.expires_at) - now : 0
  return (
    <Link to={`/signaux?signal=${signal.id}`} className={ROW}>
      <span className="flex">
        <DirectionBadge direction={levels.direction} />
      </span>
      <Name name={instrument?.name ?? signal.symbol} note={signal.timeframe} />
      <span className={RULER}>
        <RRuler
          levels={{
            entryLow: Number(levels.entry_low),
            entryHigh: Number(levels.entry_high),
            stop: Number(levels.stop_loss),
            targets: levels.targets.map((target) => Number(target.price)),
          }}
          price={price === null ? null : Number(price)}
          waiting={waits}
          // A price that is no longer the market's loses the colour of now.
          ended={cut !== null}
          description={t('open.ruler', {
            price: format.price(price, instrument?.digits),
            stop: levels.stop_loss,
          })}
        />
      </span>
      <span className={VERDICT}>
        {waits ? (
          <Distance stand={stand} instrument={instrument} />
        ) : (
          <Verdict symbol={signal.symbol} left={left} />
        )}
      </span>
      <span className={RESULT}>
        <span
          className={classNames(
            'tabular text-right font-semibold',
            r?.isNegative() ? 'text-loss' : r && !r.isZero() ? 'text-gain' : '',
          )}
        >
          {format.r(r)}
        </span>
        <span className="tabular order-1 text-right text-12 text-muted @min-[640px]:order-0">
          {timeLeft > 0
            ? t('open.left', { time: format.duration(timeLeft) })
            : t('open.published', { when: format.atMoment(signal.published_at, now) })}
        </span>
      </span>
    </Link>
  )
}

function Name({ name, note }: { name: string; note: string }) {
  return (
    <span className="min-w-0">
      <span className="block font-semibold wrap-anywhere">{name}</span>
      <span className="tabular block text-12 text-pretty text-muted">{note}</span>
    </span>
  )
}

/** The reward left with the verdict of the rule; without a price of now, only why there is none. */
function Verdict({ symbol, left }: { symbol: string; left: Standing['left'] }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const verdict = useEntryVerdict(symbol, left)
  if (verdict === null) return null
  if (verdict !== 'open' && verdict !== 'late') return t(`open.verdict.${verdict}`)
  const Icon = verdict === 'open' ? Check : TimerOff
  return (
    <>
      {t('open.rLeft')}
      <b className="tabular text-14 font-semibold text-text">{format.number(left?.ratio ?? null, 2)}</b>
      <Badge
        tone={verdict === 'open' ? 'gain' : 'warn'}
        icon={<Icon size={12} strokeWidth={2} aria-hidden />}
      >
        {t(`open.verdict.${verdict}`)}
      </Badge>
    </>
  )
}

/** A pending order: the distance to its price. */
function Distance({ stand, instrument }: { stand: Standing; instrument: MarketInstrument | undefined }) {
  const { t } = useTranslation('dashboard')
  const distance = useDistance()
  if (!instrument || stand.price === null) return t('open.pending')
  const pips = pipsBetween(instrument, new Decimal(stand.price), entryPrice(stand.levels)).abs()
  return t('open.away', { distance: distance(instrument, pips) })
}

/** A signal with locked levels: its existence, its time and its seal. */
export function LockedSignalRow({ signal, name }: { signal: Signal; name: string }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const now = useNow()
  return (
    <Link to={`/signaux?signal=${signal.id}`} className={ROW} data-locked>
      <span className="flex">
        <Badge icon={<Lock size={12} strokeWidth={2} aria-hidden />}>{t('open.premium')}</Badge>
      </span>
      <Name name={name} note={format.moment(signal.published_at, now)} />
      <span aria-hidden className={classNames('hatched h-2 rounded-[4px] opacity-15', RULER)} />
      <span className={VERDICT}>{t('open.sealed')}</span>
      <code className="order-1 text-right text-12 text-muted @min-[640px]:order-0">
        {format.hash(signal.commitment)}
      </code>
    </Link>
  )
}
