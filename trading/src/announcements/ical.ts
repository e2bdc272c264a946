// Reads calendars in iCalendar (RFC 5545), as authorities publish their release dates. An event's clock is that of its zone: by IANA name,
// by a name that agencies use, or by the definition that the file carries. What has a date alone is a day in the source's zone.
import ICAL from 'ical.js'
import { instantOf } from '../market/zones.ts'
import { type Claim, FeedError, type ReadClaims, readEach } from './claim.ts'
import { period, withoutPeriod } from './figure.ts'

const MOST_EVENTS = 5000
const MOST_OCCURRENCES = 400
const NAMED_ZONES: Readonly<Record<string, string>> = {
  'US-Eastern': 'America/New_York',
  'US/Eastern': 'America/New_York',
  'Eastern Standard Time': 'America/New_York',
  'Eastern Time': 'America/New_York',
  'W. Europe Standard Time': 'Europe/Berlin',
  'Central European Standard Time': 'Europe/Berlin',
  'Romance Standard Time': 'Europe/Paris',
  'GMT Standard Time': 'Europe/London',
  'Tokyo Standard Time': 'Asia/Tokyo',
  'India Standard Time': 'Asia/Kolkata',
}

export type IcalTerms = {
  /** The IANA zone of times without one, and of days. */
  zone: string
  currency?: string
  country?: string
}

/** Every event of the calendar, a recurring one as its occurrences. Throws FeedError for what is no whole calendar. */
export function claimsOfIcal(text: string, terms: IcalTerms): ReadClaims {
  let calendar: ICAL.Component
  try {
    const parsed = ICAL.parse(text.replace(/^\uFEFF/, '').trim()) as unknown[]
    calendar = new ICAL.Component((Array.isArray(parsed[0]) ? parsed[0] : parsed) as never)
  } catch (error) {
    throw new FeedError(
      `no calendar: ${error instanceof Error ? error.message.split('\n')[0] : 'unreadable'}`,
    )
  }
  // A file that was cut off has no end, and the library takes what there is of it.
  if (calendar.name !== 'vcalendar' || !/END:VCALENDAR\s*$/i.test(text))
    throw new FeedError('no whole calendar')
  const events = calendar.getAllSubcomponents('vevent')
  if (events.length > MOST_EVENTS) throw new FeedError(`more than ${MOST_EVENTS} events`)
  const zones = new Map(
    calendar
      .getAllSubcomponents('vtimezone')
      .map((zone) => [String(zone.getFirstPropertyValue('tzid')), new ICAL.Timezone(zone)]),
  )
  const exceptions = new Set(
    events.flatMap((event) => {
      const slot = event.getFirstPropertyValue('recurrence-id')
      return slot ? [`${event.getFirstPropertyValue('uid')}|${slot}`] : []
    }),
  )
  const occurrences: { event: ICAL.Component; start: ICAL.Time | null; slot: string }[] = []
  for (const event of events) {
    const start = event.getFirstPropertyValue('dtstart') as ICAL.Time | null
    const rule = event.getFirstPropertyValue('rrule')
    const slot = event.getFirstPropertyValue('recurrence-id')
    if (!rule || !start) occurrences.push({ event, start, slot: slot ? `|${slot}` : '' })
    else occurrences.push(...expanded(event, exceptions))
  }
  const read = readEach(occurrences, ({ event, start, slot }) => claimOf(event, start, slot, zones, terms))
  return { ...read, covers: null }
}

function expanded(event: ICAL.Component, exceptions: ReadonlySet<string>) {
  const all: { event: ICAL.Component; start: ICAL.Time; slot: string }[] = []
  const uid = event.getFirstPropertyValue('uid')
  const each = new ICAL.Event(event).iterator()
  for (let next = each.next(); next && all.length < MOST_OCCURRENCES; next = each.next())
    if (!exceptions.has(`${uid}|${next}`)) all.push({ event, start: next, slot: `|${next}` })
  return all
}

function claimOf(
  event: ICAL.Component,
  start: ICAL.Time | null,
  slot: string,
  zones: ReadonlyMap<string, ICAL.Timezone>,
  { zone, currency, country }: IcalTerms,
): Claim {
  const summary = String(event.getFirstPropertyValue('summary') ?? '').trim()
  if (summary === '') throw new RangeError('no_title')
  if (!start || Number.isNaN(start.toJSDate().getTime())) throw new RangeError('no_time')
  const uid = String(event.getFirstPropertyValue('uid') ?? '').trim()
  const about = period(summary)
  const code = withoutPeriod(summary)
  const status = String(event.getFirstPropertyValue('status') ?? '').toUpperCase()
  return {
    // The period outlives a new date and a new identifier.
    key: (about && slot === ''
      ? `${code}|${about}`
      : `${uid || summary}${slot || (uid ? '' : `|${start}`)}`
    ).slice(0, 290),
    code: code.slice(0, 200),
    title: summary.slice(0, 200),
    ...(currency && { currency }),
    ...(country && { country }),
    ...(about && { period: about }),
    ...timeOf(event, start, zones, zone),
    ...(status === 'CANCELLED' && { cancelled: true }),
    ...(status === 'TENTATIVE' && !start.isDate && { precision: 'tentative' as const }),
  }
}

function timeOf(
  event: ICAL.Component,
  start: ICAL.Time,
  zones: ReadonlyMap<string, ICAL.Timezone>,
  usual: string,
): Pick<Claim, 'at' | 'day' | 'zone' | 'precision'> {
  const day = `${start.year}-${pad(start.month)}-${pad(start.day)}`
  if (start.isDate) return { day, zone: usual, precision: 'all_day' }
  const local = Date.UTC(start.year, start.month - 1, start.day, start.hour, start.minute, start.second)
  const tzid = event.getFirstProperty('dtstart')?.getFirstParameter('tzid')
  const at = (instant: number, zone: string) => ({
    at: new Date(instant).toISOString(),
    zone,
    precision: 'exact' as const,
  })
  if (start.zone === ICAL.Timezone.utcTimezone) return at(local, usual)
  const zone = tzid ? (NAMED_ZONES[tzid] ?? tzid) : usual
  if (isZone(zone)) return at(instantOf(zone, local), zone)
  const own = zones.get(String(tzid))
  if (!own) throw new RangeError('unknown_zone')
  return at(local - own.utcOffset(start) * 1000, usual)
}

const pad = (value: number) => String(value).padStart(2, '0')

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
