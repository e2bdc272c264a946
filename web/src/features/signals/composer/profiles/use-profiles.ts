import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { evenShares } from 'trading/levels'
import type { ParsedSignal } from 'trading/paste/signal-text'
import { profilesQuery, useDeclare } from '../composer-queries.ts'
import type { Draft } from '../draft.ts'
import { type Profile, withProfile } from './profile.ts'

const NO_PROFILES: readonly Profile[] = []

/** Whether a moment is on the present day of this device. */
const isToday = (moment: string): boolean => new Date(moment).toDateString() === new Date().toDateString()

/** The fields that a pasted text gives: a profile leaves them. */
function givenBy(parsed: ParsedSignal | null): ReadonlySet<string> {
  if (parsed?.kind !== 'signal') return new Set()
  const { draft } = parsed
  const shares = draft.targets?.map(({ share }) => share)
  const isEven = shares !== undefined && String(shares) === String(evenShares(shares.length))
  return new Set([...Object.keys(draft), ...(isEven ? ['even shares'] : [])])
}

/** An analyst's profiles: the default one completes each paste, Alt and a digit choose another. */
export function useProfiles(change: (next: (current: Draft) => Draft) => void) {
  const profiles = useQuery(profilesQuery)
  const declare = useDeclare()
  const [active, setActive] = useState<string | null>(null)
  const known = profiles.data ?? NO_PROFILES

  const complete = (made: Draft, parsed: ParsedSignal): Draft => {
    const profile = known.find(({ id }) => id === active) ?? known.find((one) => one.is_default)
    if (!profile || parsed.kind !== 'signal') return made
    setActive(profile.id)
    return withProfile(made, profile, givenBy(parsed), isToday)
  }
  const apply = (profile: Profile, parsed: ParsedSignal | null) => {
    setActive(profile.id)
    change((current) => withProfile(current, profile, givenBy(parsed), isToday))
  }
  /** The author confirmed the interests of the profile: they hold for today. */
  const declareAgain = () => {
    if (active) declare.mutate(active)
  }
  return { known, active, ready: profiles.isFetched, complete, apply, declareAgain }
}

/** Alt and a digit apply the profile of that place. */
export function useProfileKeys(profiles: readonly Profile[], apply: (profile: Profile) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const digit = /^Digit([1-9])$/.exec(event.code)?.[1]
    const profile = event.altKey && !event.ctrlKey && digit ? profiles[Number(digit) - 1] : undefined
    if (!profile) return
    event.preventDefault()
    apply(profile)
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
