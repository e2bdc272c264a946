import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DESK_ROWS } from '../access/desk-rows.ts'
import { type Product, product } from '../product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product()
  await vigie.admin.query(DESK_ROWS)
  await vigie.admin.query('delete from member_suspensions')
}, 60_000)
afterAll(() => vigie.stop())
beforeEach(async () => {
  await vigie.admin.query('delete from qualification_requests')
})

type Member = { client: SupabaseClient; id: string }
const ask = (client: SupabaseClient, changes: Record<string, unknown> = {}) =>
  client.rpc('request_qualification', { broker: 'partner', account_number: 'AB-1234', ...changes })
const decide = (client: SupabaseClient, ids: string[], decision: string, reason?: string) =>
  client.rpc('decide_qualification', { request_ids: ids, decision, reason: reason ?? null })
const requestOf = async ({ client }: Member) =>
  (await client.from('qualification_requests').select('*').order('created_at', { ascending: false }))
    .data?.[0]

async function asked(): Promise<Member & { request: string }> {
  const member = await vigie.member()
  const { data, error } = await ask(member.client)
  if (error) throw error
  return { ...member, request: data }
}

describe('a request for premium', () => {
  it('[S-116] waits in the queue of the admins, and the member follows it', async () => {
    const member = await asked()
    expect(await requestOf(member)).toMatchObject({
      state: 'pending',
      account_number: 'AB-1234',
      reason: null,
    })
    const { data } = await vigie.as.admin
      .from('qualification_requests')
      .select('state, member:members(email)')
      .eq('id', member.request)
    expect(data).toMatchObject([
      { state: 'pending', member: { email: expect.stringContaining('@example.com') } },
    ])
    expect((await ask(member.client)).error?.message).toBe('already_requested')
  })

  it('is refused with the field that is wrong', async () => {
    const { client } = await vigie.member()
    const refused = async (changes: Record<string, unknown>) => {
      const { error } = await ask(client, changes)
      return [error?.message, error?.hint]
    }
    expect(await refused({ account_number: 'A\u202e1;drop' })).toEqual([
      'account_number_wrong',
      'account_number',
    ])
    expect(await refused({ account_number: '' })).toEqual(['account_number_wrong', 'account_number'])
    expect(await refused({ broker: 'nobody' })).toEqual(['no_such_broker', 'broker'])
    for (const proof_path of [`${vigie.idOf.premium}/statement.pdf`, '../statement.pdf', 'statement.pdf']) {
      expect(await refused({ proof_path })).toEqual(['proof_not_yours', 'proof_path'])
    }
    const { data } = await client.auth.getUser()
    expect((await refused({ proof_path: `${data.user?.id}/../${vigie.idOf.premium}/x.pdf` }))[0]).toBe(
      'proof_not_yours',
    )
    expect((await ask(vigie.as.premium)).error?.message).toBe('already_premium')
    expect((await ask(vigie.as.visitor)).error?.code).toBe('42501')
  })

  it('names another member’s request with the same account', async () => {
    const first = await asked()
    const second = await asked()
    expect((await requestOf(second))?.same_account_as).toBe(first.request)
    expect((await requestOf(first))?.same_account_as).toBeNull()
  })

  it('is not asked for more than five times in thirty days', async () => {
    const { client } = await vigie.member()
    for (let n = 0; n < 5; n++) {
      const { data } = await ask(client)
      expect((await client.rpc('withdraw_qualification', { request_id: data })).error).toBeNull()
    }
    expect((await ask(client)).error?.message).toBe('too_many_requests')
  })
})

