import { queryOptions } from '@tanstack/react-query'
import { ANNOUNCEMENTS } from '#lib/announcements/announcement-queries.ts'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'
import type { Sign } from './reaction-chart.tsx'

/** What an analyst expects of a release: its content is null until it is graded, but for its author. */
export type Expectation = {
  id: string
  number: number
  author_name: string
  made_at: string
  commitment: string
  demonstration: boolean
  expectation_terms: { terms: { direction: Sign; probability: string } } | null
  expectation_outcomes: { surprise: Sign | null; outcome: boolean | null; graded_at: string } | null
}

export const expectationsQuery = (announcement: string) =>
  queryOptions({
    queryKey: [...ANNOUNCEMENTS, 'expectations', announcement],
    queryFn: async () =>
      unwrap(
        await supabase
          .from('expectations')
          .select(
            'id,number,author_name,made_at,commitment,demonstration,expectation_terms(terms),expectation_outcomes(surprise,outcome,graded_at)',
          )
          .eq('announcement', announcement)
          .order('number'),
      ) as unknown as Expectation[],
  })

/** How each analyst's graded expectations fared. */
export const recordsQuery = queryOptions({
  queryKey: [...ANNOUNCEMENTS, 'expectation-records'],
  queryFn: async () =>
    unwrap(await supabase.rpc('expectation_record')) as unknown as readonly {
      author: string
      n: number
      right: number
      brier: string | null
    }[],
})

/** Seals what the analyst expects; the database refuses after the time, or a second one. */
export const useSealExpectation = (announcement: string) =>
  useWrite(
    async ({ direction, probability }: { direction: Sign; probability: string }) =>
      unwrap(await supabase.rpc('seal_expectation', { announcement, direction, probability })),
    [[...ANNOUNCEMENTS, 'expectations', announcement]],
  )

const REFUSALS = ['too_late_to_expect', 'already_expected', 'nothing_to_expect'] as const

/** Why the database refused, as a key of the texts. */
export const expectationRefusal = (error: unknown) =>
  REFUSALS.find((key) => key === (error as { message?: string } | null)?.message) ?? 'other'
