import { Table2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'

export type Column<Row> = { key: string; name: string; of: (row: Row) => string }

type Props<Row> = {
  caption: string
  /** The first column names the row. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
}

const PAGE = 50

/** A chart's data as a table, for screen readers and everyone who prefers figures. Rendered a page at a time. */
export function ChartTable<Row>({ caption, columns, rows }: Props<Row>) {
  const { t } = useTranslation('charts')
  const [shown, setShown] = useState(PAGE)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable without a pointer
    <section aria-label={caption} tabIndex={0} className="max-h-85 overflow-auto overscroll-contain">
      <table className="tabular w-full border-collapse text-13">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ key, name }, place) => (
              <th
                key={key}
                scope="col"
                className={classNames(
                  'sticky top-0 h-9 bg-raised px-3 font-medium whitespace-nowrap text-muted first:pl-4 last:pr-4',
                  place === 0 ? 'text-left' : 'text-right',
                )}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row) => {
            const [head, ...cells] = columns
            const name = head?.of(row) ?? ''
            return (
              <tr key={name} className="border-t border-line">
                <th scope="row" className="h-9 px-3 pl-4 text-left font-normal whitespace-nowrap text-muted">
                  {name}
                </th>
                {cells.map(({ key, of }) => (
                  <td key={key} className="px-3 text-right whitespace-nowrap last:pr-4">
                    {of(row)}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
      {shown < rows.length && (
        <div className="sticky left-0 flex items-center gap-3 border-t border-line px-4 py-3 text-13 text-muted">
          <Button size="sm" onClick={() => setShown(shown + PAGE)}>
            {t('data.more')}
          </Button>
          {t('data.shown', { shown, all: rows.length })}
        </div>
      )}
    </section>
  )
}

/** Shows the chart's figures in its place. */
export function DataToggle({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  const { t } = useTranslation('charts')
  return (
    <Button
      variant="ghost"
      iconOnly
      aria-label={t('data.toggle')}
      aria-pressed={on}
      onClick={() => onChange(!on)}
      icon={<Table2 size={16} strokeWidth={1.75} aria-hidden />}
      className={on ? 'bg-raised text-text!' : ''}
    />
  )
}
