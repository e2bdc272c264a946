import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { type TestProject, type TestProjectOptions, testProject } from '../testing/test-project.ts'
import type { Metadata } from './store/users.ts'

/** Test support: a server with its own settings, the official client for it, and the mails that it would send. */
export type AuthProject = TestProject & {
  /** A separate browser: clients share no storage. */
  client(options?: { flowType?: 'implicit' | 'pkce' }): SupabaseClient
  /** Sends a raw request, bypassing the official client. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  mail(to: string): Promise<{ template: string; data: Metadata & { Token: string; ConfirmationURL: string } }>
  /** Advances the server's clock by seconds. */
  wait(seconds: number): void
}

type Answer = { status: number; headers: Headers; body: Metadata }

/** Rate limits high enough that tests never reach them by accident. */
const generous = `
[auth.rate_limit]
email_sent = 10000
sign_in_sign_ups = 10000
token_refresh = 10000
token_verifications = 10000
account_guesses = 10000
address_guesses = 10000
requests = 1000000
admin_requests = 1000000
`

/** Starts the project; `toml` is appended to its configuration. */
export async function authProject(
  toml = '',
  options: TestProjectOptions & { limits?: string } = {},
): Promise<AuthProject> {
  const directory = mkdtempSync(join(tmpdir(), 'auth-project-'))
  mkdirSync(join(directory, 'supabase'))
  writeFileSync(join(directory, 'supabase', 'config.toml'), `${toml}\n${options.limits ?? generous}`)
  let ahead = 0
  const now = () => new Date(Date.now() + ahead * 1000)
  const project = await testProject({ now, ...options, projectDir: directory })
  const base = `${project.url}/auth/v1`
  return {
    ...project,
    client: ({ flowType = 'implicit' } = {}) =>
      createClient(project.url, project.anonKey, {
        auth: { persistSession: true, autoRefreshToken: false, flowType, storage: memory() },
      }),
    async call(method, path, body, headers = {}) {
      const response = await fetch(base + path, {
        method,
        redirect: 'manual',
        headers: { apikey: project.anonKey, 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : {} }
    },
    async mail(to) {
      const { rows } = await project.admin.query(
        'select template, data from _server.mail_outbox where to_address = $1 order by id desc limit 1',
        [to],
      )
      if (!rows[0]) throw new Error(`no mail to ${to}`)
      return rows[0]
    },
    wait(seconds) {
      ahead += seconds
    },
    async stop() {
      await project.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

function memory() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}
