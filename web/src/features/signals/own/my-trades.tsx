import { useQuery } from '@tanstack/react-query'
import { BookmarkPlus } from 'lucide-react'
import { useMemo } from 'react'
import { DirectionBadge } from '#charts/direction-badge.tsx'
import { type Format, useFormat } from '#lib/language/format.ts'
import { type Translate, useTranslation } from '#lib/language/i18n.ts'
import type { MarketInstrument } from '#lib/signals/live-signals.ts'
import { EmptyState } from '#ui/states.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import type { TableColumn } from '#ui/table/table-column.ts'
import { ownPosition } from './own-position.ts'
import { type OwnTrade, ownTradesQuery, type TradedSignal, tradedSignalsQuery } from './own-queries.ts'

type Row = {
  trade: OwnTrade
  signal: TradedSignal
  name: string
  digits: number
  own: ReturnType<typeof ownPosition>
}

const decimal = (value: { toFixed(digits?: number): string } | null | undefined, digits: number) =>
  value ? value.toFixed(digits) : null
const money = (minor: number | null | undefined) =>
  minor === null || minor === undefined ? null : (minor / 100).toFixed(2)
const tone = (figure: string | null) =>
  figure === null || Number(figure) === 0 ? '' : figure.startsWith('-') ? 'text-loss' : 'text-gain'

/** Every signal that the member followed, took or ignored, beside the model's result; filtered, sorted, exported. */
export default function MyTrades({
  instruments,
  onOpen,
}: {
  instruments: readonly MarketInstrument[]
  onOpen: (id: string) => void
}) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  const trades = useQuery(ownTradesQuery)
  const ids = useMemo(() => (trades.data ?? []).map(({ signal_id }) => signal_id).sort(), [trades.data])
  const signals = useQuery(tradedSignalsQuery(ids))
  const rows = useMemo(() => {
    const byId = new Map(signals.data?.map((signal) => [signal.id, signal]))
    return (trades.data ?? []).flatMap((trade): Row[] => {
      const signal = byId.get(trade.signal_id)
      const instrument = instruments.find(({ symbol }) => symbol === signal?.symbol)
      if (!signal || !instrument) return []
      return [
        {
          trade,
          signal,
          name: instrument.name,
          digits: instrument.digits,
          own: ownPosition(trade, signal, instrument, null),
        },
      ]
    })
  }, [trades.data, signals.data, instruments])
  const columns = useMemo(() => columnsOf(t, format), [t, format])
  const failed = trades.isLoadingError || signals.isLoadingError
  return (
    <DataTable
      label={t('own.mine')}
      columns={columns}
      rows={rows}
      rowKey={({ trade }) => trade.signal_id}
      status={
        failed ? 'error' : trades.isPending || (ids.length > 0 && signals.isPending) ? 'loading' : 'ready'
      }
      onRetry={() => void (trades.isLoadingError ? trades.refetch() : signals.refetch())}
      onOpen={({ trade }) => onOpen(trade.signal_id)}
      exportName={t('own.file')}
      className="max-h-[calc(100dvh-240px)]"
      empty={
        <EmptyState icon={<BookmarkPlus size={28} strokeWidth={1.5} aria-hidden />} title={t('own.empty')}>
          {t('own.emptyText')}
        </EmptyState>
      }
    />
  )
}

function columnsOf(t: Translate<'signals'>, format: Format): TableColumn<Row>[] {
  const r = (of: (row: Row) => string | null) => (row: Row) => (
    <span className={tone(of(row))}>{format.r(of(row))}</span>
  )
  const ownR = ({ own }: Row) => decimal(own?.r, 4)
  const modelR = ({ signal }: Row) => signal.signal_states.realised_r
  return [
    {
      key: 'number',
      title: t('own.columns.number'),
      width: 72,
      numeric: true,
      value: ({ signal }) => signal.number,
    },
    {
      key: 'published',
      title: t('own.columns.published'),
      width: 164,
      value: ({ signal }) => signal.published_at,
      cell: ({ signal }) => (
        <span className="tabular text-muted">{format.dateTime(signal.published_at)}</span>
      ),
      total: (rows) => t('own.columns.count', { count: rows.length }),
    },
    {
      key: 'instrument',
      title: t('filters.instrument'),
      width: 104,
      filter: 'choice',
      value: ({ name }) => name,
      cell: ({ name }) => <b>{name}</b>,
    },
    {
      key: 'direction',
      title: t('field.direction'),
      width: 116,
      filter: 'choice',
      value: ({ signal }) => (signal.signal_levels ? t(`direction.${signal.signal_levels.direction}`) : null),
      cell: ({ signal }) =>
        signal.signal_levels && <DirectionBadge direction={signal.signal_levels.direction} />,
    },
    {
      key: 'status',
      title: t('own.status'),
      width: 92,
      filter: 'choice',
      value: ({ trade }) => t(`own.statuses.${trade.status}`),
    },
    {
      key: 'entry',
      title: t('own.form.entry'),
      width: 124,
      numeric: true,
      value: ({ trade }) => trade.entry_price,
      cell: ({ trade, digits }) => format.price(trade.entry_price, digits),
    },
    {
      key: 'exit',
      title: t('own.form.exit'),
      width: 124,
      numeric: true,
      value: ({ trade }) => trade.exit_price,
      cell: ({ trade, digits }) => format.price(trade.exit_price, digits),
    },
    {
      key: 'own',
      title: t('own.columns.own'),
      width: 92,
      numeric: true,
      filter: 'range',
      value: ownR,
      cell: r(ownR),
    },
    { key: 'model', title: t('own.columns.model'), width: 92, numeric: true, value: modelR, cell: r(modelR) },
    {
      key: 'money',
      title: t('own.block.money'),
      width: 112,
      numeric: true,
      value: ({ own }) => money(own?.moneyMinor),
      cell: ({ own, trade }) =>
        own?.moneyMinor === null || own === null ? format.dash : format.money(own.moneyMinor, trade.currency),
    },
    {
      key: 'currency',
      title: t('size.currency'),
      width: 80,
      filter: 'choice',
      value: ({ trade }) => trade.currency,
    },
    {
      key: 'slippage',
      title: t('own.columns.slippage'),
      width: 108,
      numeric: true,
      value: ({ own }) => decimal(own?.slippagePips, 1),
      cell: ({ own }) => format.signed(own?.slippagePips ?? null, 1),
    },
    {
      key: 'delay',
      title: t('own.columns.delay'),
      width: 104,
      numeric: true,
      value: ({ own }) => (own?.delayMs === null || own === null ? null : Math.round(own.delayMs / 60_000)),
    },
    { key: 'note', title: t('own.form.note'), width: 200, filter: 'text', value: ({ trade }) => trade.note },
  ]
}
