// Reads the calendar of the Federal Reserve: {events: [{title, month: "2026-10", days: "27-28", time: "2:00 p.m.", type, description}]}, on
// the clock of Washington. A meeting of several days is announced on its last.
import { type Claim, FeedError, type ReadClaims, readEach } from 'trading/announcements/claim'
import { instantOf } from 'trading/market/zones'
import { z } from 'zod'

const entry = z.object({
  title: z.string().trim().min(1),
  month: z.string().regex(/^\d{4}-\d\d$/),
  days: z.string(),
  time: z.string().nullish(),
  type: z.string().nullish(),
})
const shape = z.object({ events: z.array(z.unknown()) })
const ZONE = 'America/New_York'

/** Throws FeedError for anything else. */
export function claimsOfFedCalendar(text: string): ReadClaims {
  let events: unknown[]
  try {
    ;({ events } = shape.parse(JSON.parse(text.replace(/^\uFEFF/, ''))))
  } catch {
    throw new FeedError('no events')
  }
  const read = readEach(events, (one): Claim => {
    const { success, data } = entry.safeParse(one)
    if (!success) throw new RangeError('malformed')
    const last = data.days.match(/\d{1,2}/g)?.at(-1)
    const day = `${data.month}-${(last ?? '').padStart(2, '0')}`
    const midnight = Date.parse(`${day}T00:00:00Z`)
    if (!last || Number.isNaN(midnight)) throw new RangeError('no_time')
    const code = data.type === 'FOMC' ? codeOf(data.title) : data.title
    const speech =
      /^(Speech|Discussion|Testimony)/i.test(data.title) || /speech|testimony/i.test(data.type ?? '')
    return {
      key: `${code}|${speech ? day : data.month}`.slice(0, 290),
      code: (speech ? 'Speech' : code).slice(0, 200),
      title: data.title.slice(0, 200),
      currency: 'USD',
      country: 'US',
      ...(speech && { kind: 'speech' as const }),
      ...timeOf(data.time, midnight, day),
    }
  })
  return { ...read, covers: null }
}

/** "FOMC Meeting (Press Conference)" and its like as one name. */
const codeOf = (title: string) =>
  /minutes/i.test(title) ? 'FOMC Minutes' : /meeting/i.test(title) ? 'FOMC Meeting' : title

function timeOf(
  time: string | null | undefined,
  midnight: number,
  day: string,
): Pick<Claim, 'at' | 'day' | 'zone' | 'precision'> {
  const [, hour, minute = '00', half] = /^(\d{1,2})(?::(\d\d))?\s*([ap])\.?m\.?/i.exec(time ?? '') ?? []
  if (!hour || Number(hour) > 12) return { day, zone: ZONE, precision: 'tentative' }
  const hours = (Number(hour) % 12) + (half!.toLowerCase() === 'p' ? 12 : 0)
  return {
    at: new Date(instantOf(ZONE, midnight + hours * 3_600_000 + Number(minute) * 60_000)).toISOString(),
    zone: ZONE,
    precision: 'exact',
  }
}
