// Owns how staff read and write the calendar: its rows, what they enter and import, and how the sources fare.
import { queryOptions } from '@tanstack/react-query'
import type { AnnouncementRow, Indicator } from '#lib/announcements/announcement.ts'
import { ANNOUNCEMENTS } from '#lib/announcements/announcement-queries.ts'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'
import type { ListResource } from '#lib/data/resource.ts'
import type { Localized } from '#lib/language/localized.ts'

export type StaffRow = AnnouncementRow & {
  zone: string
  known: Pick<Indicator, 'unit' | 'title'> | null
}

export const STAFF_ROWS: ListResource<StaffRow> = {
  name: 'office-announcements',
  list: async ({ filter, after, most }) => {
    const coming = filter.time !== 'past' && filter.time !== 'late'
    const now = new Date().toISOString()
    let asked = supabase
      .from('announcements')
      .select(
        'id,indicator,period,kind,country,currency,impact,title,starts_at,precision,day,zone,forecast,forecast_low,forecast_high,previous,revised,actual,state,released_at,moved_from,source,sample,known:indicators(title,unit)',
      )
    asked = coming ? asked.gte('starts_at', now) : asked.lt('starts_at', now)
    if (filter.time === 'late')
      asked = asked.is('actual', null).eq('kind', 'release').neq('state', 'cancelled')
    if (filter.currency) asked = asked.eq('currency', filter.currency)
    if (filter.source) asked = asked.eq('source', filter.source)
    if (after) {
      const beyond = coming ? 'gt' : 'lt'
      asked = asked.or(
        `starts_at.${beyond}."${after.starts_at}",and(starts_at.eq."${after.starts_at}",id.gt.${after.id})`,
      )
    }
    return unwrap(
      await asked.order('starts_at', { ascending: coming }).order('id').limit(most),
    ) as unknown as StaffRow[]
  },
}

/** What staff say of an announcement; what is not named stays. */
export type Claim = {
  indicator?: string
  title?: string
  currency?: string
  country?: string
  at?: string
  day?: string
  precision?: string
  impact?: string
  forecast?: string
  previous?: string
  revised?: string
  actual?: string
  cancelled?: boolean
  postponed?: boolean
}

const STALE = [[STAFF_ROWS.name], ANNOUNCEMENTS] as const

export const useSaveAnnouncement = () =>
  useWrite(
    async ({ claim, announcement }: { claim: Claim; announcement: string | null }) =>
      unwrap(
        await supabase.rpc('save_announcement', {
          claim,
          ...(announcement === null ? {} : { announcement }),
        }),
      ),
    STALE,
  )

export type Change = {
  id: string
  change: 'added' | 'changed' | 'moved'
  becomes: Pick<
    AnnouncementRow,
    'indicator' | 'title' | 'currency' | 'starts_at' | 'forecast' | 'actual' | 'sample'
  > & { listed: boolean }
}
export type Taken = {
  added: number
  changed: number
  moved: number
  problems: readonly { key: string; problem: string; field: string }[]
  changes: readonly Change[]
}

/** An example that makes place for what is imported; it is no change that anybody asked for. */
const makesPlace = ({ becomes }: Change) => becomes.sample && !becomes.listed

/** What an import does to announcements that are no examples, and how many examples make place for them. */
export function countsOf({ added, changed, moved, changes }: Taken) {
  const asked = changes.filter((one) => !makesPlace(one))
  const samples = changes.length - asked.length
  return { asked, samples, counts: { added, changed: changed - samples, moved } }
}

/** Says what an import would do, or does it. */
export const useImport = () =>
  useWrite(
    async ({ claims, dry }: { claims: readonly unknown[]; dry: boolean }) =>
      unwrap(
        await supabase.rpc('import_announcements', { claims: claims as never, dry_run: dry }),
      ) as unknown as Taken,
    STALE,
  )

export type Source = {
  source: string
  name: string
  licence: string
  state: 'off' | 'ok' | 'failing'
  good_at: string | null
  next_at: string | null
  error: string | null
  entries: number
}

export const sourcesQuery = queryOptions({
  queryKey: [...ANNOUNCEMENTS, 'sources'],
  queryFn: async () => unwrap(await supabase.rpc('calendar_sources')) as unknown as readonly Source[],
  refetchInterval: 60_000,
})

export const indicatorsQuery = queryOptions({
  queryKey: [...ANNOUNCEMENTS, 'indicators'],
  queryFn: async () =>
    unwrap(
      await supabase.from('indicators').select('slug,title,currency').eq('listed', true).order('slug'),
    ) as unknown as readonly {
      slug: string
      title: Localized
      currency: string
    }[],
  staleTime: 300_000,
})
