import { queryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import { storage } from '#lib/data/storage.ts'
import type { Localized } from '#lib/language/localized.ts'

const SIGNED_FOR_S = 3600

export type Passage = {
  position: number
  second: number
  symbol: string
  price: string
  said: Localized
  /** The signal of the record that has this instrument and level; null where the reader knows none. */
  signal_id: string | null
  number: number | null
  state: string | null
  reason: string | null
  targets: number | null
  ended_at: string | null
  realised_r: string | null
  statement: number | null
  came_true: boolean | null
}

/** What was said in a replay, and what came of it. */
export const passagesQuery = (occurrence: string) =>
  queryOptions({
    queryKey: ['replay-passages', occurrence],
    queryFn: async () =>
      unwrap(await supabase.rpc('replay_passages', { occurrence })) as unknown as readonly Passage[],
  })

export const replayAddressQuery = (path: string) =>
  queryOptions({
    queryKey: ['replay-video', path],
    queryFn: async () =>
      unwrap(await storage.from('replays').createSignedUrl(path, SIGNED_FOR_S))?.signedUrl ?? null,
    staleTime: (SIGNED_FOR_S / 2) * 1000,
    // Signed anew for each visit.
    gcTime: 0,
  })

type Place = { second: number } | null
export const progressQuery = (occurrence: string) =>
  queryOptions({
    queryKey: ['replay-progress', occurrence],
    queryFn: async () => {
      const answer = supabase
        .from('replay_progress')
        .select('second')
        .eq('occurrence', occurrence)
        .maybeSingle()
      return (unwrap((await answer) as never) as Place)?.second ?? 0
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Keeps where the reader stopped; the first time counts them among those who opened it. */
export const keepProgress = async (occurrence: string, second: number): Promise<void> => {
  unwrap(await supabase.from('replay_progress').upsert({ occurrence, second }))
}

type Transcript = { transcript: Partial<Localized> } | null
export const transcriptQuery = (occurrence: string) =>
  queryOptions({
    queryKey: ['replay-transcript', occurrence],
    queryFn: async () => {
      const answer = supabase
        .from('event_replays')
        .select('transcript')
        .eq('occurrence', occurrence)
        .maybeSingle()
      return (unwrap((await answer) as never) as Transcript)?.transcript ?? {}
    },
  })
