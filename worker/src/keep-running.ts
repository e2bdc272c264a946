// Owns survival: what fails is started again, later each time, until the worker stops. It never hides why.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

const FIRST_DELAY = 250
const LONGEST_DELAY = 15_000
const STEADY_MS = 30_000

/**
 * Runs `body` again and again until `signal` aborts. An end without an error counts as a failure too: these bodies are
 * meant to last. The wait doubles from 0.25 s to 15 s and starts over once a run has lasted 30 s. Never rejects.
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
      log.warn({ part: name }, 'ended before its time and starts again')
    } catch (error) {
      if (signal.aborted) return
      log.warn({ part: name, err: error, delay }, 'failed and starts again')
    }
    if (performance.now() - startedAt > STEADY_MS) delay = FIRST_DELAY
    await pause(delay, signal)
    delay = Math.min(delay * 2, LONGEST_DELAY)
  }
}

/** Waits, or returns at once when `signal` aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
