// Runs a feed for each configured source, restarting each independently.
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { WorkerConfig } from '../config.ts'
import { keepRunning } from '../keep-running.ts'
import { coinbase } from './coinbase.ts'
import { runFeed } from './feed.ts'
import { kraken } from './kraken.ts'
import { runLiveFeed } from './live-feed.ts'
import { MARKET_CLASSES } from './provider.ts'
import { SOURCES } from './providers-setting.ts'
import { SimulatedMarket } from './simulated.ts'
import { twelveData } from './twelve-data.ts'

type Options = Pick<
  WorkerConfig,
  'marketSources' | 'twelveData' | 'marketSeed' | 'marketHistory' | 'quoteIntervalMs'
> & { pool: Pool; log: Logger; now: () => number }

/** Runs all feeds until `signal` aborts. */
export async function runFeeds(options: Options, signal: AbortSignal): Promise<void> {
  const { pool, log, now, quoteIntervalMs, marketHistory: history } = options
  const feeds = SOURCES.flatMap((source) => {
    const classes = MARKET_CLASSES.filter((kind) => options.marketSources[kind] === source)
    if (classes.length === 0) return []
    const common = { pool, log, now, quoteIntervalMs, history, classes }
    const run = () => {
      if (source === 'simulated') {
        return runFeed({ ...common, provider: new SimulatedMarket(options.marketSeed) }, signal)
      }
      return runLiveFeed({ ...common, venue: venueOf(source, options) }, signal)
    }
    return [keepRunning(`market feed of ${source}`, signal, log, run)]
  })
  await Promise.all(feeds)
}

function venueOf(source: 'kraken' | 'coinbase' | 'twelvedata', { twelveData: access }: Options) {
  if (source === 'kraken') return kraken()
  if (source === 'coinbase') return coinbase()
  if (!access) throw new Error('Twelve Data requires a key.')
  return twelveData(access.key, access.creditsAMinute)
}
