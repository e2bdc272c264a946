import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { useNavigate } from '#lib/browser/navigate.ts'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Link } from '#ui/link.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { EmptyState } from '#ui/states.tsx'
import { threadAddress } from '../addresses.ts'
import { threadQuery } from '../forum.ts'
import { ListSkeleton } from '../list/list-skeleton.tsx'
import { OpenThread } from './open-thread.tsx'
import { markQuery } from './posts-query.ts'

type Props = { id: string; message: number | null }
type Place = { thread: string; position: number }

/** A thread by its address. What was merged or moved leads to where it is now. */
export default function ThreadScreen({ id, message }: Props) {
  const { t } = useTranslation('community')
  const thread = useQuery(threadQuery(id))
  const mark = useQuery(markQuery(id))
  const moved = thread.data?.state === 'merged'
  const place = useQuery({
    queryKey: ['community', 'place', id, message],
    queryFn: async () =>
      unwrap(
        await supabase.rpc('find_place', { thread: id, position: message ?? 1 }),
      ) as unknown as Place | null,
    enabled: moved || message !== null,
  })
  const navigate = useNavigate()
  useEffect(() => {
    const elsewhere = moved || place.data?.thread === id ? null : place.data
    if (elsewhere) navigate(threadAddress(elsewhere.thread, elsewhere.position), { replace: true })
  }, [place.data, moved, id, navigate])
  if (moved && place.data) {
    return (
      <Navigate
        to={threadAddress(place.data.thread, message === null ? undefined : place.data.position)}
        replace
      />
    )
  }
  if (thread.isLoadingError || mark.isLoadingError) {
    return (
      <div className="px-4 py-4 lg:px-6">
        <PageTitle className="sr-only">{t('title')}</PageTitle>
        <ErrorState onRetry={() => void Promise.all([thread.refetch(), mark.refetch()])} />
      </div>
    )
  }
  if (thread.isPending || mark.isPending) {
    return (
      <div className="grid gap-4 px-4 py-4 lg:px-6">
        <PageTitle className="sr-only">{t('title')}</PageTitle>
        <ListSkeleton />
      </div>
    )
  }
  if (thread.data?.state !== 'published') {
    return (
      <div className="grid gap-4 px-4 py-4 lg:px-6">
        <PageTitle>{t('gone.title')}</PageTitle>
        <EmptyState
          title={t(thread.data ? 'gone.removed' : 'gone.unknown')}
          action={
            <Button asChild>
              <Link to="/communaute" className="no-underline">
                {t('gone.back')}
              </Link>
            </Button>
          }
        >
          {t('gone.text')}
        </EmptyState>
      </div>
    )
  }
  return <OpenThread key={id} thread={thread.data} mark={mark.data ?? null} message={message} />
}
