import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type Session, type SupabaseClient } from '@supabase/supabase-js'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { type TestProject, testProject } from '../testing/test-project.ts'
import { EndedSessions } from './ended-sessions.ts'

/** Ending a session invalidates its tokens in every service and on every server, including those that start later. */
const password = 'correct horse battery'
let project: TestProject
let directory: string
let people = 0
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ended-'))
  mkdirSync(join(directory, 'supabase', 'functions', 'hello'), { recursive: true })
  writeFileSync(
    join(directory, 'supabase', 'config.toml'),
    '[auth.rate_limit]\nsign_in_sign_ups = 10000\nrequests = 100000\n[auth.mfa.totp]\nenroll_enabled = true\nverify_enabled = true\n',
  )
  writeFileSync(
    join(directory, 'supabase', 'functions', 'hello', 'index.ts'),
    `Deno.serve(() => new Response('hello'))`,
  )
  project = await testProject({
    projectDir: directory,
    sql: `create table notes (id int); grant select on notes to authenticated;
      create policy "members hear" on realtime.messages for select to authenticated using (true);`,
  })
})
afterAll(async () => {
  await project.stop()
  rmSync(directory, { recursive: true, force: true })
})

type Device = { client: SupabaseClient; session: Session; id: string }

/** One user on two devices. */
async function person(): Promise<{ email: string; here: Device; there: Device }> {
  const email = `ended${people++}@example.com`
  const admin = createClient(project.url, project.serviceRoleKey, { auth: { persistSession: false } })
  await admin.auth.admin.createUser({ email, password, email_confirm: true })
  const device = async (): Promise<Device> => {
    const client = createClient(project.url, project.anonKey, {
      auth: { persistSession: false, autoRefreshToken: false },
    })
    const { data } = await client.auth.signInWithPassword({ email, password })
    if (!data.session) throw new Error('no session')
    return { client, session: data.session, id: idOf(data.session) }
  }
  return { email, here: await device(), there: await device() }
}
const idOf = ({ access_token: token }: Pick<Session, 'access_token'>): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).session_id

const SERVICES = {
  rest: '/rest/v1/notes',
  storage: '/storage/v1/bucket',
  functions: '/functions/v1/hello',
  realtime: '/realtime/v1/api/broadcast',
  auth: '/auth/v1/user',
}

/** The services that accept a token. */
async function doors(token: string, url = project.url): Promise<string[]> {
  const answers = await Promise.all(
    Object.entries(SERVICES).map(async ([service, path]) => {
      const { status } = await fetch(url + path, {
        method: service === 'realtime' ? 'POST' : 'GET',
        headers: {
          apikey: project.anonKey,
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
        },
        ...(service === 'realtime' && { body: '{"messages":[]}' }),
      })
      return status < 300 ? service : null
    }),
  )
  return answers.filter((service) => service !== null)
}
const ALL = Object.keys(SERVICES)

/** A socket with a joined private channel, and its close code. */
async function socketOf({ session }: Device) {
  const address = `${project.url.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0&apikey=${project.anonKey}`
  const ws = new WebSocket(address)
  await once(ws, 'open')
  const payload = { config: { private: true }, access_token: session.access_token }
  ws.send(JSON.stringify(['1', '1', 'realtime:room', 'phx_join', payload]))
  const [data] = (await once(ws, 'message')) as [Buffer]
  expect(JSON.parse(data.toString())[4]).toMatchObject({ status: 'ok' })
  let closed: number | null = null
  ws.on('close', (code) => {
    closed = code
  })
  return { closed: () => closed, leave: () => ws.terminate() }
}
const POLICY_VIOLATION = 1008

type Way = {
  how: string
  end(person: { here: Device; there: Device }): Promise<unknown>
  gone: readonly ('here' | 'there')[]
}
const WAYS: readonly Way[] = [
  {
    how: 'signing out of everything',
    end: ({ here }) => here.client.auth.signOut({ scope: 'global' }),
    gone: ['here', 'there'],
  },
  {
    how: 'signing out of one device',
    end: ({ here }) => here.client.auth.signOut({ scope: 'local' }),
    gone: ['here'],
  },
  {
    how: 'signing out of the others',
    end: ({ here }) => here.client.auth.signOut({ scope: 'others' }),
    gone: ['there'],
  },
  {
    how: 'a new password',
    end: ({ here }) => here.client.auth.updateUser({ password: 'another good passphrase' }),
    gone: ['there'],
  },
  {
    how: 'a password that an administrator sets',
    end: ({ here }) =>
      createClient(project.url, project.serviceRoleKey).auth.admin.updateUserById(here.session.user.id, {
        password: 'another good passphrase',
      }),
    gone: ['here', 'there'],
  },
  {
    how: 'the end of the account',
    end: ({ here }) =>
      createClient(project.url, project.serviceRoleKey).auth.admin.deleteUser(here.session.user.id),
    gone: ['here', 'there'],
  },
  {
    how: 'another database role',
    end: ({ here }) =>
      project.admin.query(`update auth.users set role = 'anon' where id = $1`, [here.session.user.id]),
    gone: ['here', 'there'],
  },
  {
    how: 'a statement that ends a session',
    end: ({ there }) => project.admin.query('delete from auth.sessions where id = $1', [there.id]),
    gone: ['there'],
  },
]

