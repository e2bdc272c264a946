// Reads the calendar of Trading Economics (docs.tradingeconomics.com, economic_calendar/schema): times in UTC without a zone, figures as text
// with their unit, Importance 1 to 3. Its terms allow display by domain and monthly users: the operator's contract.
import { type Claim, FeedError, type ReadClaims, readEach } from 'trading/announcements/claim'
import { figure, monthOf } from 'trading/announcements/figure'
import { z } from 'zod'

const text = z.string().nullish()
const entry = z.object({
  CalendarId: z.union([z.string(), z.number()]).optional(),
  CalendarID: z.union([z.string(), z.number()]).optional(),
  Date: z.string(),
  Country: z.string(),
  Event: z.string().trim().min(1),
  Reference: text,
  ReferenceDate: text,
  Actual: text,
  Previous: text,
  Forecast: text,
  TEForecast: text,
  Revised: text,
  Importance: z.coerce.number().nullish(),
  DateSpan: z.union([z.string(), z.number()]).nullish(),
})
const COUNTRIES: Readonly<Record<string, readonly [country: string, currency: string]>> = {
  'United States': ['US', 'USD'],
  'Euro Area': ['EU', 'EUR'],
  Germany: ['DE', 'EUR'],
  France: ['FR', 'EUR'],
  Italy: ['IT', 'EUR'],
  Spain: ['ES', 'EUR'],
  'United Kingdom': ['GB', 'GBP'],
  Japan: ['JP', 'JPY'],
  Switzerland: ['CH', 'CHF'],
  Canada: ['CA', 'CAD'],
  Australia: ['AU', 'AUD'],
  'New Zealand': ['NZ', 'NZD'],
  China: ['CN', 'CNY'],
}

/** Throws FeedError for anything but a list, such as the message about a wrong key. Other countries are passed over. */
export function claimsOfTradingEconomics(answer: string): ReadClaims {
  let list: unknown
  try {
    list = JSON.parse(answer)
  } catch {
    throw new FeedError('no JSON')
  }
  if (!Array.isArray(list)) throw new FeedError('no list')
  const read = readEach(list, (one) => {
    const { success, data } = entry.safeParse(one)
    if (!success) throw new RangeError('malformed')
    const [country, currency] = COUNTRIES[data.Country] ?? []
    return country && currency ? claimOf(data, country, currency) : null
  })
  return { ...read, covers: null }
}

function claimOf(data: z.output<typeof entry>, country: string, currency: string): Claim {
  const id = data.CalendarId ?? data.CalendarID
  const at = Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(data.Date) ? data.Date : `${data.Date}Z`)
  if (id === undefined) throw new RangeError('no_key')
  if (Number.isNaN(at)) throw new RangeError('no_time')
  const allDay = String(data.DateSpan ?? '0') !== '0'
  const about = periodOf(data.Reference, data.ReferenceDate)
  const values = Object.entries({
    actual: data.Actual,
    previous: data.Previous,
    forecast: data.Forecast || data.TEForecast,
    revised: data.Revised,
  }).flatMap(([name, value]) => {
    const known = figure(value)
    return known === undefined ? [] : [[name, known]]
  })
  const impact = ({ 1: 'low', 2: 'medium', 3: 'high' } as const)[data.Importance as 1 | 2 | 3]
  return {
    key: String(id),
    code: `${country}|${data.Event}`,
    title: data.Event,
    country,
    currency,
    ...(/\b(speech|speaks|testimony)\b/i.test(data.Event) && { kind: 'speech' as const }),
    ...(impact && { impact }),
    ...(about && { period: about }),
    ...(allDay
      ? { day: new Date(at).toISOString().slice(0, 10), zone: 'UTC', precision: 'all_day' as const }
      : { at: new Date(at).toISOString(), zone: 'UTC', precision: 'exact' as const }),
    ...Object.fromEntries(values),
  }
}

/** "Oct" with the year of its date, "Q3"; of a week its day. */
function periodOf(reference: string | null | undefined, date: string | null | undefined): string | undefined {
  const year = /^(\d{4})/.exec(date ?? '')?.[1]
  if (!year || !reference) return undefined
  if (/^Q[1-4]$/.test(reference)) return `${year}-${reference}`
  const month = /^[A-Za-z]{3,9}$/.test(reference) ? monthOf(reference) : undefined
  if (month) return `${year}-${String(month).padStart(2, '0')}`
  return /^[A-Za-z]{3}\/\d{1,2}$/.test(reference) ? date!.slice(0, 10) : undefined
}
