import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Product, product } from '../product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product()
}, 60_000)
beforeEach(async () => {
  await vigie.admin.query('delete from webhook_endpoints')
})
afterAll(() => vigie.stop())

async function signUp(data: Record<string, unknown>) {
  const client = createClient(vigie.url, vigie.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const account = { email: `${randomUUID()}@example.com`, password: 'a long test password' }
  const { data: made, error } = await client.auth.signUp({ ...account, options: { data } })
  if (error) throw error
  const { rows } = await vigie.admin.query('select * from leads where user_id = $1', [made.user?.id])
  return rows[0]
}

describe('a lead that is erased', () => {
  it('is told to those it was sent to, or may have been, by its number alone, and to nobody else', async () => {
    const { rows: endpoints } = await vigie.admin.query<{ id: string }>(
      `insert into webhook_endpoints (name, url, events)
       select name, 'https://hook.example/' || name, '{lead.created}' from unnest(array['sent', 'tried', 'waiting', 'new']) as name
       returning id`,
    )
    const [sent, tried, waiting] = endpoints.map(({ id }) => id)
    const lead = await signUp({ first_name: 'Quirinale' })
    const of = (endpoint: string | undefined, set: string) =>
      vigie.admin.query(`update webhook_deliveries set ${set} where lead_id = $1 and endpoint_id = $2`, [
        lead.id,
        endpoint,
      ])
    await of(sent, `state = 'delivered', ended_at = now(), attempts = 1`)
    // The lead may have been accepted although the response was lost.
    await of(tried, 'attempts = 2')
    await vigie.admin.query('delete from webhook_deliveries where endpoint_id not in ($1, $2, $3)', [
      sent,
      tried,
      waiting,
    ])
    await vigie.admin.query('delete from auth.users where id = $1', [lead.user_id])
    const { rows } = await vigie.admin.query(
      'select endpoint_id, event, lead_id, state, body from webhook_deliveries order by id',
    )
    expect(rows.map(({ body: _, ...row }) => row)).toEqual(
      [sent, tried].map((id) => ({ endpoint_id: id, event: 'lead.erased', lead_id: null, state: 'pending' })),
    )
    for (const { body } of rows) {
      expect(JSON.parse(body)).toEqual({
        integration_id: lead.integration_id,
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        format_version: '1.0',
      })
    }
  })
})

describe('a lead', () => {
  it('and its account and its deliveries are made together or not at all', async () => {
    await vigie.admin.query(
      `insert into webhook_endpoints (name, url) values ('Make', 'https://hook.example/')`,
    )
    const count = async () =>
      (
        await vigie.admin.query(
          `select (select count(*) from profiles)::int as profiles, (select count(*) from leads)::int as leads, (select count(*) from webhook_deliveries)::int as deliveries`,
        )
      ).rows[0]
    const before = await count()
    const database = await vigie.admin.connect()
    await database.query('begin')
    await database.query(`insert into auth.users (id, email) values (gen_random_uuid(), 'half@example.com')`)
    await database.query('rollback')
    database.release()
    expect(await count()).toEqual(before)
    await signUp({})
    expect(await count()).toEqual({
      profiles: before.profiles + 1,
      leads: before.leads + 1,
      deliveries: before.deliveries + 1,
    })
  })

  it('that is qualified is sent once, as qualified', async () => {
    await vigie.admin.query(
      `insert into webhook_endpoints (name, url) values ('Make', 'https://hook.example/')`,
    )
    const lead = await signUp({})
    const qualify = () =>
      vigie.admin.query(
        `update leads set is_qualified = true, qualified_at = now(), product_requested = 'premium' where id = $1`,
        [lead.id],
      )
    await qualify()
    await qualify()
    const { rows } = await vigie.admin.query(
      `select body::jsonb as record from webhook_deliveries where lead_id = $1 and event = 'lead.qualified'`,
      [lead.id],
    )
    expect(rows).toMatchObject([
      { record: { isQualified: true, is_qualified: true, sheet_type: 'premium', premium_flow: true } },
    ])
  })
})

describe('the secret of a webhook', () => {
  it('is read by admins through one function, changed on their word, and never written in the audit log', async () => {
    const { rows } = await vigie.admin.query(
      `insert into webhook_endpoints (name, url) values ('n8n', 'https://hook.example/n8n') returning id::int, secret`,
    )
    const [{ id, secret }] = rows
    const { as } = vigie
    expect((await as.admin.from('webhook_endpoints').select('secret')).error?.code).toBe('42501')
    expect((await as.admin.rpc('webhook_secret', { endpoint_id: id })).data).toBe(secret)
    for (const actor of ['visitor', 'freemium', 'premium', 'analyst'] as const) {
      expect((await as[actor].rpc('webhook_secret', { endpoint_id: id })).error?.code).toBe('42501')
      expect((await as[actor].rpc('test_webhook', { endpoint_id: id })).error?.code).toBe('42501')
    }
    const fresh = (await as.admin.rpc('webhook_secret', { endpoint_id: id, rotate: true })).data
    expect(fresh).toMatch(/^[0-9a-f]{64}$/)
    expect(fresh).not.toBe(secret)
    const log = await vigie.admin.query(
      `select before, after from audit_log where table_name = 'webhook_endpoints' and row_key = $1`,
      [String(id)],
    )
    expect(log.rows).toEqual([{ before: { secret: '•' }, after: { secret: '•' } }])
  })
})
