import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { useKeys } from '#lib/browser/single-keys.ts'
import { useIdeasOfThreads } from '#lib/ideas/idea-queries.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { useWhen } from '#parts/conversation/when.ts'
import { classNames } from '#ui/class-names.ts'
import { categoriesQuery, type ThreadRow } from '../forum.ts'
import { readingLine } from './reading-line.ts'
import { COLUMNS, ThreadLine } from './thread-line.tsx'

type Props = {
  threads: readonly ThreadRow[]
  /** Whether the rows are by activity, so that a line can say where reading stopped. */
  byActivity: boolean
}

/** The rows; J and K move, Enter opens (the row is a link), U goes to the next unread one. */
export function ThreadList({ threads, byActivity }: Props) {
  const { t, i18n } = useTranslation('community')
  const now = useNow()
  const when = useWhen()
  const { data: categories = [] } = useQuery(categoriesQuery)
  const ideas = useIdeasOfThreads(threads.map(({ id }) => id))
  const [selected, setSelected] = useState<string | null>(null)
  const place = threads.findIndex(({ id }) => id === selected)
  const select = (at: number) => {
    const thread = threads[Math.max(0, Math.min(threads.length - 1, at))]
    if (!thread) return false
    setSelected(thread.id)
    const row = document.querySelector<HTMLElement>(`[data-thread="${thread.id}"]`)
    row?.querySelector<HTMLElement>('[data-open]')?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
    return true
  }
  useKeys({
    j: () => select(place + 1),
    k: () => select(Math.max(0, place - 1)),
    u: () => {
      const next = threads.findIndex(({ unread_posts }, at) => at > place && unread_posts > 0)
      const first = next === -1 ? threads.findIndex(({ unread_posts }) => unread_posts > 0) : next
      return first !== -1 && select(first)
    },
  })
  const line = byActivity ? readingLine(threads) : null
  const names = new Map(categories.map(({ slug, names }) => [slug, names[i18n.language]]))
  return (
    <div
      className={classNames(
        'overflow-hidden rounded-card border border-line bg-surface',
        ideas.size > 0 && '[--idea:120px]',
      )}
    >
      <div
        aria-hidden
        className={classNames(
          'hidden h-9 items-center border-b border-line px-4 text-13 font-medium text-muted lg:grid',
          COLUMNS,
        )}
      >
        <span className="col-start-3">{t('columns.thread')}</span>
        <span>{ideas.size > 0 && t('columns.idea')}</span>
        <span className="text-right">{t('columns.replies')}</span>
        <span className="text-right">{t('columns.readers')}</span>
        <span>{t('columns.activity')}</span>
      </div>
      <ul aria-label={t('columns.thread')}>
        {threads.map((thread, at) => (
          <Fragment key={thread.id}>
            {at === line && (
              <li className="flex h-8 items-center border-t border-line bg-well px-4 text-12 text-muted">
                {t('row.readUntil', { when: when(thread.last_post_at) })}
              </li>
            )}
            <ThreadLine
              thread={thread}
              idea={ideas.get(thread.id) ?? null}
              category={names.get(thread.category) ?? ''}
              selected={thread.id === selected}
              now={now}
            />
          </Fragment>
        ))}
      </ul>
    </div>
  )
}
