import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Navigate } from 'react-router'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useNavigate } from '#lib/browser/navigate.ts'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { memberByHandleQuery } from '#lib/community/members.ts'
import { useLiveQuotes } from '#lib/market/live-quotes.ts'
import { threadAddress } from './addresses.ts'
import { ListSkeleton } from './list/list-skeleton.tsx'

const ListScreen = lazyPart(() => import('./list/list-screen.tsx'))
const ThreadScreen = lazyPart(() => import('./thread/thread-screen.tsx'))
const MemberScreen = lazyPart(() => import('./member-screen.tsx'))
const PublishIdea = lazyPart(() => import('./idea/publish-idea.tsx'))
const NewThread = lazyPart(() => import('./composer/new-thread.tsx'))

const HANDLE = /^[a-z0-9][a-z0-9_.-]{2,31}$/
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The community by its address: the list, a thread, a new one, an idea being published, a member. */
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
  const member = search.get('membre')
  // Where mails and notifications about a decision lead.
  if (search.get('onglet') === 'decisions') return <Navigate to="/moderation?onglet=decisions" replace />
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
  if (search.get('idee') === 'nouvelle') {
    return (
      <PublishIdea
        onLeave={() => navigate('/communaute')}
        onPublished={(made) => navigate(threadAddress(made), { replace: true })}
        counters={search.get('contre') ?? undefined}
      />
    )
  }
  if (member && ID.test(member)) return <MemberScreen key={member} id={member} />
  // A mention leads to a handle.
  if (member && HANDLE.test(member)) return <MemberOfHandle key={member} handle={member} />
  if (search.has('nouveau'))
    return <NewThread category={search.get('categorie')} symbol={search.get('instrument')} />
  return <ListScreen />
}

function MemberOfHandle({ handle }: { handle: string }) {
  const { data: member } = useQuery(memberByHandleQuery(handle))
  if (member === undefined) return <ListSkeleton />
  return member ? <MemberScreen id={member.id} /> : <Navigate to="/communaute" replace />
}
