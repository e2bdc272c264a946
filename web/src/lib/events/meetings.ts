// Owns how open pages read events: meetings with their seats, the reader's own registrations, and replays.
import { queryOptions, type UseQueryResult } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import type { Localized } from '#lib/language/localized.ts'
import { useLiveList } from '#lib/live/use-live-list.ts'

export const MEETINGS = ['events'] as const
export const MEETING_KINDS = ['debrief', 'workshop', 'questions'] as const
export type MeetingKind = (typeof MEETING_KINDS)[number]

export type MeetingEvent = {
  item: string
  slug: string
  kind: MeetingKind
  title: Localized
  summary: Localized
  tier: 'freemium' | 'premium'
  minutes: number
  zone: string
  /** Null: no limit. */
  capacity: number | null
  recorded: boolean
  demonstration: boolean
  host: { name: string | null; staff_role: string | null } | null
}

export type OwnRegistration = {
  state: 'seated' | 'waiting' | 'offered'
  /** The place in the waiting list, from 1; 0 for who does not wait. */
  event_rank: number
  offered_until: string | null
  remind_minutes: number | null
}

export type Replay = {
  title: Localized
  path: string | null
  address: string | null
  seconds: number
  views: number
}

/** One time that an event takes place. */
export type Meeting = {
  id: string
  event: MeetingEvent
  starts_at: string
  ends_at: string
  cancelled: boolean
  taken: number
  waiting: number
  freed: number
  own: OwnRegistration | null
  replay: Replay | null
}

type Row = Omit<Meeting, 'event' | 'own' | 'replay'> & {
  event: string
  own: OwnRegistration[]
  replay: Replay | null
}

const DAY_MS = 86_400_000
/** How far back the month and the replays go. */
const BACK_DAYS = 180

const readMeetings = async (): Promise<readonly Meeting[]> => {
  const since = new Date(Date.now() - BACK_DAYS * DAY_MS).toISOString()
  const [events, rows] = await Promise.all([
    supabase
      .from('events')
      .select(
        'item,slug,kind,title,summary,tier,minutes,zone,capacity,recorded,demonstration,host:community_members(name,staff_role)',
      ),
    supabase
      .from('event_occurrences')
      .select(
        'id,event,starts_at,ends_at,cancelled,taken,waiting,freed,own:event_registrations(state,event_rank,offered_until,remind_minutes),replay:event_replays(title,path,address,seconds,views)',
      )
      .gte('starts_at', since)
      .order('starts_at')
      .order('id'),
  ])
  const known = new Map((unwrap(events) as unknown as MeetingEvent[]).map((event) => [event.item, event]))
  return (unwrap(rows) as unknown as Row[]).flatMap(({ event, own, ...row }) => {
    const of = known.get(event)
    return of ? [{ ...row, event: of, own: own[0] ?? null }] : []
  })
}

/** All meetings since half a year ago, in the order of their beginning. */
export const meetingsQuery = queryOptions({ queryKey: MEETINGS, queryFn: readMeetings })

type Seats = { occurrence: string; taken: number; waiting: number }

/** The same, with seats as they are taken and given back. */
export const useMeetings = (): UseQueryResult<readonly Meeting[]> =>
  useLiveList<readonly Meeting[], typeof MEETINGS>(
    'events',
    meetingsQuery,
    (meetings, event, { occurrence, taken, waiting }: Seats) => {
      if (event !== 'seats') return undefined
      const meeting = meetings.find(({ id }) => id === occurrence)
      // Somebody who waits moves up in the list: that is read.
      if (!meeting || (meeting.own !== null && meeting.own.state !== 'seated')) return undefined
      return meetings.map((one) => (one === meeting ? { ...one, taken, waiting } : one))
    },
  )

export const isOver = ({ ends_at }: Pick<Meeting, 'ends_at'>, now: number) => Date.parse(ends_at) <= now
export const hasBegun = ({ starts_at }: Pick<Meeting, 'starts_at'>, now: number) =>
  Date.parse(starts_at) <= now
/** Nobody gets a seat before those who wait. */
export const isFull = ({ event, taken, waiting }: Meeting) =>
  event.capacity !== null && (taken >= event.capacity || waiting > 0)

const OPENS_BEFORE_MS = 15 * 60_000
/** When the link opens for those who have a seat. */
export const opensAt = ({ starts_at }: Pick<Meeting, 'starts_at'>) => Date.parse(starts_at) - OPENS_BEFORE_MS
