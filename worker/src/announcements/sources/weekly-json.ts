// Reads the weekly calendar that traders know (Forex Factory's export): {title, country, date, impact, forecast, previous} each, country a
// currency, date with the offset of New York. It names no identifier and never the figure that was published.

import {
  type Claim,
  CURRENCY_COUNTRIES,
  FeedError,
  type ReadClaims,
  readEach,
} from 'trading/announcements/claim'
import { figure } from 'trading/announcements/figure'
import { z } from 'zod'

const entry = z.object({
  title: z.string().trim().min(1).max(200),
  country: z.string().trim(),
  date: z.string(),
  impact: z.string(),
  forecast: z.string().nullish(),
  previous: z.string().nullish(),
})
const IMPACTS: Readonly<Record<string, Claim['impact']>> = { High: 'high', Medium: 'medium', Low: 'low' }
const DAY_MS = 86_400_000

/** Windows-1252 with a JSON list, or FeedError. Entries that cannot be read are problems; an entry of no single currency is passed over. */
export function claimsOfWeeklyJson(bytes: Uint8Array): ReadClaims {
  let list: unknown
  try {
    list = JSON.parse(textOf(bytes))
  } catch {
    throw new FeedError('no JSON')
  }
  if (!Array.isArray(list)) throw new FeedError('no list')
  const times: number[] = []
  const read = readEach(list, (one) => {
    const { success, data } = entry.safeParse(one)
    if (!success) throw new RangeError('malformed')
    const at = Date.parse(data.date)
    if (Number.isNaN(at) || !/T\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/.test(data.date))
      throw new RangeError('no_time')
    const country = CURRENCY_COUNTRIES[data.country]
    if (!country) return null
    times.push(at)
    return claimOf(data, at, country)
  })
  return { ...read, covers: coveredBy(times) }
}

function claimOf(data: z.output<typeof entry>, at: number, country: string): Claim {
  // Its week begins on Sunday in New York: the day there is in the text.
  const day = data.date.slice(0, 10)
  const sunday = Date.parse(`${day}T00:00:00Z`) - new Date(`${day}T00:00:00Z`).getUTCDay() * DAY_MS
  const allDay = data.impact === 'Holiday'
  const forecast = figure(data.forecast)
  const previous = figure(data.previous)
  const code = `${data.country}|${data.title}`
  return {
    key: `${new Date(sunday).toISOString().slice(0, 10)}|${code}`,
    code,
    title: data.title,
    currency: data.country,
    country,
    kind: allDay
      ? 'holiday'
      : /\b(speaks|testifies|press conference)\b/i.test(data.title)
        ? 'speech'
        : 'release',
    impact: IMPACTS[data.impact] ?? 'low',
    ...(allDay
      ? { day, zone: 'America/New_York', precision: 'all_day' as const }
      : { at: new Date(at).toISOString(), zone: 'America/New_York', precision: 'exact' as const }),
    ...(forecast !== undefined && { forecast }),
    ...(previous !== undefined && { previous }),
  }
}

/** From its first entry's day to the end of its last's: a file is one week. */
function coveredBy(times: readonly number[]): ReadClaims['covers'] {
  if (times.length === 0) return null
  const day = (at: number) => Math.floor(at / DAY_MS) * DAY_MS
  return {
    from: new Date(day(Math.min(...times))).toISOString(),
    until: new Date(day(Math.max(...times)) + DAY_MS).toISOString(),
  }
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
