import { z } from 'zod'

/** A wrong number is told by what is expected. */
const whole = (least: number, most: number) => {
  const error = `expected a whole number from ${least} to ${most}`
  return z.coerce.number({ error }).int({ error }).min(least, { error }).max(most, { error })
}

/** What belongs to the worker's deployment, read once from the environment. docs/operations.md holds the same table. */
const schema = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  MARKET_PROVIDER: z.enum(['simulated']).default('simulated'),
  MARKET_SEED: z.string().min(1).default('vigie'),
  MARKET_HISTORY: z.enum(['full', 'short']).default('full'),
  QUOTE_INTERVAL_MS: whole(1000, 60_000).default(1000),
  WORKER_CONCURRENCY: whole(1, 50).default(4),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('warn'),
})

export type WorkerConfig = {
  databaseUrl: string
  marketProvider: 'simulated'
  /** The simulated market's seed: the same seed draws the same market. */
  marketSeed: string
  /** How much past the simulated market draws at its first start. */
  marketHistory: 'full' | 'short'
  quoteIntervalMs: number
  /** Jobs at the same time in this process. */
  concurrency: number
  logLevel: z.infer<typeof schema>['LOG_LEVEL']
}

/** A setting that cannot be used; its message is one sentence that names it. */
export class ConfigError extends Error {}

/** Reads the environment. Throws ConfigError on the first wrong value. */
export function readWorkerConfig(environment: NodeJS.ProcessEnv): WorkerConfig {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(present)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigError(`The setting ${String(issue?.path[0])} is wrong: ${issue?.message}.`)
  }
  const env = parsed.data
  return {
    databaseUrl: env.DATABASE_URL,
    marketProvider: env.MARKET_PROVIDER,
    marketSeed: env.MARKET_SEED,
    marketHistory: env.MARKET_HISTORY,
    quoteIntervalMs: env.QUOTE_INTERVAL_MS,
    concurrency: env.WORKER_CONCURRENCY,
    logLevel: env.LOG_LEVEL,
  }
}
