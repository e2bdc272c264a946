import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'
import { MEETINGS } from './meetings.ts'

/** Takes a seat, the one that is offered, or a place in the waiting list. */
export const useRegister = () =>
  useWrite(
    async (occurrence: string) =>
      unwrap(await supabase.rpc('register', { occurrence })) as unknown as {
        state: 'seated' | 'waiting'
        rank: number
      },
    [MEETINGS],
  )

export const useLeave = () =>
  useWrite(async (occurrence: string) => unwrap(await supabase.rpc('leave', { occurrence })), [MEETINGS])

/** Minutes before the beginning; null: no reminder. */
export const useRemind = () =>
  useWrite(
    async ({ occurrence, minutes }: { occurrence: string; minutes: number | null }) =>
      unwrap(
        await supabase
          .from('event_registrations')
          .update({ remind_minutes: minutes })
          .eq('occurrence', occurrence),
      ),
    [MEETINGS],
  )

const REFUSALS = ['premium_only', 'occurrence_begun', 'occurrence_cancelled', 'link_not_open'] as const

/** Why the database refused a registration, as a key of the texts. */
export const refusalOf = (error: unknown) =>
  REFUSALS.find((key) => key === (error as { message?: string } | null)?.message) ?? 'other'
