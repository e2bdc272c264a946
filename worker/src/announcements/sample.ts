// Makes the example calendar: what an installation without a source shows, marked `sample` everywhere. Everything follows from the
// indicator and the ISO week, so that every run and every installation makes the same. Dates follow the usual days of the releases and no
// authority's calendar; values are invented.
import { createHash } from 'node:crypto'
import type { Claim } from 'trading/announcements/claim'
import { instantOf } from 'trading/market/zones'
import { SAMPLE_VALUES } from './sample-values.ts'

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
/** A Monday. */
const FIRST_WEEK = Date.UTC(1970, 0, 5)

export type SampledIndicator = {
  slug: string
  cadence: 'weekly' | 'monthly' | 'quarterly' | 'meetings' | 'irregular'
  usual_time: string
  zone: string
  decimals: number
}

/** Between 0 (inclusive) and 1, the same for the same words. */
const drawn = (...words: (string | number)[]) =>
  createHash('sha256').update(words.join('|')).digest().readUInt32BE() / 2 ** 32

/** How often in four weeks; which of the four, and on which day (1 Monday to 5 Friday). */
function slotOf({ slug, cadence }: SampledIndicator) {
  if (slug === 'us-nfp' || slug === 'us-unemployment') return { every: 4, week: 0, day: 5 }
  if (slug === 'us-core-cpi')
    return {
      every: 4,
      week: Math.floor(drawn('us-cpi', 'week') * 4),
      day: 1 + Math.floor(drawn('us-cpi', 'day') * 5),
    }
  if (cadence === 'weekly') return { every: 1, week: 0, day: 4 }
  if (cadence === 'irregular') return { every: 1, week: 0, day: 1 + Math.floor(drawn(slug, 'day') * 5) }
  const every = { monthly: 4, quarterly: 13, meetings: 6 }[cadence]
  return { every, week: Math.floor(drawn(slug, 'week') * every), day: 1 + Math.floor(drawn(slug, 'day') * 5) }
}

/**
 * The announcements of the ISO week that an instant lies in. What lies before `now` has its figure. A release of four weeks is called
 * monthly, so that each lies in its own period.
 */
export function sampleWeek(indicators: readonly SampledIndicator[], at: number, now: number): Claim[] {
  const week = Math.floor((at - FIRST_WEEK) / WEEK_MS)
  const monday = FIRST_WEEK + week * WEEK_MS
  return indicators.flatMap((indicator): Claim[] => {
    const { slug, cadence, usual_time, zone, decimals } = indicator
    const { every, week: place, day } = slotOf(indicator)
    if (((week % every) + every) % every !== place) return []
    const nth = Math.floor(week / every)
    const [hour = 0, minute = 0] = usual_time.split(':').map(Number)
    const starts = instantOf(zone, monday + (day - 1) * DAY_MS + hour * 3_600_000 + minute * 60_000)
    const date = new Date(monday + (day - 1) * DAY_MS).toISOString().slice(0, 10)
    const values = SAMPLE_VALUES[slug]
    return [
      {
        key: `${slug}|${nth}`,
        indicator: slug,
        at: new Date(starts).toISOString(),
        zone,
        // The day is its period: four weeks are no month.
        period: date,
        precision: 'exact',
        ...(values && cadence !== 'irregular'
          ? figuresOf(
              slug,
              nth,
              values,
              decimals,
              cadence === 'meetings' || slug === 'ch-snb-rate',
              starts <= now,
            )
          : {}),
      },
    ]
  })
}

function figuresOf(
  slug: string,
  nth: number,
  [level, step]: readonly [number, number],
  decimals: number,
  isRate: boolean,
  released: boolean,
) {
  const fixed = (value: number) => value.toFixed(decimals).replace(/^-(0(\.0*)?)$/, '$1')
  const published = (of: number) => {
    // Rates stand for months; figures wander about their level.
    if (isRate) return fixed(level + (drawn(slug, Math.floor(of / 3), 'rate') < 0.35 ? -step : 0))
    return fixed(level + (drawn(slug, of, 'a') + drawn(slug, of, 'b') - 1) * 1.6 * step)
  }
  const actual = published(nth)
  // Half of the time the consensus is right to a step of the last decimal.
  const miss = isRate ? 0 : (drawn(slug, nth, 'c') + drawn(slug, nth, 'd') - 1) * 1.1 * step
  const forecast = fixed(Number(actual) - miss)
  const previous = published(nth - 1)
  const revised =
    !isRate && drawn(slug, nth, 'e') < 0.3
      ? fixed(Number(previous) + (drawn(slug, nth, 'f') - 0.5) * step)
      : previous
  const spread = isRate ? 0 : step * 0.6
  return {
    forecast,
    ...(spread > 0 && {
      forecast_low: fixed(Number(forecast) - spread),
      forecast_high: fixed(Number(forecast) + spread),
    }),
    previous,
    ...(released && { actual, ...(revised !== previous && { revised }) }),
  }
}
