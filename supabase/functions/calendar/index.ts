/**
 * Calendars of events (RFC 5545): `?jeton=` is the secret of a member's feed, which calendar programs read again and again; a signed-in
 * member is known by their session and downloads one occurrence with `?seance=`. With `?liste=tous` a feed has every event, with
 * `?liste=annonces` the economic announcements that the member chose. Each occurrence is an event of its own, at an instant or on a day: no
 * rule or zone is left to the reader. Where an event is joined is never said.
 */
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'

type Entry = {
  id: string
  sequence: number
  changed_at: string
  starts_at: string
  ends_at: string
  title: string
  summary: string
  cancelled: boolean
  waiting: boolean
  /** Of an announcement: the day of one without an hour, whether its hour is uncertain, and where it opens. */
  day?: string | null
  tentative?: boolean
  link?: string
}
const SECRET = /^[0-9a-f]{48}$/
const ID = /^[0-9a-f-]{36}$/
const HOUR_S = 3600
/** Of somebody who waits for a seat. */
const WAITING: Readonly<Record<string, string>> = {
  fr: 'Liste d’attente',
  en: 'Waiting list',
  es: 'Lista de espera',
  it: 'Lista d’attesa',
}

Deno.serve(async (request: Request): Promise<Response> => {
  await request.body?.cancel()
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } })
  const asked = new URL(request.url).searchParams
  const [secret, occurrence] = [asked.get('jeton'), asked.get('seance')]
  const session = request.headers.get('authorization')
  if (secret === null ? session === null : !SECRET.test(secret)) return absent()
  if (occurrence !== null && !ID.test(occurrence)) return absent()
  const key = Deno.env.get('SUPABASE_ANON_KEY') ?? ''
  const announced = asked.get('liste') === 'annonces'
  const source = announced ? 'calendar_announcements' : 'calendar_entries'
  const answer = await fetch(`${Deno.env.get('SUPABASE_URL')}/rest/v1/rpc/${source}`, {
    method: 'POST',
    headers: {
      apikey: key,
      authorization: (secret === null && session) || `Bearer ${key}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(
      announced ? { secret } : { secret, everything: asked.get('liste') === 'tous', occurrence },
    ),
    signal: AbortSignal.timeout(10_000),
  })
  if (answer.status === 404 || answer.status === 401) {
    await answer.body?.cancel()
    return absent()
  }
  if (!answer.ok) {
    await answer.body?.cancel()
    console.error(`calendar entries were answered ${answer.status}`)
    return new Response('Try again later.', { status: 502 })
  }
  const { language, entries } = (await answer.json()) as { language: string; entries: Entry[] }
  if (occurrence !== null && entries.length === 0) return absent()
  return new Response(
    written(entries, language, Deno.env.get('SITE_URL') ?? Deno.env.get('SUPABASE_URL') ?? ''),
    {
      headers: {
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'attachment; filename="vigie.ics"',
        'cache-control': 'private, no-store',
      },
    },
  )
})

const absent = () => new Response('No such calendar.', { status: 404 })

function written(entries: readonly Entry[], language: string, site: string): string {
  const calendar = ical({
    name: 'Vigie',
    prodId: { company: 'Vigie', product: 'Calendar', language: language.toUpperCase() },
    method: ICalCalendarMethod.PUBLISH,
    ttl: HOUR_S,
  })
  for (const entry of entries)
    calendar.createEvent({
      id: `${entry.id}@vigie`,
      sequence: entry.sequence,
      stamp: new Date(entry.changed_at),
      // A day is a date, whose noon is on that day in every zone.
      ...(entry.day
        ? { start: new Date(`${entry.day}T12:00:00Z`), allDay: true }
        : { start: new Date(entry.starts_at), end: new Date(entry.ends_at) }),
      summary: entry.waiting ? `${entry.title} (${WAITING[language] ?? WAITING.fr})` : entry.title,
      description: entry.summary,
      url: `${site}${entry.link ?? `/communaute/evenements?seance=${entry.id}`}`,
      status: entry.cancelled
        ? ICalEventStatus.CANCELLED
        : entry.waiting || entry.tentative
          ? ICalEventStatus.TENTATIVE
          : ICalEventStatus.CONFIRMED,
    })
  return `${calendar.toString()}\r\n`
}
