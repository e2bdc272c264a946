import { queryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'

/** A published question, and how members who met it for the first time answered it. */
export type QuestionFigures = {
  item: string
  slug: string
  title: string | null
  topic: 'risk' | 'technical' | 'fundamental' | 'psychology' | 'mechanics' | 'regulation'
  n: number
  /** The share of right answers, from 0 to 1; null without answers. */
  difficulty: number | null
  /** How well it tells those who know from those who do not, from -1 to 1. */
  discrimination: number | null
  bad: boolean
  retired_at: string | null
}

const KEY = ['question-statistics'] as const

/** Those out of use first, then the least telling. */
export const questionFiguresQuery = queryOptions({
  queryKey: KEY,
  queryFn: async () => unwrap(await supabase.rpc('question_statistics')) as unknown as QuestionFigures[],
})

/** Takes a question out of use, or brings it back; its answers are then counted anew. */
export const useSwitchQuestion = () =>
  useWrite(
    async ({ item, retired_at }: Pick<QuestionFigures, 'item' | 'retired_at'>) =>
      unwrap(await supabase.rpc(retired_at === null ? 'retire_question' : 'put_question_back', { item })),
    [KEY],
  )
