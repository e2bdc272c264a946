import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { freePort } from '../../server/src/database/embedded.ts'
import { type Credentials, credentialsIn, root, type Started, startScript } from '../process.ts'

/**
 * Starts the product's server with its own settings, except limits that a load from one address would reach at once.
 * `confirmed`: addresses must be confirmed, without a minimum interval between mails.
 */
export async function startAuthServer(
  directory: string,
  options: { core?: number; confirmed?: boolean } = {},
): Promise<{ server: Started; credentials: Credentials }> {
  const project = join(directory, 'project')
  const dataDir = join(directory, 'data')
  mkdirSync(project)
  cpSync(join(root, 'supabase'), join(project, 'supabase'), { recursive: true })
  const settings = join(project, 'supabase', 'config.toml')
  let text = readFileSync(settings, 'utf8').replace(
    /\[auth\.rate_limit\][^[]*/,
    `[auth.rate_limit]\n${LIMITS.map((name) => `${name} = 100000000\n`).join('')}\n`,
  )
  if (options.confirmed) {
    text = text
      .replace('enable_confirmations = false', 'enable_confirmations = true')
      .replace('max_frequency = "1s"', 'max_frequency = "1ms"')
  }
  writeFileSync(settings, text)
  const commandLine = ['--project', project, '--port', String(await freePort()), '--data', dataDir]
  const server = await startScript(
    'server/src/main.ts',
    commandLine,
    { SEED: 'none' },
    { ready: /Serving/, ...(options.core === undefined ? {} : { core: options.core }) },
  )
  return { server, credentials: credentialsIn(dataDir) }
}

const LIMITS = [
  'email_sent',
  'token_refresh',
  'sign_in_sign_ups',
  'token_verifications',
  'account_guesses',
  'address_guesses',
  'requests',
]

export const PASSWORD = 'a long bench password'
export type Account = { email: string; id: string; accessToken: string; refreshToken: string }

/** Creates an account with a session. */
export async function account({ url, anonKey }: Credentials, name: string): Promise<Account> {
  const client = createClient(url, anonKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const email = `${name}@example.com`
  const { data, error } = await client.auth.signUp({ email, password: PASSWORD })
  if (error || !data.session) throw error ?? new Error('no session')
  const { access_token: accessToken, refresh_token: refreshToken, user } = data.session
  return { email, id: user.id, accessToken, refreshToken }
}

/** A password sign-in request. */
export const signInRequest = ({ url, anonKey }: Credentials, email: string) => ({
  url: `${url}/auth/v1/token?grant_type=password`,
  method: 'POST',
  headers: { apikey: anonKey, 'content-type': 'application/json' },
  body: JSON.stringify({ email, password: PASSWORD }),
})
