// Owns what a member reads about themselves: decisions, notices, and the appeal against either.
import { queryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'
import type { Statement } from '../desk/cases.ts'
import type { NoticeState } from '../public-queries.ts'
import type { Measure } from '../reasons.ts'

export type OwnAppeal = { filed_at: string; outcome: 'confirmed' | 'reversed' | null; answer: string | null }

export type OwnDecision = {
  id: string
  measure: Measure
  statement: Statement
  decided_at: string
  reversed_at: string | null
  text: string | null
  nonce: string | null
  commitment: string | null
  number: number | null
  until: string | null
  appeal_until: string
  appeal: OwnAppeal | null
}

export type OwnNotice = NoticeState & {
  id: string
  code: string
  words: string
  /** Against a decision to do nothing its sender may ask for a review. */
  decision: string | null
  appeal_until: string | null
  appeal: OwnAppeal | null
}

const OWN = ['own-moderation'] as const

export const ownDecisionsQuery = queryOptions({
  queryKey: [...OWN, 'decisions'],
  queryFn: async () => unwrap(await supabase.rpc('my_decisions')) as unknown as OwnDecision[],
})

export const ownNoticesQuery = queryOptions({
  queryKey: [...OWN, 'notices'],
  queryFn: async () => unwrap(await supabase.rpc('my_notices')) as unknown as OwnNotice[],
})

export const useAppeal = () =>
  useWrite(
    async ({ decision, words }: { decision: string; words: string }) =>
      unwrap(await supabase.rpc('appeal_decision', { decision_id: decision, words })),
    [OWN],
  )
