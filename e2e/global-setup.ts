import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureAdmin } from '../scripts/admin.ts'
import { buildWeb } from '../scripts/build-web.ts'
import { startPlatform } from '../scripts/platform.ts'
import { readConfig } from '../server/src/config.ts'
import { freePort } from '../server/src/database/embedded.ts'
import { testIssuer } from '../server/src/testing/openid-issuer.ts'

/** Starts the whole product once for all journeys: demonstration data, server, worker, the built site. */
export default async function setup(): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), 'journeys-'))
  // Somebody else's accounts: a real OpenID provider, and room for a company's own.
  const issuer = await testIssuer()
  Object.assign(process.env, {
    SUPABASE_AUTH_EXTERNAL_ACME_ENABLED: 'true',
    SUPABASE_AUTH_EXTERNAL_ACME_CLIENT_ID: issuer.clientId,
    SUPABASE_AUTH_EXTERNAL_ACME_SECRET: issuer.secret,
    SUPABASE_AUTH_EXTERNAL_ACME_URL: issuer.url,
    SUPABASE_AUTH_SAML_ENABLED: 'true',
    // A journey's own receiver of webhooks stands on this machine.
    WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.1',
  })
  const environment = { ...process.env, PORT: String(await freePort()), DATA_DIR: join(directory, 'data') }
  const config = readConfig(environment, join(import.meta.dirname, '..'))
  const platform = await startPlatform(config, await buildWeb())
  const admin = await ensureAdmin(config, platform)
  issuer.allow(`${platform.url}/auth/v1/callback`)
  process.env.E2E_SERVICE_KEY = platform.context.keys.serviceRoleKey
  process.env.E2E_URL = platform.url
  process.env.E2E_DATABASE_URL = platform.databaseUrl
  process.env.E2E_ANON_KEY = platform.context.keys.anonKey
  process.env.E2E_ADMIN_EMAIL = admin.email
  process.env.E2E_ADMIN_PASSWORD = admin.password ?? ''
  return async () => {
    await platform.stop()
    await issuer.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}
