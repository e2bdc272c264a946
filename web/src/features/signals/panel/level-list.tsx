import { Decimal } from 'decimal.js'
import { entryPrice } from 'trading/levels'
import { pipsBetween } from 'trading/market/instruments'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useDistance } from '#lib/market/distance.ts'
import { useQuote } from '#lib/market/live-quotes.ts'
import type { MarketInstrument } from '#lib/signals/live-signals.ts'
import { type Course, exitPrice, isOpen, type Signal, targetR } from '#lib/signals/signal.ts'
import { classNames } from '#ui/class-names.ts'
import { CopyButton } from '#ui/copy-button.tsx'

type Row = {
  key: string
  name: string
  price: string
  copied: string
  note: string
  tone: string
  done: boolean
}

type Props = { signal: Signal; course: Course; instrument: MarketInstrument }

/** The levels on the chart, as text: the distance of the price to each, and a button to copy it. */
export function LevelList({ signal, course, instrument }: Props) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  const { levels, trade } = course
  const price = (value: string) => format.price(value, instrument.digits)
  const zone = levels.entry_low !== levels.entry_high
  const stop = trade.stop.toFixed(instrument.digits)
  const moved = !trade.stop.equals(levels.stop_loss)
  const rows: Row[] = [
    {
      key: 'entry',
      name: `${t('level.entry')} · ${t(`order.${levels.order_type}`)}`,
      price: zone ? `${price(levels.entry_low)}–${price(levels.entry_high)}` : price(levels.entry_low),
      copied: entryPrice(levels).toFixed(instrument.digits),
      note: '',
      tone: '',
      done: trade.fill !== null,
    },
    {
      key: 'stop',
      name: moved ? t('own.levels.movedStop') : t('level.stop'),
      price: price(stop),
      copied: stop,
      note: moved ? t('own.levels.wasStop', { price: price(levels.stop_loss) }) : format.r('-1'),
      tone: 'text-loss',
      done: false,
    },
    ...levels.targets.map(
      (target, index): Row => ({
        key: `target ${index}`,
        name: `TP ${index + 1} · ${format.percent(Number(target.share) / 100)}`,
        price: price(target.price),
        copied: new Decimal(target.price).toFixed(instrument.digits),
        note: format.r(targetR(levels, target.price)),
        tone: 'text-gain',
        done: trade.reached > index,
      }),
    ),
  ]
  const rules = [
    levels.break_even_after ? t('prepare.ruleBreakEven', { number: levels.break_even_after }) : '',
    levels.trailing_distance
      ? t(levels.trailing_after ? 'prepare.ruleTrailingAfter' : 'prepare.ruleTrailing', {
          distance: price(levels.trailing_distance),
          number: levels.trailing_after ?? 0,
        })
      : '',
  ].filter(Boolean)
  return (
    <>
      <table className="w-full border-line border-t text-13">
        <caption className="sr-only">{t('own.levels.caption')}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('own.levels.level')}</th>
            <th scope="col">{t('level.price')}</th>
            <th scope="col">R</th>
            <th scope="col">{t('own.levels.away')}</th>
            <th scope="col">{t('own.levels.copy')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const behind = (trade.phase === 'active' && row.key === 'entry') || trade.phase === 'ended'
            return (
              <tr key={row.key} className="h-9 border-line not-first:border-t">
                <th scope="row" className="py-1 pr-2 pl-4 text-left font-normal text-muted">
                  {row.name}
                </th>
                <td
                  className={classNames(
                    'tabular px-2 py-1 text-right font-semibold whitespace-nowrap',
                    row.tone,
                  )}
                >
                  {row.price}
                </td>
                <td className="tabular px-2 py-1 text-right whitespace-nowrap text-muted">{row.note}</td>
                <td className="tabular px-2 py-1 text-right whitespace-nowrap text-muted max-sm:hidden">
                  {row.done
                    ? t('own.levels.reached')
                    : !behind && (
                        <Away signal={signal} course={course} instrument={instrument} to={row.copied} />
                      )}
                </td>
                <td className="w-11 py-1 pr-3 text-right">
                  <CopyButton
                    variant="ghost"
                    size="sm"
                    iconOnly
                    text={row.copied}
                    label={t('own.levels.copyOne', { level: row.name, price: row.copied })}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {rules.length > 0 && (
        <p className="tabular border-line border-t px-4 py-2 text-13">
          <span className="text-muted">{t('prepare.rules')}</span> {rules.join(' · ')}
        </p>
      )}
    </>
  )
}

/** The distance of the current price from a level. */
function Away({ signal, course, instrument, to }: Props & { to: string }) {
  const { t } = useTranslation('signals')
  const distance = useDistance()
  const quote = useQuote(isOpen(signal) ? signal.symbol : undefined)
  if (!quote) return null
  const away = pipsBetween(instrument, new Decimal(exitPrice(course.levels, quote)), new Decimal(to))
  return t('away', { distance: distance(instrument, away.abs()) })
}
