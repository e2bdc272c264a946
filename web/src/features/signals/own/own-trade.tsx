import { useQuery } from '@tanstack/react-query'
import type { Decimal } from 'decimal.js'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useDistance } from '#lib/market/distance.ts'
import type { MarketInstrument } from '#lib/signals/live-signals.ts'
import type { Signal } from '#lib/signals/signal.ts'
import { HelpLink } from '#parts/help/help-link.tsx'
import { Stat } from '#ui/figure/stat.tsx'
import { useStanding } from '../use-standing.ts'
import { ownPosition } from './own-position.ts'
import { memberResultQuery, type OwnTrade, ownTradesQuery } from './own-queries.ts'

const CELL =
  'border-line px-4 py-3 not-last:border-r max-md:[&:nth-child(2)]:border-r-0 max-md:[&:nth-child(n+3)]:border-t'
/** Rounded as shown: a loss of a thousandth reads 0,00 and has no colour. */
const tone = (value: Decimal | null) => {
  const shown = value?.toDecimalPlaces(2)
  return !shown || shown.isZero() ? '' : shown.isNegative() ? 'text-loss' : 'text-gain'
}

type Props = { signal: Signal; instrument: MarketInstrument }

/** The member's own result beside the model's, once they took the signal; nothing before. */
export function OwnTradeBlock({ signal, instrument }: Props) {
  const trade = useQuery(ownTradesQuery).data?.find(({ signal_id }) => signal_id === signal.id)
  return trade?.status === 'taken' ? <Taken signal={signal} instrument={instrument} trade={trade} /> : null
}

function Taken({ signal, instrument, trade }: Props & { trade: OwnTrade }) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  const distance = useDistance()
  const stand = useStanding(signal, instrument.digits)
  if (!stand || !signal.signal_levels) return null
  const { direction, stop_loss } = signal.signal_levels
  const own = ownPosition(
    trade,
    { signal_levels: { direction, stop_loss }, signal_events: signal.signal_events ?? [] },
    instrument,
    stand.price,
  )
  if (!own) return null
  const runs = trade.exit_price === null
  return (
    <section aria-labelledby="own-trade" className="border-t border-line">
      <div className="flex items-center gap-2 px-4 pt-4 pb-1">
        <h3 id="own-trade" className="font-semibold">
          {t('own.block.title')}
        </h3>
        <HelpLink article="noter-ses-trades" />
      </div>
      <div className="grid grid-cols-2 md:grid-cols-4">
        <Stat
          className={CELL}
          label={t(runs ? 'own.block.running' : 'own.block.result')}
          value={<span className={tone(own.r)}>{format.r(own.r)}</span>}
          note={t('own.block.model', { r: format.r(stand.r) })}
        />
        <Stat
          className={CELL}
          label={t('own.block.money')}
          value={own.moneyMinor === null ? format.dash : format.money(own.moneyMinor, trade.currency)}
          note={
            trade.lots === null
              ? t('own.block.noSize')
              : t('own.block.lots', { lots: format.number(trade.lots, 2) })
          }
        />
        <Stat
          className={CELL}
          label={t('own.block.slippage')}
          definition={t('own.block.slippageMeaning')}
          value={
            own.slippagePips === null ? format.dash : distance(instrument, own.slippagePips, { signed: true })
          }
          note={t('own.block.entry', { price: format.price(trade.entry_price, instrument.digits) })}
        />
        <Stat
          className={CELL}
          label={t('own.block.delay')}
          value={own.delayMs === null ? format.dash : format.duration(Math.abs(own.delayMs))}
          note={t(own.delayMs !== null && own.delayMs < 0 ? 'own.block.before' : 'own.block.after')}
        />
      </div>
      {trade.note && <p className="px-4 pb-4 text-13 text-pretty text-muted">{trade.note}</p>}
    </section>
  )
}

/** The members' median results, once ten of them reported. */
export function MembersBlock({ signal, instrument }: Props) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  const distance = useDistance()
  const closed = signal.signal_states.state === 'closed'
  const result = useQuery({ ...memberResultQuery(signal.id), enabled: closed })
  if (!result.data) return null
  const { members, median_r, median_slippage_pips, median_delay_minutes, model_r } = result.data
  return (
    <section aria-labelledby="members" className="border-t border-line">
      <h3 id="members" className="px-4 pt-4 pb-1 font-semibold">
        {t('own.members.title')}
      </h3>
      <p className="px-4 text-12 text-pretty text-muted">{t('own.members.text', { count: members })}</p>
      <div className="grid grid-cols-2 md:grid-cols-4">
        <Stat className={CELL} label={t('own.members.median')} value={format.r(median_r, 1)} />
        <Stat className={CELL} label={t('own.members.model')} value={format.r(model_r)} />
        <Stat
          className={CELL}
          label={t('own.block.slippage')}
          definition={t('own.block.slippageMeaning')}
          value={distance(instrument, median_slippage_pips, { signed: true })}
        />
        <Stat
          className={CELL}
          label={t('own.block.delay')}
          value={format.duration(Math.abs(median_delay_minutes) * 60_000)}
        />
      </div>
    </section>
  )
}
