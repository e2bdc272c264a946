import { useUnreadThreads } from '#lib/community/unread.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useCalm } from '../routing/idle-preload.ts'

/** The number of threads with unread posts, beside the community. The first view of a page does not wait for it. */
export function UnreadCount() {
  const { t } = useTranslation('shell')
  const count = useUnreadThreads(useCalm())
  if (count === 0) return null
  return (
    <span className="tabular ml-auto shrink-0 text-13 font-normal text-muted">
      {count}
      <span className="sr-only"> {t('unread')}</span>
    </span>
  )
}
