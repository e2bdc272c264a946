import { CircleHelp, Mail, MailOpen } from 'lucide-react'
import { notificationWords } from 'mails/notification'
import { useState } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { Notification } from '#lib/live/notifications.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { PopoverClose } from '#ui/overlay/open-popover.tsx'

/** One notification: what happened, when, why the member receives it, and whether it still holds. */
export function NotificationRow({
  row,
  onRead,
}: {
  row: Notification
  /** Marks it as read or unread. */
  onRead: (unread: boolean) => void
}) {
  const { t, i18n } = useTranslation('shell')
  const format = useFormat()
  const [asked, setAsked] = useState(false)
  const over = row.withdrawn_at !== null
  const fresh = row.read_at === null && !over
  const { title, body, why } = notificationWords({
    ...row,
    language: i18n.language,
    withdrawnFor: row.withdrawn_for,
  })
  const mark = t(fresh ? 'notifications.markRead' : 'notifications.markUnread')
  return (
    <li className="group/row relative">
      <div className="flex items-start transition-colors focus-within:bg-raised hover:bg-raised">
        <PopoverClose asChild>
          <Link
            data-row
            to={row.link}
            onClick={() => fresh && onRead(false)}
            className="grid min-w-0 flex-1 grid-cols-[8px_1fr] gap-x-2.5 py-2.5 pr-1 pl-4 focus-visible:-outline-offset-2"
          >
            <span aria-hidden className={classNames('mt-1.5 size-1.5 rounded-pill', fresh && 'bg-info')} />
            <span className="min-w-0">
              <span
                className={classNames(
                  'block text-13 text-pretty',
                  over ? 'text-muted line-through' : 'font-medium',
                )}
              >
                {fresh ? <span className="sr-only">{t('notifications.isUnread')} </span> : null}
                {title}
              </span>
              <span className={classNames('tabular block text-12', over ? 'text-warn' : 'text-muted')}>
                {body}
              </span>
              <time dateTime={row.created_at} className="tabular block text-12 text-muted">
                {format.relative(row.created_at, new Date())}
              </time>
            </span>
          </Link>
        </PopoverClose>
        <span className="flex shrink-0 pt-1.5 pr-2">
          {over ? null : (
            <Button
              variant="ghost"
              size="sm"
              iconOnly
              aria-label={`${mark} : ${title}`}
              title={mark}
              icon={
                fresh ? (
                  <MailOpen className="size-4" strokeWidth={1.75} aria-hidden />
                ) : (
                  <Mail className="size-4" strokeWidth={1.75} aria-hidden />
                )
              }
              onClick={() => onRead(!fresh)}
            />
          )}
          <Button
            variant="ghost"
            size="sm"
            iconOnly
            aria-expanded={asked}
            aria-label={`${t('notifications.why')} ${title}`}
            title={t('notifications.why')}
            icon={<CircleHelp className="size-4" strokeWidth={1.75} aria-hidden />}
            onClick={() => setAsked(!asked)}
          />
        </span>
      </div>
      {asked ? (
        <p className="bg-raised px-4 pb-3 pl-8.5 text-12 text-pretty text-muted">
          {why}{' '}
          <PopoverClose asChild>
            <Link to="/mon-compte?onglet=notifications" className="text-text underline underline-offset-2">
              {t('notifications.change')}
            </Link>
          </PopoverClose>
        </p>
      ) : null}
    </li>
  )
}
