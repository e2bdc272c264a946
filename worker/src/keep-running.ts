// Restarts failing loops with increasing delays until the worker stops, and logs each reason.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

const FIRST_DELAY = 250
const LONGEST_DELAY = 15_000
const STEADY_MS = 30_000

/**
 * Runs `body` repeatedly until `signal` aborts. An end without an error also counts as a failure, since these bodies never end
 * by themselves. The delay doubles from 0.25 s to 15 s and is reset after a run of 30 s. Never rejects.
 */
export async function keepRunning(
  name: string,
  signal: AbortSignal,
  log: Logger,
  body: () => Promise<void>,
): Promise<void> {
  let delay = FIRST_DELAY
  while (!signal.aborted) {
    const startedAt = performance.now()
    try {
      await body()
      if (signal.aborted) return
      log.warn({ part: name }, 'ended unexpectedly; restarting')
    } catch (error) {
      if (signal.aborted) return
      log.warn({ part: name, err: error, delay }, 'failed; restarting')
    }
    if (performance.now() - startedAt > STEADY_MS) delay = FIRST_DELAY
    await pause(delay, signal)
    delay = Math.min(delay * 2, LONGEST_DELAY)
  }
}

/** Waits, or returns when `signal` aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
