import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type pg from 'pg'
import { withServer } from '../bench-server.ts'

/** The number of attempts, and a description of each success. */
export type Outcome = { attempts: number; successes: string[] }
export type Attack = (target: Target) => Promise<Outcome>

export type Victim = {
  client: SupabaseClient
  id: string
  email: string
  token: string
  refreshToken: string
}

/** The product on loopback with its demonstration data, and a database connection to prepare attacks. */
export type Target = {
  url: string
  port: number
  anonKey: string
  database: pg.Client
  /** Creates a member with a password and a session. */
  member(): Promise<Victim>
  /** Sends a request, with a token if given. */
  send(path: string, init?: RequestInit & { token?: string }): Promise<Response>
}

export const PASSWORD = 'seven quiet lighthouses'

/** Runs `work` against a separate product, on loopback only. */
export const withTarget = <T>(work: (target: Target) => Promise<T>): Promise<T> =>
  withServer(
    ({ credentials: { url, anonKey }, port, database }) =>
      work({
        url,
        port,
        anonKey,
        database,
        member: () => member(url, anonKey, database),
        send: sender(url, anonKey),
      }),
    { SEED: 'demo', REST_REQUESTS_PER_ADDRESS: '12000', REST_REQUESTS_PER_MEMBER: '6000' },
  )

/** Bypasses the sign-up endpoint, whose limit is tested elsewhere. */
async function member(url: string, anonKey: string, database: pg.Client): Promise<Victim> {
  const client = createClient(url, anonKey, { auth: { persistSession: false, autoRefreshToken: false } })
  await database.query('delete from _server.rate_limits')
  const email = `${randomUUID()}@example.com`
  const { data, error } = await client.auth.signUp({ email, password: PASSWORD })
  if (error || !data.session) throw error ?? new Error('signing up gave no session')
  const { access_token: token, refresh_token: refreshToken, user } = data.session
  return { client, id: user.id, email, token, refreshToken }
}

function sender(url: string, anonKey: string): Target['send'] {
  return (path, { token, headers, ...init } = {}) =>
    fetch(`${url}${path}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(20_000),
      ...init,
      headers: {
        apikey: anonKey,
        ...(typeof init.body === 'string' && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(headers as Record<string, string>),
      },
    })
}

/** Counts attempts. */
export function tally(): { outcome: Outcome; tried(what: string, succeeded: boolean): void } {
  const outcome: Outcome = { attempts: 0, successes: [] }
  return {
    outcome,
    tried(what, succeeded) {
      outcome.attempts += 1
      if (succeeded) outcome.successes.push(what)
    },
  }
}
