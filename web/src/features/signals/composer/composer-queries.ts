import { queryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'

/** The composer's own data, beside the signal it publishes: drafts, templates, and the author's last texts. */
const DRAFTS = ['signals', 'drafts'] as const
const TEMPLATES = ['signals', 'templates'] as const
const LAST_TEXTS = 20

export type KeptDraft = {
  id: string
  input: unknown
  publish_at: string | null
  refusal: { key: string; field: string | null; at: string } | null
  updated_at: string
}

export const draftsQuery = queryOptions({
  queryKey: DRAFTS,
  queryFn: async () =>
    unwrap(
      await supabase
        .from('signal_drafts')
        .select('id,input,publish_at,refusal,updated_at')
        .order('updated_at', { ascending: false }),
    ) as readonly KeptDraft[],
  staleTime: 0,
})

export const insertDraft = async (id: string, input: unknown): Promise<void> =>
  void unwrap(await supabase.from('signal_drafts').insert({ id, input: input as never }))

/** Whether the draft still existed and was updated. */
export const updateDraft = async (id: string, input: unknown): Promise<boolean> =>
  unwrap(
    await supabase
      .from('signal_drafts')
      .update({ input: input as never })
      .eq('id', id)
      .select('id'),
  ).length > 0

export const useDeleteDraft = () =>
  useWrite(async (id: string) => unwrap(await supabase.from('signal_drafts').delete().eq('id', id)), [DRAFTS])

export const useSchedule = () =>
  useWrite(
    async ({ id, at }: { id: string; at: string | null }) =>
      unwrap(await supabase.rpc('schedule_draft', { draft_id: id, publish_at: at as string })),
    [DRAFTS],
  )

export const templatesQuery = queryOptions({
  queryKey: TEMPLATES,
  queryFn: async () => unwrap(await supabase.from('signal_templates').select('id,name,input').order('name')),
  staleTime: 60_000,
})

export const useSaveTemplate = () =>
  useWrite(
    async ({ name, input }: { name: string; input: Record<string, unknown> }) => {
      const known = unwrap(
        await supabase
          .from('signal_templates')
          .update({ input: input as never })
          .eq('name', name)
          .select('id'),
      )
      if (known.length === 0) {
        unwrap(await supabase.from('signal_templates').insert({ name, input: input as never }))
      }
    },
    [TEMPLATES],
  )

export const useDeleteTemplate = () =>
  useWrite(
    async (id: string) => unwrap(await supabase.from('signal_templates').delete().eq('id', id)),
    [TEMPLATES],
  )

export type LastTexts = {
  method: string
  conflicts: string
  counter_thesis: string
  counter_condition: string
}

/** The texts of the author's own last signals, newest first. */
export const lastTextsQuery = (author: string) =>
  queryOptions({
    queryKey: ['signals', 'last-texts', author],
    queryFn: async () => {
      const rows = unwrap(
        await supabase
          .from('signals')
          .select('symbol,signal_levels!inner(method,conflicts,counter_thesis,counter_condition)')
          .eq('author_id', author)
          .order('published_at', { ascending: false })
          .limit(LAST_TEXTS),
      )
      return rows.map(({ symbol, signal_levels: levels }) => ({ symbol, ...(levels as LastTexts) }))
    },
    staleTime: 60_000,
  })
