import { useInfiniteQuery } from '@tanstack/react-query'
import { BellOff, CheckCheck, Settings2 } from 'lucide-react'
import { NOTIFICATION_KINDS, notificationTextsIn } from 'mails/notification'
import { type KeyboardEvent, useState } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useCut } from '#lib/live/connection.ts'
import { type Notification, notificationsQuery, useReadNotifications } from '#lib/live/notifications.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { PopoverClose } from '#ui/overlay/open-popover.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { OfflineState } from '#ui/states.tsx'
import { NotificationRow } from './notification-row.tsx'

type Filter = 'all' | 'unread' | Notification['category']

/** Signal events are one subject here; only the preferences separate them. */
const subjectOf = ({ category }: Notification): Notification['category'] =>
  category.startsWith('signal') ? 'signals' : category

/** The member's notifications by day. Opening one marks it as read; looking at the list does not. */
export default function NotificationsPanel() {
  const { t, i18n } = useTranslation('shell')
  const format = useFormat()
  const offline = useCut() !== null
  const list = useInfiniteQuery(notificationsQuery)
  const read = useReadNotifications()
  const [filter, setFilter] = useState<Filter>('all')
  const { categories } = notificationTextsIn(i18n.language)
  // A newer version may write a kind that this one has no words for.
  const rows = (list.data?.pages.flat() ?? []).filter(({ kind }) => Object.hasOwn(NOTIFICATION_KINDS, kind))
  const unread = rows.filter(isUnread)
  const present = [...new Set(rows.map(subjectOf))]
  const filters: Filter[] = ['all', 'unread', ...(present.length > 1 ? present : [])]
  const shown = rows.filter(
    (row) => filter === 'all' || (filter === 'unread' ? isUnread(row) : subjectOf(row) === filter),
  )
  const days = Map.groupBy(shown, ({ created_at }) => dayOf(created_at))
  const dayName = (day: string) => {
    if (day === dayOf(Date.now())) return t('notifications.today')
    return day === dayOf(Date.now() - 86_400_000)
      ? t('notifications.yesterday')
      : format.longDate(`${day}T12:00`)
  }
  return (
    <>
      <header className="flex items-center gap-1">
        <p className="mr-auto font-semibold">{t('notifications.title')}</p>
        <Button
          variant="ghost"
          size="sm"
          iconOnly
          icon={<CheckCheck className="size-4" strokeWidth={1.75} aria-hidden />}
          aria-label={t('notifications.readAll')}
          title={t('notifications.readAll')}
          disabled={unread.length === 0 || offline}
          onClick={() => read({ ids: null })}
        />
        <PopoverClose asChild>
          <Link
            to="/mon-compte?onglet=notifications"
            aria-label={t('notifications.settings')}
            title={t('notifications.settings')}
            className="grid size-8 place-items-center rounded-control text-muted transition-colors hover:bg-raised hover:text-text"
          >
            <Settings2 className="size-4" strokeWidth={1.75} aria-hidden />
          </Link>
        </PopoverClose>
      </header>
      {offline ? (
        <div className="mt-2">
          <OfflineState />
        </div>
      ) : null}
      {rows.length > 0 ? (
        <fieldset
          aria-label={t('notifications.filters')}
          className="-mx-4 mt-2 flex min-w-0 gap-1.5 overflow-x-auto px-4 py-1"
        >
          {filters.map((one) => (
            <Chip
              key={one}
              selected={filter === one}
              count={one === 'unread' && unread.length > 0 ? unread.length : undefined}
              onClick={() => setFilter(one)}
            >
              {one === 'all' || one === 'unread' ? t(`notifications.${one}`) : categories[one]}
            </Chip>
          ))}
        </fieldset>
      ) : null}
      {list.isPending && !offline ? <Skeleton className="mt-3 h-40" /> : null}
      {list.isLoadingError ? (
        <ErrorState className="mt-3" title={t('notifications.failed')} onRetry={() => void list.refetch()} />
      ) : null}
      {list.isSuccess && shown.length === 0 ? (
        <div className="grid justify-items-center gap-2 px-4 py-8 text-center">
          <BellOff className="size-5 text-faint" strokeWidth={1.75} aria-hidden />
          <p className="text-13 text-pretty text-muted">
            {t(rows.length === 0 ? 'notifications.empty' : 'notifications.nothing')}
          </p>
        </div>
      ) : null}
      {shown.length > 0 ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the rows, whose links are the controls
        <div className="-mx-4 mt-1 -mb-4 max-h-[min(28rem,65dvh)] overflow-y-auto pb-2" onKeyDown={moveFocus}>
          {[...days].map(([day, told]) => (
            <section key={day} aria-label={dayName(day)}>
              <h3 className="sticky top-0 z-10 bg-overlay px-4 pt-3 pb-1 text-12 font-medium text-muted first-letter:uppercase">
                {dayName(day)}
              </h3>
              <ul>
                {told.map((row) => (
                  <NotificationRow
                    key={row.id}
                    row={row}
                    onRead={(unread) => read({ ids: [row.id], unread })}
                  />
                ))}
              </ul>
            </section>
          ))}
          {list.hasNextPage && filter !== 'unread' ? (
            <div className="px-4 py-2">
              <Button
                size="sm"
                variant="outline"
                busy={list.isFetchingNextPage}
                onClick={() => void list.fetchNextPage()}
              >
                {t('notifications.older')}
              </Button>
            </div>
          ) : null}
        </div>
      ) : null}
    </>
  )
}

const isUnread = ({ read_at, withdrawn_at }: Notification) => read_at === null && withdrawn_at === null

/** The calendar day in the browser's time zone, `2026-11-21`. */
const dayOf = (moment: string | number) => new Date(moment).toLocaleDateString('sv')

/** ↑ ↓ Home End move between the rows, as in any list of links. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.indexOf(document.activeElement as HTMLElement)
  const to = { ArrowDown: at + 1, ArrowUp: Math.max(at - 1, 0), Home: 0, End: rows.length - 1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  rows[Math.min(to, rows.length - 1)]?.focus()
}
