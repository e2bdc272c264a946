// Owns what "live", "stale" and "closed" mean for prices that are shown. The worker writes it, the browser judges it again:
// a worker that died cannot say that it did.

export type FeedState = 'live' | 'stale' | 'closed'

export type FeedReport = {
  state: FeedState
  /** Milliseconds since 1970, UTC; null where there never was one. */
  lastBarAt: number | null
  lastQuoteAt: number | null
  /** When the worker last said something. */
  seenAt: number
}

/** Quotes may be quiet for this long, minutes late by this much, before prices count as frozen. */
export const QUIET_MS = 90_000
export const LATE_BAR_MS = 240_000

/**
 * The state of a market that is open or not, by when data last came. A market that has just opened is given as long as
 * any other to speak: `openSince` is when it opened, null when that is long ago. `since` is when the data froze.
 */
export function feedState(
  open: boolean,
  {
    lastBarAt,
    lastQuoteAt,
    openSince,
  }: { lastBarAt: number | null; lastQuoteAt: number | null; openSince: number | null },
  now: number,
): { state: FeedState; reason: 'no_quotes' | 'no_bars' | null; since: number } {
  if (!open) return { state: 'closed', reason: null, since: now }
  const patience = (last: number | null, allowed: number) => {
    const from = Math.max(last ?? 0, openSince ?? 0)
    return now - from <= allowed
  }
  if (!patience(lastQuoteAt, QUIET_MS))
    return { state: 'stale', reason: 'no_quotes', since: lastQuoteAt ?? now }
  // A bar is known a minute after it opened.
  if (!patience(lastBarAt === null ? null : lastBarAt + 60_000, LATE_BAR_MS)) {
    return { state: 'stale', reason: 'no_bars', since: lastBarAt === null ? now : lastBarAt + 60_000 }
  }
  return { state: 'live', reason: null, since: now }
}

/**
 * What a chart shows of a market: closed by its hours, else what was reported, unless the reporter has fallen silent.
 * `staleSince` is when the prices of this one instrument froze while its class goes on.
 */
export function shownState(
  open: boolean,
  report: (FeedReport & { since: number }) | null,
  now: number,
  staleSince?: number,
): { state: FeedState; since: number | null } {
  if (!open) return { state: 'closed', since: null }
  if (!report) return { state: 'stale', since: null }
  if (now - report.seenAt > QUIET_MS) return { state: 'stale', since: report.lastQuoteAt ?? report.seenAt }
  if (report.state === 'stale') return { state: 'stale', since: report.since }
  if (staleSince !== undefined) return { state: 'stale', since: staleSince }
  return { state: 'live', since: null }
}
