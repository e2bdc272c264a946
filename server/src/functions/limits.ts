/** What one function may use. Milliseconds and megabytes; the defaults follow Supabase's. */
export type Limits = {
  memoryMb: number
  /** How long its thread may be busy without a pause while a request waits. */
  busyMs: number
  /** How long a caller waits for the beginning of a response. */
  idleMs: number
  /** How long background work may go on once the function is to be replaced or the server stops. */
  partingMs: number
  bootMs: number
  /** After a failed start, the next try is not made sooner. */
  bootRetryMs: number
}

export const DEFAULT_LIMITS: Limits = {
  memoryMb: 256,
  busyMs: 10_000,
  idleMs: 150_000,
  partingMs: 5000,
  bootMs: 30_000,
  bootRetryMs: 1000,
}
