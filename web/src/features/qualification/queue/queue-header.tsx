import { Download, Search } from 'lucide-react'
import { useRef } from 'react'
import { useKeys } from '#lib/browser/single-keys.ts'
import { useFormat } from '#lib/language/format.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { dueAt, dueIn } from '#parts/requests/promise.ts'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/form/input.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { downloadCsv, tableCsv } from '#ui/table/table-export.ts'
import type { QueuedRequest } from '../queries.ts'
import { useNames } from '../use-names.ts'
import { queueColumns } from './queue-columns.ts'
import type { QueueView } from './use-queue-view.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

type Props = {
  view: QueueView
  /** Since when the request that waits longest has been waiting. */
  oldest: string | null
  /** What is listed, for the exported file. */
  rows: readonly QueuedRequest[]
}

/** The title with the next deadline, the search, and the export of what is listed. */
export function QueueHeader({ view, oldest, rows }: Props) {
  const { t } = useTranslation('qualification')
  const format = useFormat()
  const language = useLanguage()
  const now = useNow()
  const names = useNames()
  const field = useRef<HTMLInputElement>(null)
  useKeys({ '/': () => field.current?.focus() })
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 pt-5 md:px-6">
      <div className="mr-auto min-w-0">
        <PageTitle>{t('title')}</PageTitle>
        <p className="mt-0.5 text-pretty text-muted">
          {oldest === null
            ? t('purpose')
            : t(dueIn(oldest, now) < 0 ? 'oldestLate' : 'oldest', {
                when: format.atMoment(dueAt(oldest), now),
              })}
        </p>
      </div>
      <div className="flex items-center gap-2 max-sm:w-full">
        <Button
          variant="ghost"
          iconOnly
          className="order-last"
          aria-label={t('export')}
          title={t('export')}
          disabled={rows.length === 0}
          icon={<Download {...icon} />}
          onClick={() => downloadCsv(t('file'), tableCsv(queueColumns(t, names), rows, language))}
        />
        <div className="min-w-0 flex-1 sm:w-64">
          <Input
            ref={field}
            type="search"
            size_="md"
            className="md:text-14"
            aria-label={t('search')}
            aria-keyshortcuts="/"
            placeholder={t('search')}
            value={view.words}
            onChange={({ target }) => view.filter({ q: target.value || null })}
            onKeyDown={({ key, currentTarget }) => key === 'Escape' && currentTarget.blur()}
            leading={<Search {...icon} />}
            trailing={
              <span aria-hidden className="mr-1 max-lg:hidden pointer-coarse:hidden">
                <Kbd>/</Kbd>
              </span>
            }
          />
        </div>
      </div>
    </header>
  )
}
