// The worker: market data and background tasks, beside any number of others on one database.
import { EventEmitter } from 'node:events'
import { type Logger, pino } from 'pino'
import { ConfigError, readWorkerConfig, type WorkerConfig } from './config.ts'
import { createPool } from './database.ts'
import { keepRunning } from './keep-running.ts'
import { lead } from './leadership.ts'
import { guardJobs } from './live-workers.ts'
import { runFeeds } from './market/start-feeds.ts'
import { keepKeyPair } from './push/sender-identity.ts'
import { prepareQueue, startQueue } from './queue.ts'
import { DELIVERY_LINES } from './tasks/deliver-notifications.ts'
import { keepPaymentSettings } from './tasks/payment-providers.ts'
import { keepTelegram } from './tasks/post-to-telegram.ts'
import { CRONTAB, taskList } from './tasks/registry.ts'

export type WorkerOptions = Omit<WorkerConfig, 'logLevel'> & {
  log: Logger
  /** The clock, injected; the machine's when left out. */
  now?: () => number
}

/** Connections beyond those of the jobs: the queue's ear, its cron, the feed, the lines of deliveries, a second chat, one to spare. */
const EXTRA_CONNECTIONS = 5 + DELIVERY_LINES
const STOP_WITHIN_MS = 1800

/**
 * Starts the queue and the market feed; both are started again, with growing waits, when the database goes away.
 * `stop` ends within two seconds: jobs still running then are taken up again by another worker or the next start.
 */
export async function startWorker(options: WorkerOptions): Promise<{ stop(): Promise<void> }> {
  const { databaseUrl, log } = options
  const now = options.now ?? Date.now
  const stopping = new AbortController()
  const { signal } = stopping
  const pool = createPool(databaseUrl, options.concurrency + EXTRA_CONNECTIONS, log)
  const tasks = taskList({ pool, log, now }, options)
  let poolId: string | null = null

  // The feed adds jobs: on a new database it must not come before the queue's tables.
  const prepared = Promise.withResolvers<void>()
  signal.addEventListener('abort', () => prepared.resolve(), { once: true })
  const queue = async () => {
    await prepareQueue(pool, log)
    await keepKeyPair(pool, options.push.configured)
    await keepPaymentSettings(pool, options.payments)
    await keepTelegram(pool, options.telegram)
    prepared.resolve()
    const events = new EventEmitter()
    events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) => {
      poolId = workerPool.id
    })
    const { concurrency } = options
    const runner = await startQueue({ pool, tasks, crontab: CRONTAB, concurrency, events, log })
    const stop = () => {
      // A runner that stops by itself at this very moment refuses to be stopped; its promise says how it ended.
      runner.stop().catch((error: unknown) => log.debug({ err: error }, 'the queue had already stopped'))
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
  // Started by another process: it ends with it.
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
