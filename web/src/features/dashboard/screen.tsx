import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { dailyQuery } from '#lib/learning/daily.ts'
import { displayName } from '#lib/session/person-name.ts'
import { useSession } from '#lib/session/session.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { Changes } from './changes.tsx'
import { OpenSignals } from './open-signals.tsx'
import { useLiveDashboard, visitQuery } from './queries.ts'
import { RecordCard } from './record-card.tsx'
import { areShown, stepsOf } from './steps/first-steps.ts'
import { FirstStepsHeader } from './steps/first-steps-header.tsx'
import { FirstStepsList } from './steps/first-steps-list.tsx'
import { firstStepsQuery } from './steps/first-steps-query.ts'
import { StepsAgain } from './steps/steps-again.tsx'
import { StillEmpty } from './steps/still-empty.tsx'
import { TodayCard } from './today-card.tsx'

/** A member's first screen: active signals, changes since the last visit, and today's events. */
export default function DashboardScreen() {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const { status, user, tier } = useSession()
  const visit = useQuery(visitQuery)
  const known = useQuery(firstStepsQuery).data ?? null
  const daily = useQuery(dailyQuery).data
  useLiveDashboard(tier)
  // The stored session was no longer valid: `/` is the public page again.
  if (status === 'signed-out') return <Navigate to="/" replace />
  const name =
    (user?.user_metadata.first_name as string | undefined)?.trim() ||
    (user && !user.is_anonymous && displayName(user))
  const steps = known ? stepsOf(known, daily?.test ? daily.minutes : null) : []
  const led = known !== null && areShown(known, steps, Date.now())
  return (
    <div className="mx-auto grid w-full max-w-312 gap-6 px-4 pt-5 pb-8 lg:px-6">
      {led ? (
        <FirstStepsHeader name={name || null} known={known} steps={steps} />
      ) : (
        <header>
          <PageTitle>{name ? t('hello', { name }) : t('title')}</PageTitle>
          <p className="text-muted">{format.longDate(Date.now())}</p>
        </header>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,360px)]">
        <div className="grid min-w-0 gap-6">
          {led && <FirstStepsList known={known} steps={steps} />}
          <OpenSignals />
          {/* A first visit has nothing before it to compare with: the steps are what it needs. */}
          {(!led || visit.data) && (
            <Changes since={visit.data} pending={visit.isPending} failed={visit.isError} />
          )}
        </div>
        <div className="grid min-w-0 gap-6">
          {led ? <StillEmpty /> : <TodayCard />}
          <RecordCard />
          {known && !led && <StepsAgain known={known} steps={steps} />}
        </div>
      </div>
    </div>
  )
}
