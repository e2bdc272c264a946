// Stores a simulated market: history first, then each completed minute's candles, and quotes in between. All its state can be
// read back from the database, so it may be stopped or killed at any time.
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { inTransaction } from '../database.ts'
import { pause } from '../keep-running.ts'
import { enqueue } from '../queue.ts'
import { FeedWatch } from './feed-watch.ts'
import { historyPlan, type Stage } from './history-plan.ts'
import {
  ensureMonths,
  noteQuotes,
  publishQuotes,
  readInstruments,
  readStoredEnds,
  storeCandles,
} from './market-store.ts'
import { BASE_TIMEFRAMES, type MarketClass, type MarketProvider } from './provider.ts'
import { QuoteGate } from './quote-gate.ts'

const MINUTE = BASE_TIMEFRAMES.M1

export type FeedOptions = {
  pool: Pool
  provider: MarketProvider
  /** Classes to feed; all by default. */
  classes?: readonly MarketClass[]
  quoteIntervalMs: number
  history: 'full' | 'short'
  log: Logger
  /** Injected clock. */
  now: () => number
}

/** Runs until `signal` aborts; rejects when the database or the provider fails, and is then restarted. */
export async function runFeed(options: FeedOptions, signal: AbortSignal): Promise<void> {
  const { pool, provider, now, log } = options
  const instruments = await readInstruments(pool, options.classes)
  const stored = await readStoredEnds(pool, provider.source)
  await provider.resume(instruments, stored)
  const storedUntil = stored.size > 0 ? Math.max(...[...stored.values()].map((end) => end.until)) : null
  let cursor = await fillHistory(options, historyPlan(storedUntil, now(), options.history), signal)
  cursor ??= storedUntil ?? floorMinute(now())
  log.info({ provider: provider.source, instruments: instruments.length }, 'market feed is live')

  const watch = new FeedWatch(provider.source, instruments)
  for (const [symbol, { until }] of stored) watch.bar(symbol, until - MINUTE)
  const gate = new QuoteGate()
  while (!signal.aborted) {
    const minute = floorMinute(now())
    if (minute > cursor) {
      await storeMinutes(options, { timeframe: 'M1', from: cursor, until: minute }, watch)
      cursor = minute
    }
    await publishChanges(options, gate, watch)
    await watch.report(pool, now())
    await pause(options.quoteIntervalMs - (now() % options.quoteIntervalMs), signal)
  }
}

/** Fills missing history in one transaction, so that an interrupted first start leaves nothing partial. */
async function fillHistory(
  { pool, provider, log }: FeedOptions,
  stages: readonly Stage[],
  signal: AbortSignal,
): Promise<number | null> {
  if (stages.length === 0) return null
  const startedAt = performance.now()
  await ensureMonths(pool, stages[0]?.from ?? 0, stages.at(-1)?.until ?? 0)
  const candles = await inTransaction(pool, async (client) => {
    let count = 0
    for (const { timeframe, from, until } of stages) {
      for await (const batch of provider.candles(timeframe, from, until)) {
        signal.throwIfAborted()
        count += await storeCandles(client, timeframe, provider.source, batch)
      }
    }
    await enqueue(client, 'settle-signals')
    return count
  })
  log.info({ candles, ms: Math.round(performance.now() - startedAt) }, 'market history is complete')
  return stages.at(-1)?.until ?? null
}

/** Stores a minute together with the job that settles signals on it. */
async function storeMinutes({ pool, provider }: FeedOptions, stage: Stage, watch: FeedWatch): Promise<void> {
  await inTransaction(pool, async (client) => {
    for await (const batch of provider.candles(stage.timeframe, stage.from, stage.until)) {
      await storeCandles(client, stage.timeframe, provider.source, batch)
      for (const candle of batch) watch.bar(candle.symbol, candle.openedAt)
    }
    await enqueue(client, 'settle-signals')
  })
}

async function publishChanges(
  { pool, provider, now }: FeedOptions,
  gate: QuoteGate,
  watch: FeedWatch,
): Promise<void> {
  const at = now()
  const quotes = await provider.quotes(at)
  for (const quote of quotes) watch.quote(quote.symbol, quote.at)
  const changed = gate.pass(quotes, at)
  if (changed.length > 0) await publishQuotes(pool, provider.source, new Date(at), changed)
  await noteQuotes(pool, new Date(at), gate.standing(quotes, at))
}

function floorMinute(at: number): number {
  return at - (at % MINUTE)
}
