import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startScript } from '../../bench/process.ts'
import { buildWeb } from '../../scripts/site/build-web.ts'
import { freePort } from '../../server/src/database/embedded.ts'
import { keepCompiled } from '../../server/src/testing/compile-cache.ts'
import { testIssuer } from '../../server/src/testing/openid-issuer.ts'
import { scratchDirectory } from '../../server/src/testing/scratch-directory.ts'
import type { Product } from './product.ts'

const FIRST_WORK_MS = 120_000
const UNDEFINED_TABLE = '42P01'

/** Starts the whole product once per worker: demonstration data, server, worker, built site. */
export default async function setup({ config, provide }: TestProject): Promise<() => Promise<void>> {
  keepCompiled()
  await buildWeb()
  const started = await Promise.all(Array.from({ length: config.maxWorkers }, start))
  provide(
    'products',
    started.map(({ product }) => product),
  )
  return async () => {
    await Promise.all(started.map(({ stop }) => stop()))
  }
}

async function start(): Promise<{ product: Product; stop(): Promise<void> }> {
  const directory = scratchDirectory('journeys-')
  const dataDir = join(directory, 'data')
  const port = await freePort()
  // External accounts: a real OpenID provider, and configuration for an SSO provider.
  const issuer = await testIssuer()
  issuer.allow(`http://localhost:${port}/auth/v1/callback`)
  const environment = {
    PORT: String(port),
    DATA_DIR: dataDir,
    SUPABASE_AUTH_EXTERNAL_ACME_ENABLED: 'true',
    SUPABASE_AUTH_EXTERNAL_ACME_CLIENT_ID: issuer.clientId,
    SUPABASE_AUTH_EXTERNAL_ACME_SECRET: issuer.secret,
    SUPABASE_AUTH_EXTERNAL_ACME_URL: issuer.url,
    SUPABASE_AUTH_SAML_ENABLED: 'true',
    // A test's webhook receiver is on this machine.
    WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.1',
  }
  // A separate process, as in production, which shares no thread with the runner.
  const platform = await startScript('scripts/start.ts', [], environment, { ready: /Admin password/ })
  // Stops the product whenever the runner exits.
  process.once('exit', () => platform.child.kill('SIGTERM'))
  const product = JSON.parse(readFileSync(join(dataDir, 'credentials.json'), 'utf8')) as Product
  await firstWorkDone(product)
  return {
    product,
    async stop() {
      await platform.stop()
      await issuer.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Resolves when the content that the product ships with is loaded, and today's test open: the first pages would compete with that. */
async function firstWorkDone({ databaseUrl }: Product): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (const until = Date.now() + FIRST_WORK_MS; Date.now() < until; await delay(500)) {
      const done = await client
        .query(
          `select from public.daily_tests join private.daily_seeds using (day)
            where charts_at is not null and not exists (select from graphile_worker.jobs where run_at <= now()) limit 1`,
        )
        .catch((error: { code?: string }) => {
          // The worker makes its tables itself.
          if (error.code === UNDEFINED_TABLE) return { rowCount: 0 }
          throw error
        })
      if (done.rowCount) return
    }
    throw new Error('The product has work left after its start that does not end.')
  } finally {
    await client.end()
  }
}
