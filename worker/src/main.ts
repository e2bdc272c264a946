// The worker: market data and background tasks; several can run on one database.
import { EventEmitter } from 'node:events'
import { type Logger, pino } from 'pino'
import { ConfigError, readWorkerConfig, type WorkerConfig } from './config.ts'
import { createPool } from './database.ts'
import { keepRunning } from './keep-running.ts'
import { lead } from './leadership.ts'
import { guardJobs } from './live-workers.ts'
import { runFeeds } from './market/start-feeds.ts'
import { DELIVERY_LINES } from './notifications/deliver-notifications.ts'
import { keepTelegram } from './notifications/post-to-telegram.ts'
import { keepPaymentSettings } from './payments/payment-providers.ts'
import { keepKeyPair } from './push/sender-identity.ts'
import { enqueue, prepareQueue, startQueue } from './queue.ts'
import { CRONTAB, taskList } from './tasks/registry.ts'

export type WorkerOptions = Omit<WorkerConfig, 'logLevel'> & {
  log: Logger
  /** Injected clock; the system's by default. */
  now?: () => number
}

/**
 * Connections in addition to the jobs': the queue's listener, its cron, the feed, delivery transactions, a second chat, and a
 * spare.
 */
const EXTRA_CONNECTIONS = 5 + DELIVERY_LINES
const STOP_WITHIN_MS = 1800

/**
 * Starts the queue and the market feed; both are restarted with increasing delays when the database is unavailable. `stop`
 * takes at most two seconds: unfinished jobs are taken over by another worker or the next start.
 */
export async function startWorker(options: WorkerOptions): Promise<{ stop(): Promise<void> }> {
  const { databaseUrl, log } = options
  const now = options.now ?? Date.now
  const stopping = new AbortController()
  const { signal } = stopping
  const pool = createPool(databaseUrl, options.concurrency + EXTRA_CONNECTIONS, log)
  const tasks = taskList({ pool, log, now }, options)
  let poolId: string | null = null

  // The feed adds jobs, so on a new database it must wait for the queue's tables.
  const prepared = Promise.withResolvers<void>()
  signal.addEventListener('abort', () => prepared.resolve(), { once: true })
  const queue = async () => {
    await prepareQueue(pool, log)
    await keepKeyPair(pool, options.push.configured)
    await keepPaymentSettings(pool, options.payments)
    await keepTelegram(pool, options.telegram)
    prepared.resolve()
    await enqueue(pool, 'load-shipped-content')
    const events = new EventEmitter()
    events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) => {
      poolId = workerPool.id
    })
    const { concurrency } = options
    const runner = await startQueue({ pool, tasks, crontab: CRONTAB, concurrency, events, log })
    const stop = () => {
      // A runner that is already stopping rejects; its promise reports how it ended.
      runner.stop().catch((error: unknown) => log.debug({ err: error }, 'the queue was already stopped'))
    }
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
    try {
      await runner.promise
    } finally {
      signal.removeEventListener('abort', stop)
      poolId = null
    }
  }
  const guard = () => guardJobs(databaseUrl, pool, () => poolId, signal, log)
  const feed = async () => {
    await prepared.promise
    if (signal.aborted) return
    await lead('market feed', databaseUrl, signal, log, (leading) =>
      runFeeds({ ...options, pool, log, now }, leading),
    )
  }

  const parts = Promise.all([
    keepRunning('queue', signal, log, queue),
    keepRunning('job guard', signal, log, guard),
    keepRunning('market feed', signal, log, feed),
  ])
  let stopped: Promise<void> | undefined
  return {
    stop: () => {
      stopped ??= (async () => {
        stopping.abort()
        const deadline = new Promise((resolve) => setTimeout(resolve, STOP_WITHIN_MS).unref())
        await Promise.race([parts.then(() => pool.end()), deadline])
      })()
      return stopped
    },
  }
}

async function runAlone(): Promise<void> {
  const { logLevel, ...config } = readWorkerConfig(process.env)
  const log = pino({ level: logLevel, name: 'worker' })
  const worker = await startWorker({ ...config, log })
  const stop = () => void worker.stop().then(() => process.exit(0))
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // As a child process, the worker ends with its parent.
  process.on('disconnect', stop)
}

if (import.meta.main) {
  try {
    await runAlone()
  } catch (error) {
    console.error(error instanceof ConfigError ? error.message : error)
    process.exit(1)
  }
}