describe('a decision', () => {
  it('[S-29] that approves opens premium for its period, marks the lead, and tells the member', async () => {
    const member = await asked()
    const { data } = await vigie.as.admin.rpc('decide_qualification', {
      request_ids: [member.request],
      decision: 'approved',
      premium_days: 90,
    })
    expect(data).toEqual({ decided: 1, skipped: 0 })
    expect((await member.client.rpc('current_tier')).data).toBe('premium')
    const request = await requestOf(member)
    expect(request?.state).toBe('approved')
    const days = (Date.parse(request?.premium_until) - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(90, 1)
    const { rows: grants } = await vigie.admin.query(
      'select source, ends_at from premium_grants where user_id = $1',
      [member.id],
    )
    expect(grants).toMatchObject([{ source: 'qualification' }])
    const { rows: leads } = await vigie.admin.query(
      'select is_qualified, product_requested from leads where user_id = $1',
      [member.id],
    )
    expect(leads).toEqual([{ is_qualified: true, product_requested: 'premium' }])
    const { rows: mails } = await vigie.admin.query(
      `select template, data from _server.mail_outbox where data ->> 'Email' = (select email from auth.users where id = $1) order by id desc limit 1`,
      [member.id],
    )
    expect(mails).toMatchObject([{ template: 'qualification_approved', data: { Until: expect.any(String) } }])
  })

  it('that is not a yes needs a reason, which the member reads', async () => {
    const member = await asked()
    for (const decision of ['rejected', 'needs_information']) {
      expect((await decide(vigie.as.admin, [member.request], decision, ' ')).error?.message).toBe(
        'reason_missing',
      )
    }
    await decide(vigie.as.admin, [member.request], 'rejected', 'Ce compte est d’un autre partenaire.')
    expect(await requestOf(member)).toMatchObject({
      state: 'rejected',
      reason: 'Ce compte est d’un autre partenaire.',
    })
    expect((await member.client.rpc('current_tier')).data).toBe('freemium')
    expect((await ask(member.client)).error).toBeNull()
  })

  it('that asks for more is answered by the member, and the request waits again', async () => {
    const member = await asked()
    await decide(vigie.as.admin, [member.request], 'needs_information', 'Le relevé est illisible.')
    const answer = (changes: object, client = member.client) =>
      client.rpc('answer_qualification', { request_id: member.request, words: '', ...changes })
    expect((await answer({})).error?.message).toBe('answer_empty')
    expect((await answer({ words: 'Voici.' }, vigie.as.premium)).error?.message).toBe('nothing_asked')
    expect((await answer({ words: 'Voici.', account_number: 'ab-5678' })).error).toBeNull()
    expect(await requestOf(member)).toMatchObject({
      state: 'pending',
      account_number: 'AB-5678',
      reason: null,
    })
    expect((await answer({ words: 'Encore.' })).error?.message).toBe('nothing_asked')
    const { data } = await member.client.from('qualification_events').select('kind').order('id')
    expect(data?.map(({ kind }) => kind)).toEqual(['submitted', 'needs_information', 'answered'])
  })

  it('is taken once, whoever else decides at the same moment', async () => {
    const member = await asked()
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        decide(vigie.as.admin, [member.request], n % 2 ? 'approved' : 'rejected', 'Vu.'),
      ),
    )
    expect(answers.map(({ data }) => data.decided).sort()).toEqual([0, 0, 0, 0, 0, 1])
    const { rows } = await vigie.admin.query(
      `select (select count(*) from premium_grants where user_id = $1)::int as grants, state from qualification_requests where id = $2`,
      [member.id, member.request],
    )
    expect(rows[0].grants).toBe(rows[0].state === 'approved' ? 1 : 0)
  })

  it('is an admin’s alone, and never about themselves', async () => {
    const member = await asked()
    for (const actor of ['visitor', 'freemium', 'premium', 'analyst'] as const) {
      const client = vigie.as[actor]
      expect((await decide(client, [member.request], 'approved')).error?.code).toBe('42501')
      expect(
        (await client.rpc('assign_qualification', { request_ids: [member.request], assignee: null })).error
          ?.code,
      ).toBe('42501')
      expect(
        (await client.rpc('comment_qualification', { request_id: member.request, words: 'x' })).error?.code,
      ).toBe('42501')
    }
    expect((await decide(member.client, [member.request], 'approved')).error?.code).toBe('42501')
    await vigie.admin.query(
      `insert into qualification_requests (user_id, broker, account_number) values ($1, 'partner', 'A 1')`,
      [vigie.idOf.admin],
    )
    const { data } = await vigie.as.admin
      .from('qualification_requests')
      .select('id')
      .eq('user_id', vigie.idOf.admin)
    expect((await decide(vigie.as.admin, [data?.[0]?.id], 'approved')).data).toEqual({
      decided: 0,
      skipped: 1,
    })
  })

  it('on five hundred is one transaction: all are approved, told and written down, or none', async () => {
    await vigie.admin.query(
      `insert into auth.users (id, email, email_confirmed_at) select gen_random_uuid(), 'bulk' || n || '@example.com', now() from generate_series(1, 500) as n;
       insert into qualification_requests (user_id, broker, account_number) select user_id, 'partner', 'B ' || left(user_id::text, 8) from members where email like 'bulk%'`,
    )
    const { rows } = await vigie.admin.query(
      `select id from qualification_requests where account_number like 'B %'`,
    )
    const ids = rows.map(({ id }) => id)
    const client = await vigie.admin.connect()
    const counts = `select (select count(*) from premium_grants where source = 'qualification' and user_id in (select user_id from members where email like 'bulk%'))::int as grants,
      (select count(*) from _server.mail_outbox where to_address like 'bulk%')::int as mails,
      (select count(*) from audit_log where table_name = 'qualification_requests' and after ->> 'state' = 'approved' and row_key = any ($1::text[]))::int as audited`
    try {
      await client.query('begin')
      await client.query(
        `select set_config('request.jwt.claims', $1, true), set_config('role', 'authenticated', true)`,
        [JSON.stringify({ role: 'authenticated', sub: vigie.idOf.admin })],
      )
      await client.query(`select public.decide_qualification($1, 'approved')`, [ids])
      await client.query('rollback')
    } finally {
      client.release()
    }
    expect((await vigie.admin.query(counts, [ids])).rows).toEqual([{ grants: 0, mails: 0, audited: 0 }])
    expect((await decide(vigie.as.admin, ids, 'approved')).data).toEqual({ decided: 500, skipped: 0 })
    expect((await vigie.admin.query(counts, [ids])).rows).toEqual([{ grants: 500, mails: 500, audited: 500 }])
    expect(
      (
        await decide(
          vigie.as.admin,
          Array.from({ length: 1001 }, () => randomUUID()),
          'approved',
        )
      ).error?.message,
    ).toBe('too_many_rows')
  })
})

