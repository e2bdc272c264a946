import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useSession } from '#lib/session/session.tsx'
import { createProgress, type Step } from './pending-progress.ts'
import { coursesQuery, sendStep } from './queries.ts'

/** Keeps progress of this member; what an earlier page could not send is sent now. */
export function useProgress(): (step: Step) => void {
  const { user } = useSession()
  const client = useQueryClient()
  const member = user?.id ?? ''
  const progress = useMemo(() => {
    const onSent = () => client.invalidateQueries({ queryKey: coursesQuery.queryKey, refetchType: 'none' })
    return createProgress(member, sendStep, { onSent: () => void onSent() })
  }, [member, client])
  useEffect(() => {
    // What an earlier page left changes what is shown here, unlike what this one sends.
    if (progress.waiting() > 0)
      void progress.flush().then(() => client.invalidateQueries({ queryKey: coursesQuery.queryKey }))
    const online = () => void progress.flush()
    addEventListener('online', online)
    return () => {
      removeEventListener('online', online)
      void progress.leave()
    }
  }, [progress, client])
  return progress.keep
}
