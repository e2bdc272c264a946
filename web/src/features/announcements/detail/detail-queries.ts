import { queryOptions } from '@tanstack/react-query'
import { ANNOUNCEMENTS } from '#lib/announcements/announcement-queries.ts'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import type { Localized } from '#lib/language/localized.ts'
import type { Sign } from './reaction-chart.tsx'

/** The reads of an open announcement. Figures are decimal texts. */
export const indicatorQuery = (slug: string) =>
  queryOptions({
    queryKey: [...ANNOUNCEMENTS, 'indicator', slug],
    queryFn: async () =>
      unwrap(
        await supabase
          .from('indicators')
          .select('summary,why,authority,authority_url')
          .eq('slug', slug)
          .single(),
      ) as unknown as { summary: Localized; why: Localized; authority: string; authority_url: string },
    staleTime: Number.POSITIVE_INFINITY,
  })

export type Released = {
  id: string
  starts_at: string
  forecast?: string
  previous?: string
  revised?: string
  actual: string
  /** What the next release says that it was, where that differs. */
  now_said?: string
  sample: boolean
}
export type History = {
  n: number
  above: number
  in_line: number
  below: number
  deviation: string | null
  largest: string | null
  sample: boolean
  /** Oldest first. */
  releases: readonly Released[]
}

export const historyQuery = (slug: string, known: string | null) =>
  queryOptions({
    queryKey: [...ANNOUNCEMENTS, 'history', slug, known],
    queryFn: async () =>
      unwrap(
        await supabase.rpc('indicator_history', { indicator: slug, ...(known ? { known_at: known } : {}) }),
      ) as unknown as History,
  })

type Reactions = {
  n: number
  since: string | null
  sample: boolean
  rows: readonly {
    surprise: Sign
    minutes: number
    n: number
    median: string
    p10: string
    p90: string
    size_p90: string
  }[]
  beyond: readonly { minutes: number; n: number; beyond: number }[] | null
}

/** The moves of an instrument after the releases of an indicator; with a distance in pips, how often they reached it. */
export const reactionQuery = (indicator: string, symbol: string, distance: number | null) =>
  queryOptions({
    queryKey: [...ANNOUNCEMENTS, 'reaction', indicator, symbol, distance],
    queryFn: async () =>
      unwrap(
        await supabase.rpc('indicator_reaction', {
          indicator,
          symbol,
          ...(distance === null ? {} : { distance }),
        }),
      ) as unknown as Reactions,
    staleTime: 300_000,
  })

type Through = {
  n: number
  stopped: number
  ended: number
  won: number
  mean_r: string | null
  signals: readonly {
    number: number
    id: string
    symbol: string
    direction: 'buy' | 'sell'
    released_at: string
    ended_at: string
    reason: string
    realised_r: string
  }[]
}

/** What the signals that were open through releases of an indicator made. */
export const throughQuery = (indicator: string) =>
  queryOptions({
    queryKey: [...ANNOUNCEMENTS, 'through', indicator],
    queryFn: async () => unwrap(await supabase.rpc('indicator_signals', { indicator })) as unknown as Through,
    staleTime: 300_000,
  })

export type Version = {
  version: number
  known_at: string
  changes: Readonly<Record<string, { was: string | null; becomes: string | null }>>
}

/** What was known when of an announcement, oldest first. */
export const versionsQuery = (announcement: string) =>
  queryOptions({
    queryKey: [...ANNOUNCEMENTS, 'versions', announcement],
    queryFn: async () =>
      unwrap(await supabase.rpc('announcement_history', { announcement })) as unknown as Version[],
  })
