// Reads the release calendar of Eurostat, an iCalendar whose identifiers are made anew with every file and whose entries are days. What an
// entry is follows from its title and its day; one that has another day is no more under the old one.
import type { Claim, ReadClaims } from 'trading/announcements/claim'
import { claimsOfIcal } from 'trading/announcements/ical'

const DAY_MS = 86_400_000

/** Throws FeedError for what is no whole calendar. */
export function claimsOfEurostat(text: string): ReadClaims {
  const { claims, problems } = claimsOfIcal(text, {
    zone: 'Europe/Luxembourg',
    currency: 'EUR',
    country: 'EU',
  })
  const dayOf = ({ day, at = '' }: Claim) => day ?? at.slice(0, 10)
  const keyed = new Map(claims.map((claim) => [`${claim.title}|${dayOf(claim)}`, claim]))
  const days = claims.map((claim) => Date.parse(dayOf(claim)))
  return {
    claims: [...keyed].map(([key, claim]) => ({ ...claim, key: key.slice(0, 290) })),
    problems,
    covers:
      days.length === 0
        ? null
        : {
            from: new Date(Math.min(...days)).toISOString(),
            until: new Date(Math.max(...days) + DAY_MS).toISOString(),
          },
  }
}
