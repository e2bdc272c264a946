import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, product } from '../product.ts'

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

  it('gives the member the telephone number that was given beside an address', async () => {
    const { user_id: id } = await signUp({ first_name: 'Nora', phone: '+33698001122' })
    const { rows } = await vigie.admin.query(
      'select profiles.phone, members.phone as listed from profiles join members on user_id = id where id = $1',
      [id],
    )
    expect(rows).toEqual([{ phone: '+33698001122', listed: '+33698001122' }])
    const { rows: refused } = await vigie.admin.query('select phone from profiles where id = $1', [
      (await signUp({ phone: '06 98 00 11 22' })).user_id,
    ])
    expect(refused).toEqual([{ phone: null }])
  })

  it('is found by the words of a name and by a telephone number, with or without an address', async () => {
    const { id } = await signUp({ first_name: 'Aïcha', last_name: 'Le Braz' })
    await vigie.admin.query(`update leads set email = null, phone = '+33698334455' where id = $1`, [id])
    const found = async (word: string) => {
      const { data } = await vigie.as.admin
        .from('leads')
        .select('id')
        .like('words', `%${word}%`)
        .throwOnError()
      return data.map((lead) => lead.id)
    }
    for (const word of ['aicha', 'le braz', '33698334455', '698334455'])
      expect(await found(word), word).toEqual([id])
    expect(await found('aicha@')).toEqual([])
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
