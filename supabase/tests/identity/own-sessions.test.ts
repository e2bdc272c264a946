import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { attempt } from '../attempt.ts'
import { ACTORS, type Product, product } from '../product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product()
})
afterAll(() => vigie.stop())

type Session = { id: string; is_current: boolean; ip: string; user_agent: string; assurance: string }
const sessionsOf = async ({ client }: Awaited<ReturnType<Product['member']>>) =>
  (await client.rpc('my_sessions').throwOnError()).data as Session[]

async function another(id: string) {
  const { rows } = await vigie.admin.query('select email from auth.users where id = $1', [id])
  const client = createClient(vigie.url, vigie.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const { error } = await client.auth.signInWithPassword({
    email: rows[0].email,
    password: 'a long test password',
  })
  if (error) throw error
  return client
}

it.each(ACTORS)('%s calls it only when signed in, and sees only their own', async (actor) => {
  const rows = await attempt(vigie, actor, 'select * from public.my_sessions()')
  const ended = await attempt(vigie, actor, 'select public.end_session(gen_random_uuid())')
  expect([rows.refused, ended.refused]).toEqual(
    ['visitor', 'service_role'].includes(actor) ? ['42501', '42501'] : [null, null],
  )
  if (!['visitor', 'service_role'].includes(actor)) expect(rows.rows).toBe(1)
})

it('marks the present session and lists it first', async () => {
  const member = await vigie.member()
  await another(member.id)
  const sessions = await sessionsOf(member)
  expect(sessions.map(({ is_current }) => is_current)).toEqual([true, false])
  expect(sessions[0]).toMatchObject({ ip: '127.0.0.1', assurance: 'aal1' })
})

it('ends another session of the account, whose refresh is refused from then on, and keeps the present one', async () => {
  const member = await vigie.member()
  const other = await another(member.id)
  const [, second] = await sessionsOf(member)
  expect((await member.client.rpc('end_session', { session_id: second?.id })).data).toBe(true)
  await vi.waitFor(async () => expect((await other.rpc('my_sessions')).error?.code).toBe('PGRST303'))
  expect((await other.auth.refreshSession()).error).not.toBeNull()
  expect((await member.client.auth.refreshSession()).error).toBeNull()
  expect((await member.client.rpc('end_session', { session_id: second?.id })).data).toBe(false)
})

it('never ends somebody else’s', async () => {
  const [mine, theirs] = [await vigie.member(), await vigie.member()]
  const [session] = await sessionsOf(theirs)
  expect((await mine.client.rpc('end_session', { session_id: session?.id })).data).toBe(false)
  expect((await theirs.client.auth.refreshSession()).error).toBeNull()
})

describe('a session', () => {
  const DAY = 86_400_000
  let ahead = 0
  let later: Product
  beforeAll(async () => {
    later = await product('none', { now: () => new Date(Date.now() + ahead) })
  })
  afterAll(() => later.stop())

  it('that nobody used for thirty days is over', async () => {
    ahead = 0
    const { client } = await later.member()
    ahead = 29 * DAY
    expect((await client.auth.refreshSession()).error).toBeNull()
    ahead += 31 * DAY
    expect((await client.auth.refreshSession()).error?.message).toMatch(/Session Expired/)
  })

  it('that is used every day is over after ninety', async () => {
    ahead = 0
    const { client } = await later.member()
    for (ahead = 25 * DAY; ahead < 90 * DAY; ahead += 25 * DAY) {
      expect((await client.auth.refreshSession()).error).toBeNull()
    }
    ahead = 91 * DAY
    expect((await client.auth.refreshSession()).error?.message).toMatch(/Session Expired/)
  })
})
