import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, product } from './product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product()
}, 60_000)
afterAll(() => vigie.stop())

const client = () =>
  createClient(vigie.url, vigie.anonKey, { auth: { persistSession: false, autoRefreshToken: false } })
const password = 'a long test password'

async function signUp(data: Record<string, unknown>, email = `${randomUUID()}@example.com`) {
  const { data: made, error } = await client().auth.signUp({ email, password, options: { data } })
  if (error) throw error
  return leadOf(made.user?.id as string)
}

async function leadOf(id: string) {
  const { rows } = await vigie.admin.query('select * from leads where user_id = $1', [id])
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
    // The answer may have been lost after the lead was taken.
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
    await vigie.admin.query('delete from webhook_endpoints')
  })
})

describe('a lead', () => {
  it('[S-20] is kept with the sign-up: who, whence, and what they agreed to', async () => {
    const lead = await signUp({
      first_name: 'Alix',
      last_name: 'Laurent',
      phone: '+33612345678',
      locale: 'it',
      disclaimer_version: '1',
      source: 'https://vigie.example/signup?utm_source=news&utm_campaign=nov%2026&ref=ABC&other=x#top',
    })
    expect(lead).toMatchObject({
      first_name: 'Alix',
      last_name: 'Laurent',
      phone: '+33612345678',
      product_requested: 'freemium',
      is_qualified: false,
      consent_version: '1',
      consent_locale: 'it',
      campaign: { utm_source: 'news', utm_campaign: 'nov%2026', ref: 'ABC' },
    })
    expect(lead.integration_id).toMatch(/^lead-[0-9a-f]{16}$/)
    expect(Math.abs(Date.now() - lead.consent_at.getTime())).toBeLessThan(60_000)
    const { rows } = await vigie.admin.query(
      `select private.lead_record(leads) as record from leads where id = $1`,
      [lead.id],
    )
    expect(rows[0].record).toMatchObject({
      firstName: 'Alix',
      isQualified: false,
      is_qualified: false,
      sheet_type: 'freemium',
      premium_flow: false,
      disclaimerAccepted: true,
      timestamp: lead.created_at.toISOString(),
      date_formatted: expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/),
    })
  })

  it('says that nothing was accepted where nothing was', async () => {
    const { id } = await signUp({})
    const { rows } = await vigie.admin.query(
      `select consent_at, private.lead_record(leads) ->> 'disclaimerAccepted' as accepted from leads where id = $1`,
      [id],
    )
    expect(rows).toEqual([{ consent_at: null, accepted: 'false' }])
  })

  it('knows a person who comes again by another spelling of their address, or by their telephone', async () => {
    const name = randomUUID().replaceAll('-', '')
    const first = await signUp({ phone: '+33700000001' }, `${name}.x@gmail.com`)
    expect((await signUp({}, `${name.slice(0, 9)}.${name.slice(9)}x+two@googlemail.com`)).duplicate_of).toBe(
      first.id,
    )
    expect((await signUp({ phone: '+33700000001' })).duplicate_of).toBe(first.id)
    expect((await signUp({}, `${name}.y@gmail.com`)).duplicate_of).toBeNull()
  })

  it('believes nothing of what the form sends beyond its shape, and never costs an account', async () => {
    const lead = await signUp({
      first_name: 'A\u0000b'.replace('\u0000', '\u0001'),
      phone: 'call me',
      source: `javascript:alert(1)?utm_source=x`,
      campaign: { utm_source: 'forged' },
      is_qualified: true,
    })
    expect(lead).toMatchObject({ phone: null, source: '', is_qualified: false, first_name: 'A b' })
    const long = await signUp({ source: `https://vigie.example/?utm_source=${'x'.repeat(3000)}` })
    expect(long.source).toHaveLength(2048)
    expect(long.campaign.utm_source).toHaveLength(120)
  })

  it('is none while somebody only tries the product, and one when they keep their trial', async () => {
    const trial = client()
    const { data } = await trial.auth.signInAnonymously()
    const id = data.user?.id as string
    expect(await leadOf(id)).toBeUndefined()
    await trial.auth.updateUser({ email: `${randomUUID()}@example.com`, password })
    await vigie.admin.query('update auth.users set is_anonymous = false where id = $1', [id])
    expect(await leadOf(id)).toMatchObject({ user_id: id })
  })

  it('leaves with the account', async () => {
    const lead = await signUp({})
    await vigie.admin.query('delete from auth.users where id = $1', [lead.user_id])
    expect(await leadOf(lead.user_id)).toBeUndefined()
  })

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

describe('the notices of admin-notifications', () => {
  it('[S-28] [S-116] are mailed to every admin: the first at once, what follows in one mail', async () => {
    await vigie.admin.query('delete from _server.mail_outbox')
    const { id: second } = await vigie.member()
    await vigie.admin.query(`insert into staff (user_id, role) values ($1, 'admin')`, [second])
    const notice = (type: string, name: string) =>
      vigie.admin.query(
        `insert into admin_notifications (type, user_email, first_name) values ($1, 'x@example.com', $2)`,
        [type, name],
      )
    const mail = async (at: string) =>
      (await vigie.admin.query(`select private.mail_admin_notices($1) as told`, [at])).rows[0].told
    const mails = async () =>
      (
        await vigie.admin.query(
          `select data - 'At' - 'Email' as data from _server.mail_outbox where template = 'admin_notices' order by id`,
        )
      ).rows.map(({ data }) => data)
    await notice('inscription', 'Alix')
    expect(await mail('2026-11-21T10:00:00Z')).toBe(1)
    expect(await mails()).toEqual(Array(2).fill({ SignUps: 1, Requests: 0, Names: ['Alix <x@example.com>'] }))
    for (let n = 0; n < 30; n++) await notice('inscription', `N${n}`)
    await notice('premium_request', 'Zoé')
    expect(await mail('2026-11-21T10:04:00Z')).toBe(0)
    expect(await mail('2026-11-21T10:05:01Z')).toBe(31)
    const [, , bundle] = await mails()
    expect(bundle).toMatchObject({ SignUps: 30, Requests: 1 })
    expect(bundle.Names).toHaveLength(20)
    expect(bundle.Names[0]).toBe('Zoé <x@example.com>')
    expect(await mail('2026-11-21T11:00:00Z')).toBe(0)
  })
})
