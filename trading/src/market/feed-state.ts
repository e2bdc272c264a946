// Defines "live", "stale" and "closed" for displayed prices. The worker stores the state, and the browser evaluates it again,
// since a dead worker cannot report itself.

export type FeedState = 'live' | 'stale' | 'closed'

export type FeedReport = {
  state: FeedState
  /** Milliseconds since 1970, UTC; null if there never was one. */
  lastBarAt: number | null
  lastQuoteAt: number | null
  /** Time of the worker's last report. */
  seenAt: number
}

/** How long quotes may pause, and how late minutes may be, before prices count as stale. */
export const QUIET_MS = 90_000
export const LATE_BAR_MS = 240_000

/**
 * The state of a market by the time of its last data. A market that has just opened gets the same tolerance: `openSince` is the
 * opening time, null if long ago. `since` is when the data became stale.
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
 * The state to show on a chart: closed outside hours, else the reported state, unless the reporter is silent. `staleSince` is
 * since when this instrument is stale while its class is live.
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
