import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { useTranslation } from '#lib/i18n.ts'
import { useSession } from '#lib/session.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tabs } from '#ui/tabs.tsx'
import NotFound from './not-found.tsx'

const Queue = lazy(() => import('#features/qualification/screen.tsx'))
const Webhooks = lazy(() => import('#features/webhooks/screen.tsx'))

/** What only admins see (S-29): the queue of requests, and where leads go. The open part is in the address. */
export default function AdminDesk() {
  const { t } = useTranslation('qualification')
  const { t: app } = useTranslation('app')
  const { staffRole } = useSession()
  const [search, setSearch] = useSearchParams()
  if (staffRole !== 'admin') return <NotFound />
  const waiting = <Skeleton className="h-120 w-full" />
  return (
    <div className="mx-auto w-full max-w-312 px-4 pt-5 pb-10 md:px-6">
      <header className="mb-3">
        <PageTitle>{t('title')}</PageTitle>
        <p className="mt-0.5 text-pretty text-muted">{t('purpose')}</p>
      </header>
      <Tabs
        label={t('title')}
        value={search.get('vue') === 'webhooks' ? 'webhooks' : 'demandes'}
        onChange={(view) => setSearch(view === 'webhooks' ? { vue: 'webhooks' } : {}, { replace: true })}
        tabs={[
          {
            value: 'demandes',
            label: app('desk.requests'),
            content: (
              <Suspense fallback={waiting}>
                <Queue />
              </Suspense>
            ),
          },
          {
            value: 'webhooks',
            label: app('desk.webhooks'),
            content: (
              <Suspense fallback={waiting}>
                <Webhooks />
              </Suspense>
            ),
          },
        ]}
      />
    </div>
  )
}