describe('among staff', () => {
  it('requests are given to an admin, and talked about where the member does not read', async () => {
    const member = await asked()
    const { admin } = vigie.idOf
    const assign = (assignee: string | null) =>
      vigie.as.admin.rpc('assign_qualification', { request_ids: [member.request], assignee })
    expect((await assign(vigie.idOf.analyst)).error?.message).toBe('assignee_not_admin')
    expect((await assign(admin)).data).toBe(1)
    expect((await assign(admin)).data).toBe(0)
    expect(
      (
        await vigie.as.admin.rpc('comment_qualification', {
          request_id: member.request,
          words: 'À rappeler.',
        })
      ).error,
    ).toBeNull()
    const kinds = async (client: SupabaseClient) =>
      (
        await client.from('qualification_events').select('kind').eq('request_id', member.request).order('id')
      ).data?.map(({ kind }) => kind)
    expect(await kinds(vigie.as.admin)).toEqual(['submitted', 'assigned', 'commented'])
    expect(await kinds(member.client)).toEqual(['submitted'])
  })

  it('an arrival is heard by admins and by nobody else', async () => {
    const heard: unknown[] = []
    const join = async (client: SupabaseClient) => {
      await client.realtime.setAuth()
      const answered = Promise.withResolvers<string>()
      client
        .channel('staff:qualification', { config: { private: true } })
        .on('broadcast', { event: 'request' }, ({ payload }) => heard.push(payload))
        .subscribe((status) => answered.resolve(status))
      return answered.promise
    }
    expect(await join(vigie.as.admin)).toBe('SUBSCRIBED')
    const member = await asked()
    await expect
      .poll(() => heard)
      .toMatchObject([
        {
          kind: 'submitted',
          request: { id: member.request, state: 'pending', member: { username: expect.any(String) } },
        },
      ])
    expect(await join(member.client)).toBe('CHANNEL_ERROR')
    expect(await join(vigie.as.analyst)).toBe('CHANNEL_ERROR')
    await Promise.all(
      [vigie.as.admin, vigie.as.analyst, member.client].map((client) => client.removeAllChannels()),
    )
  })
})
