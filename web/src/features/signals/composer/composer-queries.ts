import { queryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'
import type { Profile } from './profiles/profile.ts'

/** The composer's own data, beside the signal it publishes: drafts, profiles, and the author's last texts. */
const DRAFTS = ['signals', 'drafts'] as const
const PROFILES = ['signals', 'profiles'] as const
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

export const profilesQuery = queryOptions({
  queryKey: PROFILES,
  queryFn: async () =>
    unwrap(
      await supabase.from('signal_profiles').select('id,name,input,is_default,declared_at').order('name'),
    ) as readonly Profile[],
  staleTime: 60_000,
})

/** Saves a profile under its name: an existing one of that name is replaced. */
export const useSaveProfile = () =>
  useWrite(
    async ({
      name,
      input,
      isDefault,
    }: {
      name: string
      input: Record<string, unknown>
      isDefault: boolean
    }) => {
      const row = { input: input as never, is_default: isDefault }
      const known = unwrap(await supabase.from('signal_profiles').update(row).eq('name', name).select('id'))
      if (known.length === 0) unwrap(await supabase.from('signal_profiles').insert({ name, ...row }))
    },
    [PROFILES],
  )

/** Declares a profile's interests again; the database dates it. */
export const useDeclare = () =>
  useWrite(
    async (id: string) =>
      unwrap(
        await supabase.from('signal_profiles').update({ declared_at: new Date().toISOString() }).eq('id', id),
      ),
    [PROFILES],
  )

export const useDefaultProfile = () =>
  useWrite(
    async ({ id, on }: { id: string; on: boolean }) =>
      unwrap(await supabase.from('signal_profiles').update({ is_default: on }).eq('id', id)),
    [PROFILES],
  )

export const useDeleteProfile = () =>
  useWrite(
    async (id: string) => unwrap(await supabase.from('signal_profiles').delete().eq('id', id)),
    [PROFILES],
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
