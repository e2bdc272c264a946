import { queryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'
import type { FirstSteps } from './first-steps.ts'

export const STEPS = ['dashboard', 'first-steps'] as const

export const firstStepsQuery = queryOptions({
  queryKey: STEPS,
  queryFn: async () => unwrap(await supabase.rpc('my_first_steps')) as unknown as FirstSteps | null,
  staleTime: 60_000,
})

export const useNoteStep = () =>
  useWrite(
    async (step: 'recomputed' | 'put_off' | 'resumed') =>
      unwrap(await supabase.rpc('note_first_step', { step })),
    [STEPS],
  )
