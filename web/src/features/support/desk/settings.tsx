import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#lib/language/i18n.ts'
import { useSession } from '#lib/session/session.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { OfficePage } from './office-page.tsx'
import { settingsQuery } from './office-queries.ts'
import { DaysPart, HoursPart } from './settings-hours.tsx'
import { PromisesPart, TopicsPart } from './settings-rules.tsx'

/** When support is open, what is promised, and what a reply does by topic. Analysts read it, admins change it. */
export default function Settings() {
  const { t } = useTranslation('support')
  const { staffRole } = useSession()
  const { data, isLoadingError, refetch } = useQuery(settingsQuery)
  const locked = staffRole !== 'admin'
  return (
    <OfficePage title={t('settings.title')} purpose={t('settings.purpose')}>
      {locked && <Notice>{t('settings.locked')}</Notice>}
      {isLoadingError ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : data ? (
        <fieldset disabled={locked} className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-2">
          <HoursPart hours={data.hours} />
          <DaysPart days={data.days} />
          <PromisesPart promises={data.promises} />
          <TopicsPart topics={data.topics} />
        </fieldset>
      ) : (
        <Skeleton className="h-80 w-full" />
      )}
    </OfficePage>
  )
}
