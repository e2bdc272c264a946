import { useQuery } from '@tanstack/react-query'
import { Flag } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { NoticeStanding } from '../notices/notice-standing.tsx'
import { AppealPart } from './appeal-part.tsx'
import { ownNoticesQuery } from './own-queries.ts'

/** What the reader reported, and what became of it. */
export default function OwnNotices() {
  const { t } = useTranslation('moderation')
  const { data, isLoadingError, refetch } = useQuery(ownNoticesQuery)
  if (isLoadingError) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-80 w-full" />
  if (data.length === 0)
    return (
      <EmptyState icon={<Flag size={20} strokeWidth={1.75} aria-hidden />} title={t('own.noNotices')}>
        {t('own.noNoticesNote')}
      </EmptyState>
    )
  return (
    <Card>
      <ul className="divide-y divide-line">
        {data.map((notice) => (
          <li key={notice.id} className="grid gap-2 px-4 py-4 md:px-6">
            <div>
              <NoticeStanding notice={notice} />
              <code className="font-mono text-12 text-muted select-all">{notice.code}</code>
            </div>
            {notice.words && <p className="text-pretty text-muted wrap-anywhere">{notice.words}</p>}
            {notice.decision && notice.appeal_until && (
              <AppealPart decision={notice.decision} until={notice.appeal_until} appeal={notice.appeal} />
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
