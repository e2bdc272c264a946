import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { type Config, ConfigError } from '../server/src/config.ts'
import { writePrivateFile } from '../server/src/private-file.ts'
import type { Served } from '../server/src/serve.ts'

type Admin = { email: string; password: string | undefined }

/** The first administrator: signed up like anyone, then made staff. Their credentials stay in `credentials.json`. */
export async function ensureAdmin(config: Config, served: Served): Promise<Admin> {
  const { admin: database, keys } = served.context
  const known = remembered(config)
  const { rows } = await database.query<{ email: string }>(
    `select users.email from public.staff join auth.users on users.id = staff.user_id where staff.role = 'admin' order by staff.granted_at limit 1`,
  )
  const admin: Admin = rows[0]
    ? { email: rows[0].email, password: known?.email === rows[0].email ? known.password : undefined }
    : await create()
  remember(config, admin)
  return admin

  async function create(): Promise<Admin> {
    const email = config.adminEmail
    if (config.adminPassword) await requireHardToGuess(config.adminPassword, email)
    const password = config.adminPassword ?? randomBytes(12).toString('base64url')
    const client = createClient(served.url, keys.serviceRoleKey, {
      auth: { persistSession: false, autoRefreshToken: false },
    })
    const { error } = await client.auth.admin.createUser({
      email,
      password,
      email_confirm: true,
      user_metadata: { username: 'admin', first_name: 'Admin', last_name: 'Vigie', locale: 'fr' },
    })
    if (error && error.code !== 'email_exists')
      throw new Error(`The administrator could not be created: ${error.message}`)
    await database.query(
      `insert into public.staff (user_id, role) select id, 'admin' from auth.users where email = $1 on conflict (user_id) do update set role = 'admin'`,
      [email.toLowerCase()],
    )
    await database.query(
      `update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()) where email = $1`,
      [email.toLowerCase()],
    )
    return { email: email.toLowerCase(), password: error ? undefined : password }
  }
}

/** The server takes any password from its own key, and this is the account that may do everything. Throws ConfigError. */
export async function requireHardToGuess(password: string, email: string): Promise<void> {
  const { default: estimator } = await import('../server/src/auth/passwords/password-estimator.ts')
  const { score } = estimator.check(password.slice(0, 32), [email, ...email.split(/[@.]/)])
  if (score < 2) throw new ConfigError('The setting ADMIN_PASSWORD is wrong: it is easily guessed.')
}

const file = ({ dataDir }: Config) => join(dataDir, 'credentials.json')
const beside = ({ dataDir }: Config) => join(dataDir, 'admin.json')

/** What an earlier start generated; the server rewrites credentials.json, so this lies in a file of its own. */
function remembered(config: Config): Admin | undefined {
  return existsSync(beside(config)) ? (JSON.parse(readFileSync(beside(config), 'utf8')) as Admin) : undefined
}

function remember(config: Config, admin: Admin): void {
  if (admin.password) writePrivateFile(beside(config), `${JSON.stringify(admin)}\n`)
  const credentials = JSON.parse(readFileSync(file(config), 'utf8')) as Record<string, unknown>
  const whole = { ...credentials, adminEmail: admin.email, adminPassword: admin.password }
  writePrivateFile(file(config), `${JSON.stringify(whole, null, 2)}\n`)
}
