import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import pg from 'pg'
import { freePort } from '../server/src/database/embedded.ts'
import { type Credentials, credentialsIn, root, type Started, startScript, withDirectory } from './process.ts'

export type BenchServer = {
  server: Started
  port: number
  dataDir: string
  credentials: Credentials
  database: pg.Client
}

/** Runs `work` against a new server of this project, which is stopped and removed afterwards. */
export const withServer = <T>(
  work: (running: BenchServer) => Promise<T>,
  settings: Record<string, string> = {},
  core?: number,
): Promise<T> =>
  withDirectory(async (dataDir) => {
    const port = await freePort()
    const options = ['--project', root, '--port', String(port), '--data', dataDir]
    const environment = { SEED: 'none', ...settings }
    const ready = { ready: /Serving/, ...(core !== undefined && { core }) }
    const server = await startScript('server/src/main.ts', options, environment, ready)
    try {
      const credentials = credentialsIn(dataDir)
      const database = new pg.Client({ connectionString: credentials.databaseUrl })
      await database.connect()
      try {
        return await work({ server, port, dataDir, credentials, database })
      } finally {
        await database.end()
      }
    } finally {
      await server.stop()
    }
  })

export const PASSWORD = 'a long bench password'

/** The official client, signed up under this name without storing its session. */
export async function signUp({ url, anonKey }: Credentials, name: string) {
  const client = createClient(url, anonKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const { data, error } = await client.auth.signUp({
    email: `${name}@example.com`,
    password: PASSWORD,
  })
  if (error || !data.session || !data.user) throw error ?? new Error('no session')
  return { client, id: data.user.id, token: data.session.access_token }
}

/** An admin without a second factor. */
export async function signUpAdmin(credentials: Credentials, database: pg.Client): Promise<SupabaseClient> {
  const { client, id } = await signUp(credentials, 'admin')
  await database.query(`insert into public.staff (user_id, role) values ($1, 'admin')`, [id])
  await database.query('update private.security_settings set require_staff_mfa = false')
  return client
}
