// Owns every read and write of the help centre's own screen. Articles are public and read without the Supabase client; feedback is members'.
import { queryOptions } from '@tanstack/react-query'
import type { ContentTexts } from '#lib/content/published-content.ts'
import { publicRows } from '#lib/data/public-rpc.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'

/** In display order. */
export const CATEGORIES = [
  'start',
  'signals',
  'record',
  'learning',
  'community',
  'money',
  'security',
  'partners',
  'support',
] as const
export type Category = (typeof CATEGORIES)[number]

export type ArticleCard = {
  slug: string
  card: { texts: ContentTexts; fields: { category: Category } }
}

export const articlesQuery = queryOptions({
  queryKey: ['public', 'content', 'help-article'],
  queryFn: ({ signal }) =>
    publicRows<ArticleCard>('published_content?kind=eq.help-article&select=slug,card&order=position', signal),
  staleTime: 60_000,
})

// A visitor's page does not load the client: it has no feedback to read.
const client = async () => (await import('#lib/data/client.ts')).supabase

export type Feedback = { useful: boolean; comment: string }
const FEEDBACK = ['help-feedback']

/** What the member said of this version; null if nothing yet. */
export const feedbackQuery = (item: string, version: number) =>
  queryOptions({
    queryKey: [...FEEDBACK, item, version],
    queryFn: async (): Promise<Feedback | null> =>
      unwrap(
        await (await client())
          .from('help_feedback')
          .select('useful, comment')
          .match({ item, version })
          .maybeSingle(),
      ),
  })

/** Says it for the first time, or changes it. Two clicks at once are one answer. */
export const useGiveFeedback = (item: string, version: number) =>
  useWrite(
    async (feedback: Feedback) =>
      unwrap(
        await (await client())
          .from('help_feedback')
          .upsert({ item, version, ...feedback }, { onConflict: 'member,item,version' }),
      ),
    [FEEDBACK],
    `feedback ${item}`,
  )
