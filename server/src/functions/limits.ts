/** Resource limits of a function, in milliseconds and megabytes; the defaults follow Supabase's. */
export type Limits = {
  memoryMb: number
  /** Maximum time the thread may block its event loop while a request waits. */
  busyMs: number
  /** Maximum time until the response begins. */
  idleMs: number
  /** Maximum time for background work after a reload or server stop begins. */
  partingMs: number
  bootMs: number
  /** Minimum interval between attempts to start. */
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
