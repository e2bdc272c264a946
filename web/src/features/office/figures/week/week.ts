// Owns what the coming week holds for staff, from the tables that hold it: each kind is one read with the caller's own rights.
import { queryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import type { Localized } from '#lib/language/localized.ts'
import { dueAt } from '#parts/requests/promise.ts'
import { addDays, isoDay, localDay } from '#ui/date/iso-date.ts'
import type { WeekItem } from './week-days.ts'

/** Two moments, ISO 8601. */
export type Range = { from: string; until: string }
const dayOf = (at: string) => isoDay(new Date(at))
const MOST = 1000

type Occurrence = { starts_at: string; events: { slug: string; title: Localized } }
export async function eventsBetween({ from, until }: Range): Promise<readonly WeekItem[]> {
  const rows = unwrap(
    await supabase
      .from('event_occurrences')
      .select('starts_at,events!inner(slug,title)')
      .eq('cancelled', false)
      .eq('events.listed', true)
      .gte('starts_at', from)
      .lt('starts_at', until)
      .order('starts_at')
      .limit(MOST),
  ) as unknown as Occurrence[]
  return rows.map(({ starts_at, events: event }) => ({
    kind: 'events',
    day: dayOf(starts_at),
    at: starts_at,
    title: event.title,
    to: `/admin/contenus/studio?contenu=event/${event.slug}`,
  }))
}

export type Content = Pick<WeekItem, 'languages'> & {
  kind: string
  slug: string
  title: string
  publish_at: string | null
  next_expiry: string | null
}
export const studioOf = ({ kind, slug }: Pick<Content, 'kind' | 'slug'>) =>
  `/admin/contenus/studio?contenu=${kind}/${slug}`

async function contents({ until }: Range): Promise<readonly WeekItem[]> {
  const list = async (asked: { of_state?: string; expiring?: boolean }) =>
    unwrap(await supabase.rpc('list_content', { ...asked, most: 200 })) as unknown as readonly Content[]
  const [scheduled, expiring] = await Promise.all([list({ of_state: 'scheduled' }), list({ expiring: true })])
  return [
    ...scheduled.flatMap((content): WeekItem[] => {
      const { publish_at: at, title, languages } = content
      if (at === null || Date.parse(at) >= Date.parse(until)) return []
      return [
        {
          kind: 'contents',
          day: dayOf(at),
          at,
          title,
          to: studioOf(content),
          ...(languages && { languages }),
        },
      ]
    }),
    ...expiring.flatMap((content): WeekItem[] =>
      content.next_expiry === null
        ? []
        : [
            {
              kind: 'facts',
              day: content.next_expiry,
              at: null,
              title: content.title,
              to: studioOf(content),
            },
          ],
    ),
  ]
}

type Pending = { number: number; instruments: { name: string }; signal_levels: { expires_at: string } }
async function signals({ from, until }: Range): Promise<readonly WeekItem[]> {
  const rows = unwrap(
    await supabase
      .from('signals')
      .select('number,instruments!inner(name),signal_levels!inner(expires_at),signal_states!inner(state)')
      .eq('signal_states.state', 'pending')
      .gte('signal_levels.expires_at', from)
      .lt('signal_levels.expires_at', until)
      .limit(MOST),
  ) as unknown as Pending[]
  return rows.map(({ number, instruments, signal_levels: { expires_at } }) => ({
    kind: 'signals',
    day: dayOf(expires_at),
    at: expires_at,
    title: `#${number} ${instruments.name}`,
    to: `/signaux?signal=${number}`,
  }))
}

const promise = (at: string, title: string, to: string, now: number): WeekItem => ({
  kind: 'promises',
  day: dayOf(at),
  at,
  title,
  to,
  ...(Date.parse(at) < now && { late: true }),
})

async function tickets(now: number): Promise<readonly WeekItem[]> {
  const rows = unwrap(
    await supabase
      .from('tickets')
      .select('id,number,first_answered_at,answer_due_at,solve_due_at')
      .in('state', ['new', 'open'])
      .order('answer_due_at')
      .limit(MOST),
  )
  return rows.map(({ id, number, first_answered_at, answer_due_at, solve_due_at }) =>
    promise(
      first_answered_at ? solve_due_at : answer_due_at,
      `#${number}`,
      `/admin/support?demande=${id}`,
      now,
    ),
  )
}

async function requests(now: number): Promise<readonly WeekItem[]> {
  const rows = unwrap(
    await supabase
      .from('qualification_requests')
      .select('id,broker,waiting_since')
      .eq('state', 'pending')
      .order('waiting_since')
      .limit(MOST),
  )
  return rows.map(({ id, broker, waiting_since }) =>
    promise(dueAt(waiting_since), broker, `/admin/qualification-requests?demande=${id}`, now),
  )
}

type Contract = {
  user_id: string
  provider: string
  current_period_end: string
  paid_until: string | null
  plan: { name: Localized }
}
/** Payments of the sandbox count while there are no real ones, as among the figures. */
async function renewals({ from, until }: Range): Promise<readonly WeekItem[]> {
  const rows = unwrap(
    await supabase
      .from('subscriptions')
      .select('user_id,provider,current_period_end,paid_until,plan:plans!subscriptions_plan_fkey(name)')
      .eq('state', 'active')
      .gte('current_period_end', from)
      .lt('current_period_end', until)
      .order('current_period_end')
      .limit(MOST),
  ) as unknown as Contract[]
  const real = rows.filter(({ provider }) => provider !== 'sandbox')
  return (real.length > 0 ? real : rows).map(({ user_id, current_period_end, paid_until, plan }) => {
    const at = paid_until ?? current_period_end
    return { kind: 'renewals', day: dayOf(at), at, title: plan.name, to: `/admin/membres?membre=${user_id}` }
  })
}

/** What the week from a day on holds, except the calendar of announcements; renewals and requests for admins. */
export const weekQuery = (today: string, admin: boolean) =>
  queryOptions({
    queryKey: ['office-figures', 'week', today, admin],
    queryFn: async (): Promise<readonly WeekItem[]> => {
      const now = Date.now()
      const until = localDay(addDays(today, 7)).toISOString()
      // What has begun today stays on the board; a renewal or an end that has passed is no longer ahead.
      const day = { from: localDay(today).toISOString(), until }
      const ahead = { from: new Date(now).toISOString(), until }
      const found = await Promise.all([
        eventsBetween(day),
        contents(day),
        signals(ahead),
        tickets(now),
        ...(admin ? [requests(now), renewals(ahead)] : []),
      ])
      return found.flat()
    },
    refetchInterval: 5 * 60_000,
  })
