import type { User } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ImageCard } from './image-card.tsx'
import { NameCard } from './name-card.tsx'
import { PreferencesCard } from './notifications/preferences-card.tsx'
import { DataCard } from './privacy/data-card.tsx'
import { profileQuery } from './queries.ts'
import { ReferralCard } from './referral-card.tsx'
import { userQuery } from './security/auth-calls.ts'
import { FactorsCard } from './security/factors-card.tsx'
import { IdentitiesCard } from './security/identities-card.tsx'
import { PasskeysCard } from './security/passkeys-card.tsx'
import { SessionsCard } from './security/sessions-card.tsx'
import { SignInCard } from './security/sign-in-card.tsx'
import { TrialCard } from './subscription/trial-card.tsx'

/** The section that mails and other screens link to. */
const PLACES = ['securite', 'donnees', 'versements'] as const

/** The member's profile and sign-in methods; mails about security link to the latter. */
export function ProfileTab({ user: known }: { user: User }) {
  const profile = useQuery(profileQuery(known.id))
  // The session holds the account as it was when the session began.
  const { data: user = known } = useQuery(userQuery)
  const ready = profile.data !== undefined
  useEffect(() => {
    const place = ready && PLACES.find((id) => location.hash === `#${id}`)
    if (place) document.getElementById(place)?.scrollIntoView()
  }, [ready])
  if (profile.isLoadingError) return <ErrorState onRetry={() => void profile.refetch()} />
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,400px)]">
      <div className="grid min-w-0 gap-4">
        {user.is_anonymous ? <TrialCard user={user} /> : null}
        <ImageCard user={user} />
        {profile.data ? <NameCard profile={profile.data} /> : <Skeleton className="h-60 w-full" />}
        {user.is_anonymous ? null : (
          <>
            <SignInCard user={user} />
            <FactorsCard user={user} />
            <PasskeysCard user={user} />
            <IdentitiesCard user={user} />
          </>
        )}
        <DataCard user={user} />
      </div>
      <div className="grid min-w-0 gap-4">
        {profile.data ? <PreferencesCard profile={profile.data} /> : <Skeleton className="h-48 w-full" />}
        <SessionsCard />
        {user.is_anonymous ? null : <ReferralCard user={user} />}
      </div>
    </div>
  )
}
