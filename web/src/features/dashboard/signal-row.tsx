import { Decimal } from 'decimal.js'
import { Lock } from 'lucide-react'
import { entryPrice } from 'trading/levels'
import { pipsBetween } from 'trading/market/instruments'
import { DirectionBadge } from '#charts/direction-badge.tsx'
import { RRuler } from '#charts/r-ruler.tsx'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { useDistance } from '#lib/market/distance.ts'
import { useQuote } from '#lib/market/live-quotes.ts'
import type { MarketInstrument } from '#lib/signals/live-signals.ts'
import { type Signal, type Standing, standing } from '#lib/signals/signal.ts'
import { useEntryVerdict } from '#lib/signals/use-entry-verdict.ts'
import { Badge } from '#ui/badge.tsx'
import { classNames } from '#ui/class-names.ts'

const ROW =
  'grid grid-cols-[minmax(10rem,1fr)_auto] items-center gap-x-4 gap-y-3 px-4 py-3.5 transition-colors hover:bg-raised focus-visible:-outline-offset-2 sm:min-h-16 sm:grid-cols-[minmax(0,224px)_minmax(0,1fr)_160px] sm:py-2.5'
const LAST_ON_PHONE = 'max-sm:order-3 max-sm:col-span-2'

/** An open signal on one line: its name, the price on its ruler, and the reward left. */
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
  const stand = standing(signal, instrument?.digits ?? 5, quote)
  if (!stand) return null
  const name = instrument?.name ?? signal.symbol
  const { levels, price, r, left } = stand
  return (
    <Link to={`/signaux?signal=${signal.id}`} className={ROW}>
      <span className="flex min-w-0 items-center gap-2.5">
        <span className="flex min-w-17 shrink-0">
          <DirectionBadge direction={levels.direction} />
        </span>
        <span className="min-w-0">
          <span className="block font-semibold wrap-anywhere">{name}</span>
          <span className="tabular block text-12 text-pretty text-muted">
            {signal.timeframe} ·{' '}
            {signal.signal_states.state === 'pending'
              ? t('open.left', { time: format.duration(Date.parse(signal.expires_at) - now) })
              : t('open.published', { when: format.atMoment(signal.published_at, now) })}
          </span>
        </span>
      </span>
      <span className={LAST_ON_PHONE}>
        <RRuler
          levels={{
            entryLow: Number(levels.entry_low),
            entryHigh: Number(levels.entry_high),
            stop: Number(levels.stop_loss),
            targets: levels.targets.map((target) => Number(target.price)),
          }}
          price={price === null ? null : Number(price)}
          waiting={signal.signal_states.state === 'pending'}
          description={t('open.ruler', {
            price: format.price(price, instrument?.digits),
            stop: levels.stop_loss,
          })}
        />
        <span className="tabular mt-1.5 block text-12 text-pretty text-muted">
          {t('open.levels', {
            entry: zone(levels.entry_low, levels.entry_high),
            stop: levels.stop_loss,
            target: levels.targets[0]?.price ?? format.dash,
          })}
        </span>
      </span>
      <span className="text-right">
        {signal.signal_states.state === 'pending' ? (
          <Waiting stand={stand} instrument={instrument} />
        ) : (
          <>
            <span
              className={classNames(
                'tabular block font-semibold',
                r?.isNegative() ? 'text-loss' : r && !r.isZero() ? 'text-gain' : '',
              )}
            >
              {format.r(r)}
            </span>
            <RewardLeft symbol={signal.symbol} left={left} />
          </>
        )}
      </span>
    </Link>
  )
}

/** The reward left and the entry verdict; if the price does not move, the reason. */
function RewardLeft({ symbol, left }: { symbol: string; left: Standing['left'] }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const verdict = useEntryVerdict(symbol, left)
  const ratio = format.number(left?.ratio ?? null, 2)
  return (
    <span className={classNames('tabular block text-12', verdict === 'late' ? 'text-warn' : 'text-muted')}>
      {verdict === null || verdict === 'open'
        ? t('open.rLeft', { ratio })
        : verdict === 'late'
          ? t('open.tooLateLeft', { ratio })
          : t('open.rLeftFrozen', { ratio, reason: t(`open.verdict.${verdict}`) })}
    </span>
  )
}

const zone = (low: string, high: string): string => (low === high ? low : `${low} – ${high}`)

/** A pending order: the distance to its price. */
function Waiting({ stand, instrument }: { stand: Standing; instrument: MarketInstrument | undefined }) {
  const { t } = useTranslation('dashboard')
  const distance = useDistance()
  return (
    <>
      <span className="block text-13 font-medium text-muted">{t('open.pending')}</span>
      {instrument && stand.price !== null && (
        <span className="tabular block text-12 text-muted">
          {t('open.away', {
            distance: distance(
              instrument,
              pipsBetween(instrument, new Decimal(stand.price), entryPrice(stand.levels)).abs(),
            ),
          })}
        </span>
      )}
    </>
  )
}

/** A signal with locked levels: its existence and its time. */
export function LockedSignalRow({ signal, name }: { signal: Signal; name: string }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const now = useNow()
  return (
    <Link to={`/signaux?signal=${signal.id}`} className={ROW} data-locked>
      <span className="flex min-w-0 items-center gap-2.5">
        <span className="grid h-6 w-17 shrink-0 place-items-center rounded-inner bg-raised text-muted">
          <Lock size={14} strokeWidth={1.75} aria-hidden />
        </span>
        <span className="min-w-0">
          <span className="block font-semibold wrap-anywhere">{name}</span>
          <span className="tabular block text-12 text-pretty text-muted">
            {t('open.published', { when: format.atMoment(signal.published_at, now) })}
          </span>
        </span>
      </span>
      <span aria-hidden className={classNames('hatched h-2 rounded-[4px] opacity-15', LAST_ON_PHONE)} />
      <span className="flex justify-end">
        <Badge>{t('open.premium')}</Badge>
      </span>
    </Link>
  )
}
