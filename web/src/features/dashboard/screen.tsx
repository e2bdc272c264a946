import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Navigate } from 'react-router'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { dailyQuery } from '#lib/learning/daily.ts'
import { displayName } from '#lib/session/person-name.ts'
import { useSession } from '#lib/session/session.tsx'
import { Later } from '#ui/later.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Changes } from './changes.tsx'
import { DayHeader } from './day/day-header.tsx'
import { OpenSignals } from './open-signals.tsx'
import { useLiveDashboard, visitQuery } from './queries.ts'
import { RecordCard } from './record-card.tsx'
import { areShown, isNew, stepsOf } from './steps/first-steps.ts'
import { FirstStepsHeader } from './steps/first-steps-header.tsx'
import { FirstStepsList } from './steps/first-steps-list.tsx'
import { firstStepsQuery } from './steps/first-steps-query.ts'
import { StepsAgain } from './steps/steps-again.tsx'
import { StillEmpty } from './steps/still-empty.tsx'
import { TodoList } from './todo/todo-list.tsx'

// Checks signatures: nothing that a member sees first waits for it, and without a network the rest of the screen stays.
const KeptHead = lazyPart(() => import('./kept-head.tsx'))

/** A member's first screen: what the day still allows, what waits, what has changed; a new member's begins with the first steps. */
export default function DashboardScreen() {
  const { t } = useTranslation('dashboard')
  const { status, user, tier } = useSession()
  const visit = useQuery(visitQuery)
  const steps = useQuery(firstStepsQuery)
  const daily = useQuery(dailyQuery).data
  useLiveDashboard(tier)
  // The stored session was no longer valid: `/` is the public page again.
  if (status === 'signed-out') return <Navigate to="/" replace />
  const name =
    (user?.user_metadata.first_name as string | undefined)?.trim() ||
    (user && !user.is_anonymous && displayName(user)) ||
    null
  const known = steps.data ?? null
  const ways = known ? stepsOf(known, daily?.test ? daily.minutes : null) : []
  // A new member is most likely led: another header would only be replaced.
  const waits = steps.isPending && user !== null && isNew(user.created_at, Date.now())
  const led = known !== null && areShown(known, ways, Date.now())
  return (
    <div className="flex flex-1 flex-col">
      {waits ? (
        <div aria-busy className="border-b border-line px-4 pt-5 pb-4 lg:px-6">
          <Skeleton className="h-32 w-full" />
        </div>
      ) : led ? (
        <FirstStepsHeader name={name} known={known} steps={ways} />
      ) : (
        <DayHeader name={name} />
      )}
      <div className="grid flex-1 xl:grid-cols-[minmax(0,1fr)_384px]">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-6 px-4 pt-5 pb-8 lg:px-6">
          {led && <FirstStepsList known={known} steps={ways} />}
          <OpenSignals />
          {!led && !waits && <TodoList />}
          <p className="text-12 text-pretty text-muted">{t('risk')}</p>
        </div>
        <aside className="min-w-0 divide-y divide-line border-line *:px-4 *:py-5 max-xl:border-t lg:*:px-6 xl:border-l">
          <div className="grid gap-4">
            {/* A first visit has nothing before it to compare with. */}
            {(!led || visit.data) && <Changes since={visit.data} pending={visit.isPending} />}
            {steps.isPending ? (
              <Skeleton className="h-32 w-full" />
            ) : (
              // What is placed within stays as it was first written.
              <Later key={`${led}`} fallback={<Skeleton className="h-32 w-full" />}>
                <Suspense fallback={<Skeleton className="h-32 w-full" />}>
                  <KeptHead first={led} />
                </Suspense>
              </Later>
            )}
          </div>
          {led && <StillEmpty />}
          <RecordCard ours={led} />
          {known && !led && <StepsAgain known={known} steps={ways} />}
        </aside>
      </div>
    </div>
  )
}
