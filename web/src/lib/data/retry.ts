/** How reads are tried again (S-52): 3 retries, the delay doubling from 1 s to at most 30 s, and none of what was refused. */
export const RETRIES = 3
export const retryDelay = (attempt: number): number => Math.min(1000 * 2 ** attempt, 30_000)

/** What the server refused stays refused: asking again changes nothing. */
export function isRefusal(error: unknown): boolean {
  const { code, status } = error as { code?: string; status?: number }
  return (status !== undefined && status >= 400 && status < 500) || code === '42501' || code === 'P0001'
}
