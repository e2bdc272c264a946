import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureAdmin } from '../scripts/admin.ts'
import { buildWeb } from '../scripts/build-web.ts'
import { startPlatform } from '../scripts/platform.ts'
import { readConfig } from '../server/src/config.ts'
import { freePort } from '../server/src/database/embedded.ts'

/** Starts the whole product once for all journeys: demonstration data, server, worker, the built site. */
export default async function setup(): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), 'journeys-'))
  const environment = { ...process.env, PORT: String(await freePort()), DATA_DIR: join(directory, 'data') }
  const config = readConfig(environment, join(import.meta.dirname, '..'))
  const platform = await startPlatform(config, await buildWeb())
  const admin = await ensureAdmin(config, platform)
  process.env.E2E_URL = platform.url
  process.env.E2E_DATABASE_URL = platform.databaseUrl
  process.env.E2E_ANON_KEY = platform.context.keys.anonKey
  process.env.E2E_ADMIN_EMAIL = admin.email
  process.env.E2E_ADMIN_PASSWORD = admin.password ?? ''
  return async () => {
    await platform.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}
