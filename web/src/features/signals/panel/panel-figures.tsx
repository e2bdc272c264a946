import { useQuery } from '@tanstack/react-query'
import { Decimal } from 'decimal.js'
import { CircleHelp } from 'lucide-react'
import type { ReactNode } from 'react'
import { entryPrice } from 'trading/levels'
import { pipsBetween } from 'trading/market/instruments'
import { TOO_LATE_BELOW, tooLatePrice } from 'trading/reward-left'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useDistance } from '#lib/market/distance.ts'
import type { MarketInstrument } from '#lib/signals/live-signals.ts'
import { isOpen, type Signal, type Standing } from '#lib/signals/signal.ts'
import { useEntryVerdict } from '#lib/signals/use-entry-verdict.ts'
import { Stat } from '#ui/figure/stat.tsx'
import { Popover } from '#ui/overlay/popover.tsx'
import { SizeFigure } from '../own/size-figure.tsx'
import { excursionQuery } from '../queries.ts'
import { useStanding } from '../use-standing.ts'

type Props = { signal: Signal; instrument: MarketInstrument }

const CELL =
  'border-line px-4 py-3 not-last:border-r max-md:[&:nth-child(2)]:border-r-0 max-md:[&:nth-child(n+3)]:border-t'

/** Price, result, the reward left for entering now, and the size for the member's own account. */
export function PanelFigures({ signal, instrument }: Props) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  const distance = useDistance()
  const stand = useStanding(signal, instrument.digits)
  const verdict = useEntryVerdict(signal.symbol, stand?.left ?? null)
  const open = isOpen(signal)
  const went = useQuery({ ...excursionQuery(signal.id), enabled: !open && stand?.trade.fill != null }).data
  if (!stand) return null
  const { levels, trade, r, left, price } = stand
  const from = trade.fill ?? entryPrice(levels)
  const towards = levels.direction === 'buy' ? 1 : -1
  const pips = price === null ? null : pipsBetween(instrument, from, new Decimal(price)).times(towards)
  const tone = r === null || r.isZero() ? '' : r.isPositive() ? 'text-gain' : 'text-loss'
  return (
    <div className="grid grid-cols-2 border-t border-line md:grid-cols-4">
      <Stat
        className={CELL}
        label={t('figures.price')}
        value={open ? format.price(price, instrument.digits) : format.dash}
        note={
          open
            ? pips
              ? t('figures.fromEntry', { distance: distance(instrument, pips, { signed: true }) })
              : null
            : t('figures.ended')
        }
      />
      <Stat
        className={CELL}
        label={open ? t('figures.running') : t('figures.result')}
        value={<span className={tone}>{format.r(r)}</span>}
        note={
          went
            ? t('figures.went', { worst: format.r(went.worst_r), best: format.r(went.best_r) })
            : trade.fill
              ? t('figures.since', { price: format.price(trade.fill.toFixed(), instrument.digits) })
              : t('figures.notEntered')
        }
      />
      <Stat
        className={CELL}
        label={
          <span className="flex items-center gap-1">
            {t('rLeft')}
            <LeftRule instrument={instrument} stand={stand} open={open} />
          </span>
        }
        value={
          <span className={verdict === 'open' || verdict === 'late' ? '' : 'text-muted'}>
            {format.number(left?.ratio ?? null, 2)}
          </span>
        }
        note={
          verdict && (
            <span className={verdict === 'late' ? 'text-warn' : verdict === 'open' ? 'text-gain' : ''}>
              {verdict === 'late' ? t(`read.late.${left?.reason ?? 'ended'}`) : t(`read.verdict.${verdict}`)}
            </span>
          )
        }
      />
      <SizeFigure className={CELL} instrument={instrument} course={stand} />
    </div>
  )
}

/** The published rule for the reward left, with this signal's numbers. */
function LeftRule({
  instrument,
  stand,
  open,
}: {
  instrument: MarketInstrument
  stand: Standing
  open: boolean
}) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  const { levels, left, trade } = stand
  const rows: [string, ReactNode][] = left
    ? [
        [t('own.rule.announced'), format.number(left.announced, 2)],
        [t('own.rule.threshold'), format.number(left.announced.times(TOO_LATE_BELOW), 2)],
        [t('own.rule.now'), format.number(left.ratio, 2)],
      ]
    : []
  // The ratio for a fill at the current price; a pending order keeps the announced one.
  if (open && trade.phase === 'active' && trade.reached === 0)
    rows.push([
      t('own.rule.price'),
      format.price(tooLatePrice(levels, trade.stop.toFixed()), instrument.digits),
    ])
  return (
    <Popover
      label={t('rLeft')}
      align="center"
      trigger={
        <button
          type="button"
          aria-label={t('own.rule.open')}
          className="relative rounded-pill text-muted transition-colors after:absolute after:-inset-3 hover:text-text"
        >
          <CircleHelp size={14} strokeWidth={1.75} aria-hidden />
        </button>
      }
    >
      <p className="font-semibold">{t('rLeft')}</p>
      <p className="mt-1 text-13 text-pretty text-muted">{t('own.rule.text')}</p>
      <ul className="mt-2 grid list-disc gap-1 pl-4 text-13 text-muted">
        {(['reward_halved', 'target_reached', 'stop_passed', 'ended'] as const).map((reason) => (
          <li key={reason}>{t(`late.${reason}`)}</li>
        ))}
      </ul>
      <p className="mt-2 text-13 text-pretty text-muted">{t('read.onlyLive')}</p>
      {rows.length > 0 && (
        <dl className="mt-3 grid gap-1 border-t border-line pt-3 text-13">
          {rows.map(([name, value]) => (
            <div key={name} className="flex justify-between gap-4">
              <dt className="text-muted">{name}</dt>
              <dd className="tabular font-medium">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </Popover>
  )
}
