import { ArrowDown, ArrowUp, RadioTower } from 'lucide-react'
import type { Format } from '#lib/language/format.ts'
import type { Translate } from '#lib/language/i18n.ts'
import type { useDistance } from '#lib/market/distance.ts'
import { classNames } from '#ui/class-names.ts'
import type { TableColumn } from '#ui/table/table-column.ts'
import { type HistoryRow, historyFigures, moneyOf } from './own-history.ts'

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const
const tone = (figure: { isNegative(): boolean; isZero(): boolean } | null) =>
  figure === null || figure.isZero() ? '' : figure.isNegative() ? 'text-loss' : 'text-gain'
/** `+77,28 €`: a gain is marked by its sign, not only by colour. */
export const signed = (format: Format, minor: number, currency: string): string =>
  `${minor > 0 ? '+' : ''}${format.money(minor, currency)}`
const hundredths = (minor: number | null) => (minor === null ? null : (minor / 100).toFixed(2))

/** The columns of S-13 and the figures behind them. */
export function historyColumns(
  t: Translate<'account'>,
  format: Format,
  distance: ReturnType<typeof useDistance>,
): TableColumn<HistoryRow>[] {
  const amounts = (rows: readonly HistoryRow[]) =>
    moneyOf(rows)
      .map(({ minor, currency }) => signed(format, minor, currency))
      .join(' · ')
  return [
    {
      key: 'date',
      title: t('history.date'),
      value: ({ at }) => at,
      cell: ({ at }) => <span className="tabular text-muted">{format.dateTime(at)}</span>,
      width: 168,
      total: (rows) => t('history.count', { count: rows.length }),
    },
    {
      key: 'instrument',
      title: t('history.instrument'),
      value: ({ instrument }) => instrument,
      cell: ({ instrument }) => <b>{instrument}</b>,
      width: 106,
      filter: 'choice',
    },
    {
      key: 'action',
      title: t('history.action'),
      value: ({ direction }) => (direction ? t(`history.${direction}`) : null),
      cell: ({ direction }) =>
        direction ? (
          <span className="inline-flex items-center gap-1.5">
            <span className={direction === 'buy' ? 'text-gain' : 'text-loss'}>
              {direction === 'buy' ? <ArrowUp {...icon} /> : <ArrowDown {...icon} />}
            </span>
            {t(`history.${direction}`)}
          </span>
        ) : (
          format.dash
        ),
      width: 96,
      filter: 'choice',
    },
    {
      key: 'lots',
      title: t('history.lots'),
      value: ({ lots }) => lots,
      cell: ({ lots }) => format.number(lots, 2),
      numeric: true,
      width: 76,
    },
    {
      key: 'entry',
      title: t('history.entry'),
      value: ({ entry }) => entry,
      cell: ({ entry, market }) => format.price(entry, market.digits),
      numeric: true,
      width: 106,
    },
    {
      key: 'exit',
      title: t('history.exit'),
      value: ({ exit }) => exit,
      cell: ({ exit, market }) => format.price(exit, market.digits),
      numeric: true,
      width: 106,
    },
    {
      key: 'distance',
      title: t('history.distance'),
      // As a price: rows count in pips, points or a currency.
      value: ({ market, pips }) => pips?.times(market.pipSize).toFixed(market.digits) ?? null,
      cell: ({ market, pips }) => (pips === null ? format.dash : distance(market, pips, { signed: true })),
      numeric: true,
      width: 112,
    },
    {
      key: 'amount',
      title: t('history.amount'),
      value: ({ moneyMinor }) => hundredths(moneyMinor),
      cell: ({ moneyMinor, currency }) =>
        moneyMinor === null ? format.dash : signed(format, moneyMinor, currency),
      numeric: true,
      width: 118,
      total: (rows) => amounts(rows) || format.dash,
    },
    {
      key: 'currency',
      title: t('history.currency'),
      value: ({ currency, moneyMinor }) => (moneyMinor === null ? null : currency),
      width: 80,
      filter: 'choice',
    },
    {
      key: 'result',
      title: t('history.result'),
      value: ({ r }) => r?.toFixed(4) ?? null,
      cell: ({ r }) => <span className={classNames('font-semibold', tone(r))}>{format.r(r)}</span>,
      numeric: true,
      width: 96,
      filter: 'range',
      total: (rows) => {
        const { total, resolved } = historyFigures(rows)
        return resolved > 0 ? <span className={tone(total)}>{format.r(total)}</span> : format.dash
      },
    },
    {
      key: 'source',
      title: t('history.source'),
      value: ({ number }) => t('history.signal', { number }),
      cell: ({ number }) => (
        <span className="inline-flex items-center gap-1.5 text-muted">
          <RadioTower {...icon} />
          {t('history.signal', { number })}
        </span>
      ),
      width: 136,
    },
  ]
}