describe('an ended session', () => {
  it.each(WAYS)('by $how is refused everywhere, and its sockets are closed', async ({ end, gone }) => {
    const { here, there } = await person()
    const sockets = { here: await socketOf(here), there: await socketOf(there) }
    expect(await doors(here.session.access_token)).toEqual(ALL)
    expect(await doors(there.session.access_token)).toEqual(ALL)
    const { error } = ((await end({ here, there })) ?? {}) as { error?: unknown }
    expect(error ?? null).toBeNull()
    for (const [name, device] of Object.entries({ here, there })) {
      const over = gone.includes(name as 'here')
      await vi.waitFor(async () => {
        expect(await doors(device.session.access_token), name).toEqual(over ? [] : ALL)
        expect(sockets[name as 'here'].closed(), name).toBe(over ? POLICY_VIOLATION : null)
      }, 5000)
    }
    for (const { leave } of Object.values(sockets)) leave()
  })

  it('is refused with each service’s own error', async () => {
    const { here } = await person()
    await project.admin.query('delete from auth.sessions where id = $1', [here.id])
    const ask = async (path: string) => {
      const headers = { apikey: project.anonKey, authorization: `Bearer ${here.session.access_token}` }
      const answer = await fetch(project.url + path, { headers })
      return [answer.status, await answer.json()]
    }
    await vi.waitFor(async () => {
      expect(await ask(SERVICES.rest)).toEqual([
        401,
        { code: 'PGRST303', details: null, hint: null, message: 'Session has ended' },
      ])
    })
    expect(await ask(SERVICES.storage)).toEqual([
      400,
      expect.objectContaining({ statusCode: '403', error: 'Unauthorized' }),
    ])
    expect((await ask(SERVICES.functions))[0]).toBe(401)
    expect(await ask(SERVICES.auth)).toEqual([
      403,
      expect.objectContaining({ error_code: 'session_not_found' }),
    ])
  })

  it('is known to other servers, including those that start later', async () => {
    const running = await project.another()
    const { here } = await person()
    const token = here.session.access_token
    expect(await doors(token, running.url)).toEqual(ALL)
    await here.client.auth.signOut({ scope: 'global' })
    await vi.waitFor(async () => expect(await doors(token, running.url)).toEqual([]), 5000)
    const later = await project.another()
    expect(await doors(token, later.url)).toEqual([])
    expect(await doors((await person()).here.session.access_token, later.url)).toEqual(ALL)
  })

  it('is loaded after a reconnection when its notification was lost', async () => {
    const { here } = await person()
    await project.admin.query('alter table auth.sessions disable trigger end_tokens')
    await project.admin.query('delete from auth.sessions where id = $1', [here.id])
    await project.admin.query('insert into _server.ended_sessions (session_id) values ($1)', [here.id])
    await project.admin.query('alter table auth.sessions enable trigger end_tokens')
    expect(await doors(here.session.access_token)).toContain('rest')
    await project.admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listener' and datname = current_database()`,
    )
    await vi.waitFor(async () => expect(await doors(here.session.access_token)).toEqual([]), 10_000)
  })

  it('is forgotten once its last token has expired', async () => {
    const clock = { at: new Date() }
    const ended = new EndedSessions(() => clock.at, 3600)
    const stop = await ended.watch(project.admin, project.context.listener, (error) =>
      expect.unreachable(String(error)),
    )
    const end = async (): Promise<string> => {
      const id = randomUUID()
      const ending = { id, state: 'ended', at: clock.at.getTime() }
      await project.admin.query(`select pg_notify('auth_sessions', $1)`, [JSON.stringify(ending)])
      await vi.waitFor(() => expect(ended.refuses({ role: 'x', session_id: id })).toBe(true))
      return id
    }
    const first = await end()
    clock.at = new Date(clock.at.getTime() + 3_600_000)
    await end()
    expect(ended.refuses({ role: 'x', session_id: first })).toBe(true)
    clock.at = new Date(clock.at.getTime() + 60_000)
    await end()
    expect(ended.refuses({ role: 'x', session_id: first })).toBe(false)
    stop()
  })
})

describe('a session whose factor is removed', () => {
  it('continues at aal1: its aal2 tokens are refused until the factor is verified again', async () => {
    const { here } = await person()
    const first = await withFactor(here)
    const high = await current(here)
    expect(await doors(high.access_token)).toEqual(ALL)
    // As done by an administrator or on another device.
    await project.admin.query(`update auth.sessions set aal = 'aal1', factor_id = null where id = $1`, [
      here.id,
    ])
    await vi.waitFor(async () => expect(await doors(high.access_token)).toEqual(['auth']), 5000)
    expect((await here.client.auth.refreshSession()).error).toBeNull()
    expect(await doors((await current(here)).access_token)).toEqual(ALL)
    const code = first.totp.generate({ timestamp: Date.now() + 30_000 })
    expect((await here.client.auth.mfa.challengeAndVerify({ factorId: first.id, code })).error).toBeNull()
    await vi.waitFor(async () => expect(await doors((await current(here)).access_token)).toEqual(ALL))
  })

  it('also refuses older tokens on the device where its owner removed the factor', async () => {
    const { here } = await person()
    const { id } = await withFactor(here)
    const high = await current(here)
    expect((await here.client.auth.mfa.unenroll({ factorId: id })).error).toBeNull()
    await vi.waitFor(async () => expect(await doors(high.access_token)).toEqual(['auth']), 5000)
    expect((await here.client.auth.refreshSession()).error).toBeNull()
    expect(await doors((await current(here)).access_token)).toEqual(ALL)
  })

  const current = async ({ client }: Device) => (await client.auth.getSession()).data.session as Session

  async function withFactor({ client }: Device) {
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
    if (data?.type !== 'totp') throw new Error('no factor')
    const totp = new TOTP({ secret: Secret.fromBase32(data.totp.secret) })
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId: data.id, code: totp.generate() })
    if (error) throw error
    return { id: data.id, totp }
  }
})
