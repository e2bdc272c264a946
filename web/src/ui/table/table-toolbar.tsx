import { Download, Rows4, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { FilterChip } from '#ui/chip.tsx'
import { writeDays } from '#ui/date/iso-date.ts'
import type { TableColumn, TableFilter, TableView } from './table-column.ts'
import { withFilter } from './table-filter.ts'

type Props<Row> = {
  columns: readonly TableColumn<Row>[]
  view: TableView
  onView: (view: TableView) => void
  /** All rows, the filtered rows, and the selected ones among them. */
  counts: { all: number; shown: number; selected: number }
  actions?: ReactNode
  loading: boolean
  compact: boolean
  onCompact: (compact: boolean) => void
  onUnselect: () => void
  onExport: (() => void) | undefined
}

/** The row counts, active filters and actions of a table. */
export function TableToolbar<Row>(props: Props<Row>) {
  const { columns, view, onView, counts, actions, loading, compact, onCompact, onUnselect, onExport } = props
  const { t } = useTranslation('ui')
  const { number } = useFormat()
  const words = useFilterWords()
  const sorted = columns.find(({ key }) => key === view.sort?.key)
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-2">
      <p role="status" className="mr-1 text-13 text-muted tabular">
        {loading
          ? t('loading')
          : counts.selected > 0
            ? t('table.selected', { count: counts.selected, written: number(counts.selected) })
            : counts.shown === counts.all
              ? t('table.rows', { count: counts.all, written: number(counts.all) })
              : t('table.rows-of', {
                  count: counts.all,
                  shown: number(counts.shown),
                  all: number(counts.all),
                })}
        {sorted && (
          <span className="sr-only">
            {' '}
            {sorted.title} {t(view.sort?.descending ? 'table.sort.descending' : 'table.sort.ascending')}
          </span>
        )}
      </p>
      {counts.selected > 0 && (
        <>
          {actions}
          <Button size="sm" variant="ghost" icon={<X size={14} aria-hidden />} onClick={onUnselect}>
            {t('table.unselect')}
          </Button>
        </>
      )}
      {columns.map((column) => {
        const filter = view.filters[column.key]
        if (!filter) return null
        return (
          <FilterChip
            key={column.key}
            label={t('table.filter.remove-from', { column: column.title })}
            onRemove={() => onView(withFilter(view, column.key, null))}
          >
            {t('table.filter.chip', { column: column.title, words: words(filter) })}
          </FilterChip>
        )
      })}
      {/* On touch screens the row height is fixed. */}
      <Button
        variant="ghost"
        iconOnly
        className="ml-auto pointer-coarse:hidden"
        aria-label={t('table.compact')}
        aria-pressed={compact}
        icon={<Rows4 size={16} strokeWidth={1.75} className={compact ? 'text-text' : ''} aria-hidden />}
        onClick={() => onCompact(!compact)}
      />
      {onExport && (
        <Button
          variant="ghost"
          className="pointer-coarse:ml-auto"
          icon={<Download size={16} strokeWidth={1.75} aria-hidden />}
          onClick={onExport}
        >
          {t('table.export')}
        </Button>
      )}
    </div>
  )
}

function useFilterWords() {
  const { t, i18n } = useTranslation('ui')
  return (filter: TableFilter): string => {
    if (filter.kind === 'dates') return writeDays(filter.from, filter.to, i18n.language)
    if (filter.kind === 'text') return filter.text.trim()
    if (filter.kind === 'choice')
      return filter.values.map((value) => value || t('table.filter.empty')).join(', ')
    if (filter.to === '') return `≥ ${filter.from}`
    return filter.from === '' ? `≤ ${filter.to}` : `${filter.from} – ${filter.to}`
  }
}
