// Elects the worker that runs the market feed: the holder of an advisory lock.
import type { Logger } from 'pino'
import { lockConnection, tryLock } from './advisory-lock.ts'
import { pause } from './keep-running.ts'

const RETRY_MS = 1000

/**
 * Waits until this process is elected, then runs `work`, which is aborted if the connection is lost, because another process
 * may then be elected. Returns when `signal` aborts; rejects when the connection or `work` fails.
 */
export async function lead(
  what: string,
  databaseUrl: string,
  signal: AbortSignal,
  log: Logger,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const { client, lost } = await lockConnection(databaseUrl, `worker ${what}`)
  const either = AbortSignal.any([signal, lost])
  try {
    while (!either.aborted && !(await tryLock(client, what))) await pause(RETRY_MS, either)
    if (!either.aborted) {
      log.info({ part: what }, 'leads')
      await work(either)
    }
    if (!signal.aborted) lost.throwIfAborted()
  } finally {
    await client.end()
  }
}
