import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Product, product } from '../product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product()
}, 60_000)
afterAll(() => vigie.stop())

type Found = {
  user_id: string
  email: string
  tier: string
  staff_role: string | null
  suspended_at: string | null
  created_at: string
}
async function list(filters: Record<string, unknown> = {}): Promise<Found[]> {
  const { data, error } = await vigie.as.admin.rpc('list_members', filters)
  if (error) throw error
  return data
}
async function joined(data: Record<string, string>, email = `${randomUUID()}@example.com`) {
  const client = createClient(vigie.url, vigie.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const { data: made, error } = await client.auth.signUp({
    email,
    password: 'a long test password',
    options: { data },
  })
  if (error) throw error
  return { client, email, id: made.user?.id as string }
}

describe('the members', () => {
  it('are found by words of their name, address and telephone, whatever their accents', async () => {
    const { id } = await joined({ first_name: 'Maëlys', last_name: 'Le Gall' }, 'm.legall@port-louis.example')
    await vigie.as.service_role.from('profiles').update({ phone: '+33698765432' }).eq('id', id)
    for (const query of [
      'maelys',
      'MAËLYS gall',
      'gall mael',
      'legall@port',
      'port-louis',
      '98765',
      'le ma',
      'aëlys',
    ]) {
      expect(
        (await list({ query })).map(({ user_id }) => user_id),
        query,
      ).toEqual([id])
    }
    for (const query of ['maelyse', 'maelys dupont', '%', '_____________', 'gall\\', `' or true --`]) {
      expect(await list({ query }), query).toEqual([])
    }
  })

  it('are those of a tier, as current_tier() says, of a role, of a state', async () => {
    const { id } = await joined({ first_name: 'Later' })
    await vigie.admin.query(
      `insert into premium_grants (user_id, source, starts_at, ends_at) values ($1, 'test', now() + interval '1 day', now() + interval '2 days')`,
      [id],
    )
    const all = await list({ most: 200 })
    const premium = await list({ of_tier: 'premium' })
    const { rows } = await vigie.admin.query(
      `select id from auth.users where exists (select from staff where user_id = users.id) or exists (
         select from premium_grants where user_id = users.id and starts_at <= now() and ends_at > now())`,
    )
    expect(premium.map(({ user_id }) => user_id).sort()).toEqual(rows.map((row) => row.id).sort())
    expect(premium.every(({ tier }) => tier === 'premium')).toBe(true)
    const freemium = await list({ of_tier: 'freemium' })
    expect(freemium.map(({ user_id }) => user_id)).toContain(id)
    expect(premium.length + freemium.length).toBe(all.length)
    expect((await list({ of_role: 'analyst' })).map(({ user_id }) => user_id)).toEqual([vigie.idOf.analyst])
    expect((await list({ of_role: 'member' })).some(({ staff_role }) => staff_role)).toBe(false)
  })

  it('come page by page, none twice, none missing, also where many joined at one moment', async () => {
    await vigie.admin.query(
      `insert into auth.users (id, email) select gen_random_uuid(), 'page' || n || '@example.com' from generate_series(1, 25) as n`,
    )
    const seen: string[] = []
    let last: Found | undefined
    do {
      const page = await list({
        query: 'page',
        most: 10,
        before_at: last?.created_at ?? null,
        before_id: last?.user_id ?? null,
      })
      seen.push(...page.map(({ user_id }) => user_id))
      last = page.length === 10 ? page.at(-1) : undefined
    } while (last)
    expect([seen.length, new Set(seen).size]).toEqual([25, 25])
  })

  it('are listed for admins alone', async () => {
    for (const actor of ['visitor', 'freemium', 'premium', 'analyst'] as const) {
      expect((await vigie.as[actor].rpc('list_members')).error?.code).toBe('42501')
    }
  })

  it('leave the list with their account, and trials are not in it', async () => {
    const { id, email } = await joined({})
    await vigie.admin.query(
      `insert into premium_grants (user_id, source, ends_at) values ($1, 'test', 'infinity')`,
      [id],
    )
    await vigie.admin.query('delete from auth.users where id = $1', [id])
    expect(await list({ query: email })).toEqual([])
    const trial = createClient(vigie.url, vigie.anonKey, { auth: { persistSession: false } })
    const { data } = await trial.auth.signInAnonymously()
    expect((await list({ most: 200 })).map(({ user_id }) => user_id)).not.toContain(data.user?.id)
  })
})

describe('a member who is suspended', () => {
  it('is out at once for whatever needs a new token, and in again when reinstated', async () => {
    const { client, email, id } = await joined({})
    const suspend = (who = vigie.as.admin, member = id) =>
      who.rpc('suspend_member', { member, reason: 'Compte partagé.' })
    expect((await suspend(vigie.as.analyst)).error?.code).toBe('42501')
    expect((await suspend(vigie.as.admin, vigie.idOf.analyst)).error?.message).toBe('member_is_staff')
    expect((await suspend(vigie.as.admin, randomUUID())).error?.message).toBe('no_such_member')
    expect((await vigie.as.admin.rpc('suspend_member', { member: id, reason: ' ' })).error?.code).toBe(
      '23514',
    )
    expect((await suspend()).error).toBeNull()
    expect((await suspend()).error?.message).toBe('already_suspended')
    expect((await list({ of_state: 'suspended' })).map(({ user_id }) => user_id)).toEqual([id])
    expect((await client.auth.refreshSession()).error).not.toBeNull()
    const signIn = () => client.auth.signInWithPassword({ email, password: 'a long test password' })
    expect((await signIn()).error?.code).toBe('user_banned')
    expect((await vigie.as.analyst.rpc('reinstate_member', { member: id })).error?.code).toBe('42501')
    expect((await vigie.as.admin.rpc('reinstate_member', { member: id })).error).toBeNull()
    expect((await signIn()).error).toBeNull()
    expect((await vigie.as.admin.rpc('reinstate_member', { member: id })).error?.message).toBe(
      'not_suspended',
    )
  })

  it('gets nothing with an earlier token: not by REST, storage, functions, the auth service or realtime', async () => {
    const { client, id } = await vigie.member()
    await vigie.admin.query(
      `insert into premium_grants (user_id, source, ends_at) values ($1, 'test', now() + interval '1 day')`,
      [id],
    )
    const token = (await client.auth.getSession()).data.session?.access_token as string
    const call = async (path: string, init: RequestInit = {}) => {
      const headers = { apikey: vigie.anonKey, authorization: `Bearer ${token}`, ...init.headers }
      const answer = await fetch(`${vigie.url}${path}`, { ...init, headers })
      return { status: answer.status, text: await answer.text() }
    }
    const doors = {
      rest: () => call('/rest/v1/rpc/my_access', { method: 'POST' }),
      storage: () =>
        call('/storage/v1/object/list/avatars', {
          method: 'POST',
          body: '{"prefix":""}',
          headers: { 'content-type': 'application/json' },
        }),
      functions: () => call('/functions/v1/admin-notifications', { method: 'POST', body: '{}' }),
      auth: () => call('/auth/v1/user'),
    }
    expect(JSON.parse((await doors.rest()).text).tier).toBe('premium')
    expect((await doors.storage()).status).toBe(200)
    expect((await doors.functions()).status).not.toBe(401)
    expect((await doors.auth()).status).toBe(200)
    const socket = new WebSocket(
      `${vigie.url.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0&apikey=${vigie.anonKey}`,
    )
    const said: string[] = []
    const closed = new Promise<number>((resolve) => {
      socket.addEventListener('close', ({ code }) => resolve(code))
    })
    socket.addEventListener('message', ({ data }) => said.push(String(data)))
    await new Promise((resolve) => socket.addEventListener('open', resolve))
    const config = { private: true }
    socket.send(
      JSON.stringify(['1', '1', 'realtime:signals:premium', 'phx_join', { config, access_token: token }]),
    )
    await vi.waitFor(() => expect(said.join()).toContain('"status":"ok"'), 5000)

    expect(
      (await vigie.as.admin.rpc('suspend_member', { member: id, reason: 'Compte partagé.' })).error,
    ).toBeNull()
    expect(await closed).toBe(1008)
    expect(await doors.rest()).toMatchObject({ status: 401, text: expect.stringContaining('User is banned') })
    expect(await doors.storage()).toMatchObject({
      status: 400,
      text: expect.stringContaining('User is banned'),
    })
    expect((await doors.functions()).status).toBe(401)
    expect(await doors.auth()).toMatchObject({
      status: 403,
      text: expect.stringContaining('session_not_found'),
    })
    // Another server that evaluates the policies without knowledge of bans refuses as well.
    const claims = JSON.stringify({ role: 'authenticated', sub: id })
    const tier = async () => {
      const { rows } = await vigie.admin.query(
        `select set_config('request.jwt.claims', $1, false), public.current_tier() as tier`,
        [claims],
      )
      return rows[0].tier
    }
    expect(await tier()).toBe('freemium')

    await vigie.as.admin.rpc('reinstate_member', { member: id })
    // Earlier sessions have ended; a new sign-in works.
    const email = (await vigie.admin.query('select email from auth.users where id = $1', [id])).rows[0].email
    const password = 'a long test password'
    expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull()
    await vi.waitFor(async () => expect((await client.rpc('my_access')).data.tier).toBe('premium'), 5000)
    expect((await doors.rest()).status).toBe(401)
  })
})

describe('a username', () => {
  it.each([
    ['a control character', 'al\u0007ix', 'username_control_characters'],
    ['an invisible one', 'al\u200bix', 'username_control_characters'],
    ['a reversal of the direction', 'al\u202eix', 'username_control_characters'],
    ['a Cyrillic letter that looks Latin', '\u0430lix', 'username_confusable'],
    ['a full-width letter', '\uff41lix', 'username_confusable'],
    ['a zero for an O', 'b0urse', 'username_confusable'],
    ['dots nobody sees', 'b.o.u.r.s.e', 'username_confusable'],
    ['the house’s own name', 'v1gie', 'username_confusable'],
    ['the staff’s', 'Adm1n'.toLowerCase(), 'username_confusable'],
  ])('with %s is refused with its key, and the old one stays', async (_, wished, key) => {
    await vigie.admin.query(
      `update profiles set username = 'bourse' where id = $1 and username <> 'bourse'`,
      [vigie.idOf.premium],
    )
    const { client, id } = await vigie.member()
    const before = (await client.from('profiles').select('username').single()).data?.username
    const { error } = await client.from('profiles').update({ username: wished }).eq('id', id)
    expect([error?.message, error?.hint]).toEqual([key, 'username'])
    expect((await client.from('profiles').select('username').single()).data?.username).toBe(before)
  })

  it('that is one’s own may change its look, and another is free', async () => {
    const { client, id } = await vigie.member()
    for (const username of ['phare-breton', 'phare.breton', 'phare_bret0n']) {
      expect((await client.from('profiles').update({ username }).eq('id', id)).error).toBeNull()
    }
  })
})
