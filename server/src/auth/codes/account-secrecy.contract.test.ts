import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthProject, authProject } from '../auth-project.ts'
import type { Metadata } from '../store/users.ts'

const password = 'correct horse battery'
const NEW = { 'x-supabase-api-version': '2024-01-01' }
const known = 'known@example.com'

let project: AuthProject
let waited: number[]
beforeAll(async () => {
  project = await authProject('[auth.email]\nenable_confirmations = true\nmax_frequency = "60s"', {
    pause: async (milliseconds) => void waited.push(milliseconds),
    sql: `
      create function public.refuse_name() returns trigger language plpgsql as $$
      begin
        if new.raw_user_meta_data ->> 'name' = 'taken' then raise exception 'name_taken'; end if;
        return new;
      end $$;
      create trigger refuse_name before insert on auth.users for each row execute function public.refuse_name();`,
  })
  waited = []
  await project.call('POST', '/signup', { email: known, password })
  await fetch((await project.mail(known)).data.ConfirmationURL, { redirect: 'manual' })
})
afterAll(() => project.stop())

/** An answer in which every value that differs between sign-ups is replaced by its type. */
function shapeOf(value: unknown, email: string): unknown {
  if (Array.isArray(value)) return value.map((item) => shapeOf(item, email))
  if (value && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shapeOf(item, email)]))
  }
  if (typeof value !== 'string') return value
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab]/.test(value)) return 'uuid'
  return /^\d{4}-\d\d-\d\dT/.test(value) ? 'time' : value.replaceAll(email, 'address')
}

const answerOf = async (path: string, email: string, more: object = {}) => {
  waited = []
  const { status, headers, body } = await project.call('POST', path, { email, ...more }, NEW)
  const names = [...headers.keys()].filter((name) => name !== 'date').sort()
  return { status, names, length: headers.get('content-length'), body, waits: waited.length }
}

const alike = ({ body, length: _, ...rest }: Awaited<ReturnType<typeof answerOf>>, email: string) => ({
  ...rest,
  body: shapeOf(body, email),
})

describe.each([
  ['/signup', { password: 'another password', data: { first_name: 'Ada' } }],
  ['/otp', {}],
  ['/otp', { create_user: false }],
  ['/magiclink', {}],
  ['/recover', {}],
  ['/resend', { type: 'signup' }],
  ['/resend', { type: 'email_change' }],
])('POST %s with %j', (path, more) => {
  it('answers a known and an unknown address identically, at a fixed time step', async () => {
    project.wait(61)
    const stranger = `${path.slice(1)}${Object.keys(more).length}@example.com`
    const first = await answerOf(path, known, more)
    expect(first.status).toBe(200)
    expect(first.waits).toBe(1)
    expect(alike(first, known)).toEqual(alike(await answerOf(path, stranger, more), stranger))
    // Sent again at once: a mail that would follow too soon is skipped silently.
    expect(alike(await answerOf(path, known, more), known)).toEqual(
      alike(await answerOf(path, stranger, more), stranger),
    )
  })
})

describe('a repeated sign-up', () => {
  const ask = async (email: string) => (await answerOf('/signup', email, { password })).body as Metadata

  it('shows the same id as the first, for a taken and for a free address', async () => {
    const free = 'free@example.com'
    const [a, b] = [await ask(free), await ask(free)]
    const [c, d] = [await ask(known), await ask(known)]
    expect(b.id).toBe(a.id)
    expect(d.id).toBe(c.id)
    const { rows } = await project.admin.query('select id from auth.users where email = $1', [known])
    expect(c.id).not.toBe(rows[0].id)
  })

  it('reveals nothing through its timestamps, and neither does a first one', async () => {
    const free = 'times@example.com'
    const expectOneTime = ({ created_at, updated_at, confirmation_sent_at }: Metadata) => {
      expect(created_at).toBe(confirmation_sent_at)
      expect(updated_at).toBe(confirmation_sent_at)
    }
    expectOneTime(await ask(free))
    project.wait(3600)
    for (const email of [free, known]) expectOneTime(await ask(email))
  })

  it('is refused by the project’s triggers like a first one', async () => {
    const more = { password, data: { name: 'taken' } }
    const first = await answerOf('/signup', 'refused@example.com', more)
    expect(first.status).toBe(500)
    expect(alike(await answerOf('/signup', known, more), known)).toEqual(alike(first, 'refused@example.com'))
  })

  it('creates no second account and is logged for the owner', async () => {
    const counts = () =>
      project.admin.query(
        `select (select count(*)::int from auth.users) as users, (select count(*)::int from auth.identities) as identities,
          (select count(*)::int from auth.audit_log_entries where payload ->> 'action' = 'user_repeated_signup'
            and payload ->> 'actor_username' = $1) as notes`,
        [known],
      )
    const before = (await counts()).rows[0]
    await ask(known)
    expect((await counts()).rows[0]).toEqual({ ...before, notes: before.notes + 1 })
  })

  it('counts as a mail to its address', async () => {
    const strict = await authProject('[auth.email]\nenable_confirmations = true', {
      limits: '[auth.rate_limit]\nemail_sent = 2\nsign_in_sign_ups = 1000',
      pause: async () => {},
    })
    const codes = []
    for (let round = 0; round < 3; round++) {
      codes.push((await strict.call('POST', '/signup', { email: known, password }, NEW)).body.code)
    }
    expect(codes).toEqual([undefined, undefined, 'over_email_send_rate_limit'])
    await strict.stop()
  })
})

describe('a change of address to one that is taken', () => {
  it('is reported to a signed-in member, a limited number of times an hour', async () => {
    const open = await authProject('[auth]\nenable_anonymous_sign_ins = true', {
      limits: '[auth.rate_limit]\naccount_guesses = 2\nsign_in_sign_ups = 1000\nanonymous_users = 1000',
    })
    await open.client().auth.signUp({ email: known, password })
    const codes = []
    for (let round = 0; round < 4; round++) {
      const trial = open.client()
      await trial.auth.signInAnonymously()
      codes.push((await trial.auth.updateUser({ email: known })).error?.code)
    }
    expect(codes).toEqual([
      'email_exists',
      'email_exists',
      'over_request_rate_limit',
      'over_request_rate_limit',
    ])
    await open.stop()
  })
})
