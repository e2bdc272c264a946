import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DESK_ROWS } from '../access/desk-rows.ts'
import { GUIDE_ROWS } from '../access/guide-rows.ts'
import { type Product, product, publish } from '../product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product()
  await vigie.admin.query(GUIDE_ROWS)
  await vigie.admin.query(DESK_ROWS)
}, 60_000)
afterAll(() => vigie.stop())

const written = async (table: string) =>
  (
    await vigie.admin.query(
      `select actor, actor_role, request_id, row_key, action, before, after from audit_log where table_name = $1 and row_key <> 'x' order by id`,
      [table],
    )
  ).rows

describe('the audit log', () => {
  it('keeps what a member of staff changed: before, after, who, and in which request', async () => {
    const { error } = await vigie.as.admin
      .from('plans')
      .update({ sort: 9 })
      .eq('slug', 'standard')
      .setHeader('x-request-id', 'req-42')
    expect(error).toBeNull()
    expect(await written('plans')).toEqual([
      {
        actor: vigie.idOf.admin,
        actor_role: 'admin',
        request_id: 'req-42',
        row_key: 'standard',
        action: 'update',
        before: { sort: 2 },
        after: { sort: 9 },
      },
    ])
  })

  it('gives all that one request writes one name, and does not take a strange one', async () => {
    await publish(vigie)
    const rows = [...(await written('signals')), ...(await written('signal_events'))]
    expect(rows.length).toBeGreaterThan(1)
    expect(new Set(rows.map(({ request_id }) => request_id)).size).toBe(1)
    await vigie.as.admin
      .from('plans')
      .update({ sort: 8 })
      .eq('slug', 'standard')
      .setHeader('x-request-id', 'a b"c')
    expect((await written('plans')).at(-1).request_id).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('keeps nothing of a write that was refused or undone, of none, and of members’ own', async () => {
    const before = (await vigie.admin.query('select count(*)::int from audit_log')).rows
    await vigie.as.analyst.from('plans').update({ sort: 1 }).eq('slug', 'standard')
    await vigie.as.admin.from('plans').update({ sort: -1e12 }).eq('slug', 'standard')
    await vigie.as.admin.from('plans').update({ sort: 8 }).eq('slug', 'standard')
    await vigie.as.freemium.from('profiles').update({ first_name: 'Alix' }).eq('id', vigie.idOf.freemium)
    await vigie.as.premium.rpc('withdraw_qualification', {
      request_id: (await vigie.as.premium.from('qualification_requests').select('id').single()).data?.id,
    })
    expect((await vigie.admin.query('select count(*)::int from audit_log')).rows).toEqual(before)
  })

  it('keeps who was given a role, also by the owner of the database', async () => {
    const { id } = await vigie.member()
    await vigie.admin.query(`insert into staff (user_id, role) values ($1, 'analyst')`, [id])
    expect((await written('staff')).at(-1)).toMatchObject({
      actor: null,
      actor_role: 'postgres',
      row_key: id,
      action: 'insert',
      after: { role: 'analyst' },
    })
  })

  it('is changed and emptied by nobody, not even by its owner', async () => {
    for (const statement of [
      `update audit_log set actor = null`,
      'delete from audit_log',
      'truncate audit_log',
    ]) {
      await expect(vigie.admin.query(statement)).rejects.toThrow('append_only')
    }
  })

  it('names nobody but by number: what it says of a member is nothing once they are erased', async () => {
    const mark = 'Quirinale'
    const { id, client } = await vigie.member()
    await vigie.admin.query(
      `update auth.users set email = lower($2) || '@example.com', raw_user_meta_data = jsonb_build_object('first_name', $2::text) where id = $1`,
      [id, mark],
    )
    await vigie.admin.query(
      'update profiles set first_name = $2, last_name = $2, username = lower($2) where id = $1',
      [id, mark],
    )
    await vigie.admin.query(
      'update leads set first_name = $2, email = lower($2), source = $2 where user_id = $1',
      [id, mark],
    )
    const { data: request } = await client
      .rpc('request_qualification', { broker: 'partner', account_number: mark, note: mark })
      .throwOnError()
    const { admin } = vigie.as
    await admin.rpc('comment_qualification', { request_id: request, words: mark }).throwOnError()
    const decide = (decision: string) =>
      admin.rpc('decide_qualification', { request_ids: [request], decision, reason: mark }).throwOnError()
    await decide('needs_information')
    await client.rpc('answer_qualification', { request_id: request, words: mark }).throwOnError()
    await decide('approved')
    await admin.rpc('suspend_member', { member: id, reason: mark }).throwOnError()
    await admin.rpc('reinstate_member', { member: id }).throwOnError()
    // Simulates a service that acts with an admin's token and deletes rows.
    const session = await vigie.admin.connect()
    await session.query(`select set_config('request.jwt.claims', $1, false)`, [
      JSON.stringify({ role: 'authenticated', sub: vigie.idOf.admin }),
    ])
    for (const table of [
      'qualification_events where request_id in (select id from qualification_requests where user_id = $1)',
      'qualification_requests where user_id = $1',
      'member_suspensions where user_id = $1',
      'leads where user_id = $1',
      'premium_grants where user_id = $1',
    ])
      await session.query(`delete from ${table}`, [id])
    session.release(true)
    await vigie.admin.query('delete from auth.users where id = $1', [id])
    const about = await vigie.admin.query(
      `select table_name, action from audit_log where after ->> 'user_id' = $1 or before ->> 'user_id' = $1 order by id`,
      [id],
    )
    expect(about.rows).toEqual(
      expect.arrayContaining([
        { table_name: 'premium_grants', action: 'insert' },
        { table_name: 'member_suspensions', action: 'insert' },
        { table_name: 'leads', action: 'delete' },
        { table_name: 'qualification_requests', action: 'delete' },
      ]),
    )
    const named = await vigie.admin.query(
      `select table_name, action, before, after from audit_log where audit_log::text ilike '%' || $1 || '%'`,
      [mark],
    )
    expect(named.rows).toEqual([])
  })

  it('watches every table that staff may write to', async () => {
    const { rows } = await vigie.admin.query(
      `select distinct tablename as name from pg_policies
        where schemaname = 'public' and cmd <> 'SELECT' and coalesce(qual, '') || coalesce(with_check, '') like '%staff_role%'
       except select tgrelid::regclass::text from pg_trigger where tgname = 'audit_change'`,
    )
    expect(rows).toEqual([])
  })

  it('watches every table that a function for staff writes to', async () => {
    const { rows } = await vigie.admin.query(
      `select distinct target[1] as name
         from pg_proc join pg_namespace on pg_namespace.oid = pronamespace,
              regexp_matches(prosrc, '(?:insert into|update|delete from)\\s+public\\.(\\w+)', 'g') as target
        where nspname in ('public', 'private') and prosrc like '%writing_staff_role()%'
       except select tgrelid::regclass::text from pg_trigger where tgname = 'audit_change'`,
    )
    expect(rows).toEqual([])
  })
})
