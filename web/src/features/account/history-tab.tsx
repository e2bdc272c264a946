import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { useFormat } from '#lib/language/format.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { useDistance } from '#lib/market/distance.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { ChipMenu } from '#ui/overlay/chip-menu.tsx'
import { EmptyState } from '#ui/states.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { historyColumns } from './history-columns.tsx'
import { HistoryStrip } from './history-strip.tsx'
import { historyFigures, historyRow } from './own-history.ts'
import { tradesQuery } from './queries.ts'

const STATUSES = { pris: 'taken', suivis: 'followed', ignores: 'ignored' } as const

/** The member's own trades in one table, with source and result (S-13). Filters are in the address. */
export function HistoryTab() {
  const { t } = useTranslation('account')
  const format = useFormat()
  const language = useLanguage()
  const [search, setSearch] = useSearchParams()
  const trades = useQuery(tradesQuery)
  const all = useMemo(
    () => (trades.data ?? []).map(historyRow).sort((one, other) => Date.parse(other.at) - Date.parse(one.at)),
    [trades.data],
  )
  const distance = useDistance()
  const columns = useMemo(() => historyColumns(t, format, distance), [t, format, distance])
  const status = STATUSES[search.get('statut') as keyof typeof STATUSES] ?? 'taken'
  const month = search.get('mois')
  const rows = useMemo(
    () => all.filter((row) => row.status === status && (month === null || monthOf(row.at) === month)),
    [all, status, month],
  )
  const figures = useMemo(() => historyFigures(rows), [rows])
  const months = useMemo(() => {
    const name = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric' })
    return [...new Set(all.map(({ at }) => monthOf(at)))]
      .sort()
      .reverse()
      .map((value) => ({ value, label: name.format(new Date(`${value}-15T12:00`)) }))
  }, [all, language])
  const choose = (key: 'statut' | 'mois', value: string | null) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === null) next.delete(key)
        else next.set(key, value)
        return next
      },
      { replace: true },
    )
  if (trades.isSuccess && all.length === 0) {
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
    <div className="grid gap-4">
      {trades.isSuccess && status === 'taken' ? (
        <HistoryStrip figures={figures} trades={rows.length} />
      ) : null}
      <fieldset className="flex flex-wrap gap-2" aria-label={t('history.filters')}>
        {Object.entries(STATUSES).map(([name, value]) => (
          <Chip
            key={name}
            selected={value === status}
            count={trades.isSuccess ? all.filter((row) => row.status === value).length : undefined}
            onClick={() => choose('statut', value === 'taken' ? null : name)}
          >
            {t(`history.${value}`)}
          </Chip>
        ))}
        {months.length > 1 ? (
          <ChipMenu
            label={t('history.month')}
            any={t('history.anyMonth')}
            value={month}
            options={months}
            onChange={(value) => choose('mois', value)}
          />
        ) : null}
      </fieldset>
      <DataTable
        label={t('tabs.historique')}
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        status={trades.isPending ? 'loading' : trades.isLoadingError ? 'error' : 'ready'}
        onRetry={() => void trades.refetch()}
        exportName={t('history.file')}
        empty={<EmptyState title={t('history.noneHere')}>{t('history.noneHereNote')}</EmptyState>}
      />
      <p className="text-12 text-pretty text-muted">{t('history.note')}</p>
    </div>
  )
}

/** `2026-11`, in the reader's zone. */
function monthOf(moment: string): string {
  const at = new Date(moment)
  return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}`
}
