import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import {
  type TestProject,
  type TestProjectOptions,
  testProject,
} from '../../server/src/testing/test-project.ts'

/** The product on a database of its own, with one account for each actor of the policies. */
export const ACTORS = ['visitor', 'freemium', 'premium', 'analyst', 'admin', 'service_role'] as const
export type Actor = (typeof ACTORS)[number]

export type Product = TestProject & {
  /** An official client for each actor. */
  as: Record<Actor, SupabaseClient>
  idOf: Record<Exclude<Actor, 'visitor' | 'service_role'>, string>
  /** Creates a member with a client of their own. */
  member(): Promise<{ client: SupabaseClient; id: string }>
}

const root = join(import.meta.dirname, '..', '..')
const PASSWORD = 'a long test password'

export async function product(
  seed: 'demo' | 'none' = 'none',
  options: Pick<TestProjectOptions, 'now'> = {},
): Promise<Product> {
  const project = await testProject({ projectDir: root, seed, ...options })
  const client = (key: string) =>
    createClient(project.url, key, { auth: { persistSession: false, autoRefreshToken: false } })
  const member = async () => {
    const own = client(project.anonKey)
    const { data, error } = await own.auth.signUp({
      email: `${randomUUID()}@example.com`,
      password: PASSWORD,
    })
    if (error || !data.user) throw error ?? new Error('no user')
    return { client: own, id: data.user.id }
  }
  const [freemium, premium, analyst, admin] = [await member(), await member(), await member(), await member()]
  await project.admin.query(
    `insert into public.premium_grants (user_id, source, ends_at) values ($1, 'test', now() + interval '1 day')`,
    [premium.id],
  )
  await project.admin.query(
    `insert into public.staff (user_id, role) values ($1, 'analyst'), ($2, 'admin')`,
    [analyst.id, admin.id],
  )
  counter = 0
  await closeMarkets(project.admin)
  // Staff rights are tested here without a second factor; staff-assurance.test.ts tests the requirement.
  await project.admin.query('update private.security_settings set require_staff_mfa = false')
  return {
    ...project,
    member,
    idOf: { freemium: freemium.id, premium: premium.id, analyst: analyst.id, admin: admin.id },
    as: {
      visitor: client(project.anonKey),
      freemium: freemium.client,
      premium: premium.client,
      analyst: analyst.client,
      admin: admin.client,
      service_role: client(project.serviceRoleKey),
    },
  }
}

/**
 * Closes every market. No feed provides prices in tests, and nothing is published in an open market without a price. Tests
 * therefore behave the same on every day of the week and set the prices that they need.
 */
export async function closeMarkets(admin: Pick<TestProject['admin'], 'query'>): Promise<void> {
  await admin.query(
    `insert into market_closures select session, now() - interval '1 day', now() + interval '2 days' from market_sessions`,
  )
}

/** Removes the closure: every market has its own hours and holidays again. */
export async function keepHours(admin: Pick<TestProject['admin'], 'query'>): Promise<void> {
  await admin.query(`delete from market_closures where ends_at - starts_at = interval '3 days'`)
}

/** Opens the market of an instrument for the whole week. */
export async function openMarket({ admin }: Pick<Product, 'admin'>, symbol: string): Promise<void> {
  const session = '(select session from instruments where symbol = $1)'
  await admin.query(`delete from market_closures where session = ${session}`, [symbol])
  await admin.query(`delete from market_hours where session = ${session}`, [symbol])
  await admin.query(`insert into market_hours values (${session}, 0, 10080)`, [symbol])
}

/** Withdraws a pending signal: the analyst requests it, and the engine executes it without waiting for the end of the minute. */
export async function withdraw({ as, admin }: Pick<Product, 'as' | 'admin'>, id: string): Promise<void> {
  await as.analyst.rpc('cancel_signal', { signal_id: id, reason: 'Plus valable' }).throwOnError()
  await admin.query(
    `select private.append_signal_event($1, 'cancelled', clock_timestamp(), null, null, '{"rule":"asked","reason":"cancelled"}')`,
    [id],
  )
}

/** A new session of an actor whose earlier session ended. */
export async function signIn({ as, admin, idOf }: Product, actor: keyof Product['idOf']): Promise<void> {
  const { rows } = await admin.query<{ email: string }>('select email from auth.users where id = $1', [
    idOf[actor],
  ])
  const { error } = await as[actor].auth.signInWithPassword({
    email: rows[0]?.email ?? '',
    password: PASSWORD,
  })
  if (error) throw error
}

/** Publishes a draft as the analyst. Throws the database's refusal. */
export async function publish({ as }: Pick<Product, 'as'>, changes: Record<string, unknown> = {}) {
  const { data, error } = await as.analyst.rpc('publish_signal', { signal: draft(changes) })
  if (error) throw error
  return data as { id: string; number: number; commitment: string; hash: string }
}

/** Test files share a process, so each starts with its own product. */
let counter = 0

/** A valid signal. Each call uses a new entry price, so that none is a duplicate. */
export function draft(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const entry = 1.085 + ++counter / 100_000
  return {
    symbol: 'EURUSD',
    direction: 'buy',
    order_type: 'limit',
    entry_low: entry.toFixed(5),
    entry_high: (entry + 0.001).toFixed(5),
    stop_loss: (entry - 0.003).toFixed(5),
    targets: [
      { price: (entry + 0.005).toFixed(5), share: '50' },
      { price: (entry + 0.01).toFixed(5), share: '50' },
    ],
    timeframe: 'M15',
    style: 'intraday',
    tier: 'premium',
    risk_percent: '1',
    validity_minutes: 480,
    facts: 'Troisième contact sur 1.0850.',
    opinion: 'Un retour vers 1.0900 est plus probable qu’une cassure.',
    counter_thesis: 'Une inflation au-dessus de la prévision relancerait le dollar.',
    counter_condition: 'Une bougie H1 clôture sous 1.0835.',
    method: 'Retour sur support, UT M15.',
    conflicts: 'Aucune position, aucun lien affilié.',
    position_held: 'none',
    affiliate_link: 'no',
    ...changes,
  }
}
