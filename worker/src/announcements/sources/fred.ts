// Reads figures with their vintages from FRED and ALFRED (fred.stlouisfed.org/docs/api): an observation is what was known of its period from
// realtime_start on. The first vintage is the figure that was published; a later one is the revision that the next release told. Each
// series has a tag that says on which terms it may be shown; what needs an approval is not taken.
import { type Claim, FeedError } from 'trading/announcements/claim'
import { z } from 'zod'

const observation = z.object({ realtime_start: z.iso.date(), date: z.iso.date(), value: z.string() })
const observations = z.object({ observations: z.array(observation) })
const tags = z.object({ tags: z.array(z.object({ name: z.string(), group_id: z.string() })) })
export type Cadence = 'weekly' | 'monthly' | 'quarterly'

/** code: CPIAUCSL; CPIAUCSL:pc1 for another transformation (`units`); ICSA:lin:-3 for thousands of what the series counts. */
export type Series = { indicator: string; code: string; cadence: Cadence; decimals: number }

const LICENCES = [
  'public domain: citation requested',
  'copyrighted: citation required',
  'copyrighted: pre-approval required',
] as const
type Licence = (typeof LICENCES)[number] | 'unknown'

/** Whether the figures may be shown to readers: an unknown tag is no permission. */
export const mayShow = (licence: Licence): boolean => licence === LICENCES[0] || licence === LICENCES[1]

/** The tag of group `cc` of /fred/series/tags. Throws FeedError for another answer. */
export function licenceOf(text: string): Licence {
  const { success, data } = tags.safeParse(parsed(text))
  if (!success) throw new FeedError('no tags')
  // The strictest of several.
  const names = data.tags.filter(({ group_id }) => group_id === 'cc').map(({ name }) => name)
  return [...LICENCES].reverse().find((licence) => names.includes(licence)) ?? 'unknown'
}

/**
 * The claims of /fred/series/observations with a real-time period (output_type 1): the first value of each period as `actual`, and the
 * value of the period before as it was known on that day as `revised`, where it is another. Values that are not there yet (".") are none.
 */
export function claimsOfObservations(text: string, { indicator, code, cadence, decimals }: Series): Claim[] {
  const { success, data } = observations.safeParse(parsed(text))
  if (!success) throw new FeedError('no observations')
  const shift = Number(code.split(':')[2] ?? 0)
  const known = data.observations.filter(({ value }) => /^-?\d+(\.\d+)?$/.test(value))
  const periods = [...new Set(known.map(({ date }) => date))].sort()
  const vintages = new Map(
    periods.map((date) => [
      date,
      known.filter((one) => one.date === date).sort((a, b) => (a.realtime_start < b.realtime_start ? -1 : 1)),
    ]),
  )
  return periods.map((date, index): Claim => {
    const first = vintages.get(date)![0]!
    const before = vintages.get(periods[index - 1] ?? '')
    const previous = before?.[0]
    const then = before?.filter(({ realtime_start }) => realtime_start <= first.realtime_start).at(-1)
    const rounded = (value: string) =>
      (Number(value) * 10 ** shift).toFixed(decimals).replace(/^-(0(\.0*)?)$/, '$1')
    const revised =
      then && previous && rounded(then.value) !== rounded(previous.value) ? rounded(then.value) : undefined
    return {
      key: `${code}|${date}`,
      indicator,
      period: periodOf(date, cadence),
      // The vintage's day tells which release it was, where no calendar has dated it; its hour is the calendar's to say.
      day: first.realtime_start,
      precision: 'all_day',
      actual: rounded(first.value),
      ...(previous && { previous: rounded(previous.value) }),
      ...(revised !== undefined && { revised }),
    }
  })
}

function periodOf(date: string, cadence: Cadence): string {
  if (cadence === 'weekly') return date
  return cadence === 'monthly'
    ? date.slice(0, 7)
    : `${date.slice(0, 4)}-Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new FeedError('no JSON')
  }
}
