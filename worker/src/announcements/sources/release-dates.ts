// Reads the release dates of the Bureau of Economic Analysis: {"name of the release": {"release_dates": ["2026-10-29T12:30:00+00:00", …]}}.
import { type Claim, FeedError, type ReadClaims, readEach } from 'trading/announcements/claim'
import { z } from 'zod'

const shape = z.record(z.string(), z.union([z.object({ release_dates: z.array(z.string()) }), z.string()]))

/** Throws FeedError for anything else. Each date of a release is an occurrence, in order within its month. */
export function claimsOfReleaseDates(text: string): ReadClaims {
  let given: z.output<typeof shape>
  try {
    given = shape.parse(JSON.parse(text.replace(/^\uFEFF/, '')))
  } catch {
    throw new FeedError('no release dates')
  }
  const dates = Object.entries(given).flatMap(([name, release]) =>
    typeof release === 'string' ? [] : release.release_dates.map((date) => ({ name, date })),
  )
  const read = readEach(dates, ({ name, date }): Claim => {
    const at = Date.parse(date)
    if (Number.isNaN(at) || !/(Z|[+-]\d\d:?\d\d)$/.test(date)) throw new RangeError('no_time')
    const instant = new Date(at).toISOString()
    return {
      key: `${name}|${instant.slice(0, 7)}`,
      code: name,
      title: name,
      currency: 'USD',
      country: 'US',
      at: instant,
      zone: 'America/New_York',
      precision: 'exact',
    }
  })
  return { ...read, covers: null }
}
