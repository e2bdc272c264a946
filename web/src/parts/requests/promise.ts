// Owns the time within which a request for premium is answered.
/** The promised response time, in milliseconds. */
export const PROMISED_MS = 48 * 3_600_000

/** When an answer was promised to a request that waits since then, ISO 8601. */
export const dueAt = (since: string): string => new Date(Date.parse(since) + PROMISED_MS).toISOString()

/** What is left until a request is late, in milliseconds; negative once it is. */
export const dueIn = (since: string, now: number): number => Date.parse(since) + PROMISED_MS - now

/** How much of the promised time has passed, 0 to 1. */
export const shareOfPromise = (since: string, now: number): number =>
  Math.min(1, Math.max(0, (now - Date.parse(since)) / PROMISED_MS))
