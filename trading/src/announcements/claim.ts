// Owns what a source says of an announcement. Every reader of a feed gives claims; the database checks them again (private.checked_claim())
// and merges those of all sources.
export type Claim = {
  /** The source's own key of the occurrence: the same when it is dated anew. */
  key: string
  /** What the source calls the indicator; the database knows which one that is. */
  code?: string
  indicator?: string
  title?: string
  kind?: 'release' | 'speech' | 'decision' | 'holiday'
  currency?: string
  country?: string
  /** ISO instant; without it `day`, on the clock of `zone`. */
  at?: string
  day?: string
  zone?: string
  precision?: 'exact' | 'tentative' | 'all_day'
  /** 2026-10, 2026-Q3, 2026-W47 or a day. */
  period?: string
  impact?: 'low' | 'medium' | 'high'
  forecast?: string
  forecast_low?: string
  forecast_high?: string
  previous?: string
  revised?: string
  actual?: string
  cancelled?: boolean
  postponed?: boolean
}

/** `line`: where a text has lines, from 1; else the place in its list, from 1. */
type ClaimProblem = { line: number; problem: string }
export type ReadClaims = {
  claims: Claim[]
  problems: ClaimProblem[]
  /** The whole time (ISO instants, the end exclusive) that the feed speaks for: what it does not name there, it has withdrawn. */
  covers: { from: string; until: string } | null
}

/** A feed that is none: nothing of it is taken, and what the source said last stays. */
export class FeedError extends Error {}

export const CURRENCY_COUNTRIES: Readonly<Record<string, string>> = {
  USD: 'US',
  EUR: 'EU',
  GBP: 'GB',
  JPY: 'JP',
  CHF: 'CH',
  CAD: 'CA',
  AUD: 'AU',
  NZD: 'NZ',
  CNY: 'CN',
}

/** The entries of a list that can be read; a reader throws a RangeError for one that cannot. Keys that come twice are told apart by their order. */
export function readEach<Entry>(
  entries: readonly Entry[],
  read: (entry: Entry, place: number) => Claim | null,
): Pick<ReadClaims, 'claims' | 'problems'> {
  const claims: Claim[] = []
  const problems: ClaimProblem[] = []
  const times = new Map<string, number>()
  for (const [index, entry] of entries.entries()) {
    try {
      const claim = read(entry, index + 1)
      if (!claim) continue
      const nth = (times.get(claim.key) ?? 0) + 1
      times.set(claim.key, nth)
      claims.push(nth > 1 ? { ...claim, key: `${claim.key}|${nth}` } : claim)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      problems.push({ line: index + 1, problem: error.message })
    }
  }
  return { claims, problems }
}
