import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useMemo } from 'react'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/i18n.ts'
import { Link } from '#lib/router-link.tsx'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/states.tsx'
import type { TableColumn } from '#ui/table-column.ts'
import { type OwnTrade, tradesQuery } from './queries.ts'

/** What one did with each signal, as it is stored. */
export function HistoryTab() {
  const { t } = useTranslation('account')
  const format = useFormat()
  const trades = useQuery(tradesQuery)
  const columns = useMemo<readonly TableColumn<OwnTrade>[]>(
    () => [
      {
        key: 'date',
        title: t('history.date'),
        value: ({ created_at }) => created_at,
        cell: ({ created_at }) => format.dateTime(created_at),
        width: 170,
      },
      {
        key: 'symbol',
        title: t('history.instrument'),
        value: ({ signals }) => signals?.symbol ?? '',
        width: 140,
        filter: 'choice',
      },
      {
        key: 'status',
        title: t('history.status'),
        value: ({ status }) => t(`history.${status}`),
        width: 160,
        filter: 'choice',
      },
      { key: 'lots', title: t('history.lots'), value: ({ lots }) => lots, numeric: true, width: 100 },
      {
        key: 'entry',
        title: t('history.entry'),
        value: ({ entry_price }) => entry_price,
        numeric: true,
        width: 120,
      },
      {
        key: 'exit',
        title: t('history.exit'),
        value: ({ exit_price }) => exit_price,
        numeric: true,
        width: 120,
      },
    ],
    [t, format],
  )
  const rows = trades.data ?? []
  if (trades.isSuccess && rows.length === 0) {
    return (
      <EmptyState
        icon={<History size={20} strokeWidth={1.75} aria-hidden />}
        title={t('history.none')}
        action={
          <Button asChild variant="primary">
            <Link to="/signaux">{t('history.see')}</Link>
          </Button>
        }
      >
        {t('history.noneNote')}
      </EmptyState>
    )
  }
  return (
    <DataTable
      label={t('tabs.historique')}
      columns={columns}
      rows={rows}
      rowKey={({ created_at, signals }) => `${signals?.number} ${created_at}`}
      status={trades.isPending ? 'loading' : trades.isError ? 'error' : 'ready'}
      onRetry={() => void trades.refetch()}
      exportName="trades"
    />
  )
}
