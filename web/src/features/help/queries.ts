// Owns every read of the help centre: published articles, public and without the Supabase client.
import { queryOptions } from '@tanstack/react-query'
import type { Language } from 'mails/languages'
import type { ContentTexts } from '#lib/content/published-content.ts'
import { publicRows, publicRpc } from '#lib/data/public-rpc.ts'

/** In display order. */
export const CATEGORIES = ['start', 'signals', 'record', 'money', 'security', 'partners'] as const
export type Category = (typeof CATEGORIES)[number]

export type ArticleCard = {
  slug: string
  card: { texts: ContentTexts; fields: { category: Category } }
}
export type Found = { item: string; slug: string; title: string; excerpt: string }

export const articlesQuery = queryOptions({
  queryKey: ['public', 'content', 'help-article'],
  queryFn: ({ signal }) =>
    publicRows<ArticleCard>('published_content?kind=eq.help-article&select=slug,card&order=position', signal),
  staleTime: 60_000,
})

export const searchQuery = (query: string, language: Language) =>
  queryOptions({
    queryKey: ['public', 'content', 'search', language, query],
    queryFn: ({ signal }) =>
      publicRpc<Found[]>('search_content', { query, language, most: 20, of_kind: 'help-article' }, signal),
    enabled: query !== '',
    staleTime: 60_000,
  })
