import { Download } from 'lucide-react'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Menu } from '#ui/overlay/menu.tsx'
import { downloadFile } from '#ui/table/table-export.ts'
import { type Filters, toDatabase } from './filters.ts'
import type { Figures, ResultRow } from './queries.ts'
import { recordCsv, recordJson } from './record-file.ts'

type Props = { filters: Filters; figures: Figures; rows: readonly ResultRow[] }

/** Exports all rows behind the figures, by closing date. */
export function ExportMenu({ filters, figures, rows }: Props) {
  const { t } = useTranslation('performance')
  const language = useLanguage()
  return (
    <Menu
      align="end"
      trigger={
        <Button variant="ghost" icon={<Download size={16} strokeWidth={1.75} aria-hidden />}>
          {t('export.label')}
        </Button>
      }
      items={[
        {
          key: 'csv',
          label: t('export.csv'),
          onSelect: () =>
            downloadFile(
              'vigie-performances.csv',
              `\ufeff${recordCsv(rows, language)}`,
              'text/csv;charset=utf-8',
            ),
        },
        {
          key: 'json',
          label: t('export.json'),
          onSelect: () =>
            downloadFile(
              'vigie-performances.json',
              recordJson(toDatabase(filters), figures, rows),
              'application/json',
            ),
        },
      ]}
    />
  )
}
