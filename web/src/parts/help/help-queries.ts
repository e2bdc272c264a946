// Owns what every screen may read of the help centre: its search, and for how many a suggestion sufficed. Public, without the Supabase client.
import { queryOptions } from '@tanstack/react-query'
import type { Language } from 'mails/languages'
import { publicRpc } from '#lib/data/public-rpc.ts'

/** words: what to mark in title and summary, as it is spelt there. score compares within one answer. */
export type Answer = {
  item: string
  slug: string
  title: string
  summary: string
  minutes: number
  score: number
  words: readonly string[]
}

export const answersQuery = (query: string, language: Language, most = 20) =>
  queryOptions({
    queryKey: ['public', 'content', 'search-help', language, most, query],
    queryFn: ({ signal }) => publicRpc<Answer[]>('search_help', { query, language, most }, signal),
    enabled: query !== '',
    staleTime: 60_000,
  })

type Sufficed = { slug: string; opened: number; sufficed: number }

export const sufficedQuery = queryOptions({
  queryKey: ['public', 'content', 'help-sufficed'],
  queryFn: ({ signal }) => publicRpc<Sufficed[]>('help_sufficed', {}, signal),
  staleTime: 600_000,
})

/** Notes that a suggested article was opened. Never rejects: reading matters more than the figure. */
export async function noteOpening(slug: string): Promise<void> {
  const { supabase } = await import('#lib/data/client.ts')
  await supabase.rpc('note_help_opening', { slug }).then(undefined, () => undefined)
}
