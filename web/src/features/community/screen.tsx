import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { useLiveQuotes } from '#lib/market/live-quotes.ts'
import { ListSkeleton } from './list/list-skeleton.tsx'

const ListScreen = lazy(() => import('./list/list-screen.tsx'))
const ThreadScreen = lazy(() => import('./thread/thread-screen.tsx'))
const NewThread = lazy(() => import('./composer/new-thread.tsx'))
const PublishIdea = lazy(() => import('./idea/publish-idea.tsx'))
const MemberRecord = lazy(() => import('./idea/member-record.tsx'))

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The community by its address: the list, a thread, a new one. */
export default function CommunityScreen() {
  const [search] = useSearchParams()
  useLiveQuotes(true)
  return (
    <Suspense
      fallback={
        <div className="px-4 py-4 lg:px-6">
          <ListSkeleton />
        </div>
      }
    >
      <Part search={search} />
    </Suspense>
  )
}

function Part({ search }: { search: URLSearchParams }) {
  const navigate = useNavigate()
  const thread = search.get('sujet')
  if (thread && ID.test(thread)) {
    const message = Number(search.get('message'))
    return (
      <ThreadScreen
        key={thread}
        id={thread}
        message={Number.isInteger(message) && message > 0 ? message : null}
      />
    )
  }
  const member = search.get('membre')
  if (member && ID.test(member)) return <MemberRecord id={member} />
  if (search.has('idee')) {
    const countered = search.get('contre')
    return (
      <PublishIdea
        counters={countered && ID.test(countered) ? countered : undefined}
        onLeave={() => navigate('/communaute')}
        onPublished={(id) => navigate(`/communaute?sujet=${id}`)}
      />
    )
  }
  if (search.has('nouveau'))
    return <NewThread category={search.get('categorie')} symbol={search.get('instrument')} />
  return <ListScreen />
}
