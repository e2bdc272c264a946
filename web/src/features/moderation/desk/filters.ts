// Owns the word and link rules that staff keep, and trying a text on them.
import { queryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'

export const ACTIONS = ['hold', 'mask', 'refuse'] as const
export const KINDS = ['word', 'link'] as const
export type FilterRule = {
  id: string
  kind: (typeof KINDS)[number]
  /** Words, where * stands for letters, or a domain. */
  pattern: string
  action: (typeof ACTIONS)[number]
  /** For members with less trust; 4: for everybody. */
  below_trust: number
  note: string
}

const FILTERS = ['moderation-filters'] as const

export const filtersQuery = queryOptions({
  queryKey: FILTERS,
  queryFn: async () =>
    unwrap(
      await supabase
        .from('moderation_rules')
        .select('id,kind,pattern,action,below_trust,note')
        .order('created_at', { ascending: false }),
    ) as FilterRule[],
})

/** The shape that the table requires of a pattern. */
export const isPattern = (kind: FilterRule['kind'], pattern: string): boolean =>
  kind === 'word'
    ? /[\p{L}\p{N}]/u.test(pattern)
    : pattern === '*' || /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(pattern)

export const useAddFilter = () =>
  useWrite(
    async (rule: Omit<FilterRule, 'id'>) => unwrap(await supabase.from('moderation_rules').insert(rule)),
    [FILTERS],
  )

export const useEndFilter = () =>
  useWrite(
    async (id: string) => unwrap(await supabase.from('moderation_rules').delete().eq('id', id)),
    [FILTERS],
  )

export type Hit = {
  rule: string
  offset: number
  length: number
  /** Null: the shield's. */
  action: FilterRule['action'] | null
}

/** What is found in a text of a member with this trust; nothing is kept. */
export const tryQuery = (text: string, trust: number) =>
  queryOptions({
    queryKey: [...FILTERS, 'try', text, trust],
    queryFn: async () => unwrap(await supabase.rpc('try_filters', { text, trust })) as unknown as Hit[],
    enabled: text.trim() !== '',
    staleTime: 0,
  })
