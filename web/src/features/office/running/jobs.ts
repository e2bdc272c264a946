// Owns the back-office's reads and writes of the job queue.
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'
import type { ListResource } from '#lib/data/resource.ts'

export const JOB_STATES = ['ready', 'waiting', 'running', 'failing', 'given_up'] as const
export type JobState = (typeof JOB_STATES)[number]

export type Job = {
  id: number
  task: string
  state: JobState
  run_at: string
  attempts: number
  max_attempts: number
  last_error: string | null
  created_at: string
  locked_at: string | null
}

export const JOBS: ListResource<Job> = {
  name: 'office-jobs',
  list: async ({ filter, after, most }) =>
    unwrap(
      await supabase.rpc('list_jobs', {
        ...(filter.state ? { of_state: filter.state } : {}),
        ...(after ? { before_id: after.id } : {}),
        most,
      }),
    ) as unknown as Job[],
}

export const useRetryJobs = () =>
  useWrite(
    async (jobs: readonly Job[]) =>
      unwrap(await supabase.rpc('retry_jobs', { job_ids: jobs.map(({ id }) => id) })),
    [[JOBS.name]],
  )
