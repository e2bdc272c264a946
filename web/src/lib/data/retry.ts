/** Retries of reads (S-52): 3, with a delay that doubles from 1 s to at most 30 s; none after a refusal. */
export const RETRIES = 3
export const retryDelay = (attempt: number): number => Math.min(1000 * 2 ** attempt, 30_000)

/** A refusal is final: a retry would get the same answer. */
export function isRefusal(error: unknown): boolean {
  const { code, status } = error as { code?: string; status?: number }
  return (status !== undefined && status >= 400 && status < 500) || code === '42501' || code === 'P0001'
}
