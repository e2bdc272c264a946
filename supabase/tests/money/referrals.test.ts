import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attempt } from '../attempt.ts'
import { ACTORS, type Product, product } from '../product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product()
}, 60_000)
afterAll(() => vigie.stop())

const anonymous = (headers: Record<string, string> = {}) =>
  createClient(vigie.url, vigie.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { 'user-agent': 'Mozilla/5.0 Firefox/147.0', ...headers } },
  })

/** A member with a referral link. `visitor` is their own browser. */
async function referrer() {
  const visitor = randomUUID()
  const email = `r${randomUUID()}@example.com`
  const { client, id } = await signUp({ email })
  const { data: code } = await client.rpc('open_referral', { visitor }).throwOnError()
  return { client, id, code: code as string, visitor, email }
}

async function signUp({
  ref,
  code,
  visitor,
  agreed = true,
  phone,
  email = `${randomUUID()}@example.com`,
}: {
  /** Referral code in the address. */
  ref?: string
  /** Referral code of the visit, as the form sends it. */
  code?: string
  visitor?: string
  /** Whether the visitor consented to be remembered. */
  agreed?: boolean
  phone?: string
  email?: string
}) {
  const client = anonymous()
  const source = `https://vigie.example/signup${ref ? `?ref=${ref}` : ''}`
  const { data, error } = await client.auth.signUp({
    email,
    password: 'a long test password',
    options: {
      data: {
        source,
        locale: 'es',
        ...(code ? { referral: code } : {}),
        ...(visitor ? { visitor } : {}),
        ...(visitor && agreed ? { referral_memory: '1' } : {}),
        ...(phone ? { phone } : {}),
      },
    },
  })
  if (error || !data.user) throw error ?? new Error('no user')
  return { client, id: data.user.id }
}

const referralOf = async (id: string) =>
  (
    await vigie.admin.query<{ referrer: string; blocked_for: string | null; touched_at: Date }>(
      'select referrer, blocked_for, touched_at from referrals where referred = $1',
      [id],
    )
  ).rows[0]
const click = (code: string, visitor: string, headers?: Record<string, string>, counted = false) =>
  anonymous(headers).rpc('record_referral_click', { code, visitor, counted }).throwOnError()
const openLink = (code: string, headers?: Record<string, string>) =>
  anonymous(headers).rpc('record_referral_click', { code }).throwOnError()
const clicksOf = async ({ client }: { client: ReturnType<typeof anonymous> }) =>
  ((await client.rpc('my_referral').throwOnError()).data as { funnel: { clicks: number } }).funnel.clicks
const consentsOf = async (id: string) =>
  (
    await vigie.admin.query(
      `select granted, version, locale, source from consents where user_id = $1 and kind = 'referral_memory'`,
      [id],
    )
  ).rows
/** Like an account that a provider has verified. */
const throughProvider = (id: string, age = '0') =>
  vigie.admin.query(
    `update auth.users set raw_app_meta_data = '{"provider": "google"}', created_at = now() - $2::interval where id = $1`,
    [id, age],
  )

describe('a referral link', () => {
  it('[S-17] has a code of seven letters that nobody takes for one another, the same at each call', async () => {
    const { client, code } = await referrer()
    expect(code).toMatch(/^[ABCDEFGHJKMNPQRSTVWXYZ2-9]{7}$/)
    expect((await client.rpc('open_referral')).data).toBe(code)
  })

  it('[S-108] is not given to staff, to a trial or to somebody suspended', async () => {
    expect((await vigie.as.admin.rpc('open_referral')).data).toBeNull()
    expect((await vigie.as.analyst.rpc('open_referral')).data).toBeNull()
    const trial = anonymous()
    const { error } = await trial.auth.signInAnonymously()
    expect(error).toBeNull()
    expect((await trial.rpc('open_referral')).data).toBeNull()
  })

  it('[S-108] counts a browser once, the rest as again, robots apart, and unknown codes not at all', async () => {
    const { code } = await referrer()
    const [first, second] = [randomUUID(), randomUUID()]
    for (const visitor of [first, first, first, second]) expect((await click(code, visitor)).data).toBe(true)
    await click(code.toLowerCase(), randomUUID(), { 'user-agent': 'Googlebot/2.1' })
    expect((await click('ZZZZZZZ', first)).data).toBe(false)
    const { rows } = await vigie.admin.query(
      'select again, robot from private.referral_clicks where code = $1 order by robot, again desc',
      [code],
    )
    expect(rows).toEqual([
      { again: 2, robot: false },
      { again: 0, robot: false },
      { again: 0, robot: true },
    ])
  })

  it('[S-108] counts openings of who did not agree to be remembered, and none twice for agreeing', async () => {
    const own = await referrer()
    for (const _ of [1, 2, 3]) expect((await openLink(own.code)).data).toBe(true)
    await openLink(own.code, { 'user-agent': 'Googlebot/2.1' })
    expect((await openLink('ZZZZZZZ')).data).toBe(false)
    expect(await clicksOf(own)).toBe(3)
    // The third visitor consents: the opening that was counted is assigned to them, and later openings belong to the same
    // browser.
    const visitor = randomUUID()
    await click(own.code, visitor, {}, true)
    await click(own.code, visitor)
    await click(own.code, visitor, {}, true)
    expect(await clicksOf(own)).toBe(3)
    await click(own.code, randomUUID())
    expect(await clicksOf(own)).toBe(4)
    // Consenting without a previous opening changes nothing.
    const other = await referrer()
    await click(other.code, visitor, {}, true)
    expect(await clicksOf(other)).toBe(1)
  })

  it('counts no more than a thousand openings without a number a day', async () => {
    const { code } = await referrer()
    await vigie.admin.query(
      `insert into private.referral_click_days select $1, (now() at time zone 'Europe/Paris')::date, 999`,
      [code],
    )
    await openLink(code)
    await openLink(code)
    const { rows } = await vigie.admin.query(
      'select clicks from private.referral_click_days where code = $1',
      [code],
    )
    expect(rows).toEqual([{ clicks: 1000 }])
  })

  it('[S-108] keeps no address of a visitor and nothing of their device', async () => {
    const { rows } = await vigie.admin.query(
      `select attname::text as name from pg_attribute where attrelid = 'private.referral_clicks'::regclass and attnum > 0 order by attnum`,
    )
    expect(rows.map(({ name }) => name)).toEqual(['code', 'visitor', 'first_at', 'again', 'robot'])
  })

  it('fills no more than a thousand rows a day', async () => {
    const { code } = await referrer()
    await vigie.admin.query(
      'insert into private.referral_clicks (code, visitor, robot) select $1, gen_random_uuid(), false from generate_series(1, 1000)',
      [code],
    )
    await click(code, randomUUID())
    const { rows } = await vigie.admin.query('select from private.referral_clicks where code = $1', [code])
    expect(rows).toHaveLength(1000)
  })
})

describe('an attribution', () => {
  it('[S-108] is made with the sign-up, by the code of its address', async () => {
    const { id: owner, code } = await referrer()
    const { id } = await signUp({ ref: code.toLowerCase(), visitor: randomUUID() })
    expect(await referralOf(id)).toMatchObject({ referrer: owner, blocked_for: null })
    expect(await referralOf((await signUp({ ref: 'NOTONE7' })).id)).toBeUndefined()
    expect(await referralOf((await signUp({})).id)).toBeUndefined()
  })

  it('[S-108] belongs to the first touch, for sixty days', async () => {
    const [first, second] = [await referrer(), await referrer()]
    const visitor = randomUUID()
    await click(first.code, visitor)
    await click(second.code, visitor)
    expect(await referralOf((await signUp({ ref: second.code, visitor })).id)).toMatchObject({
      referrer: first.id,
    })

    const later = randomUUID()
    await click(first.code, later)
    await vigie.admin.query(
      `update private.referral_clicks set first_at = now() - interval '61 days' where visitor = $1`,
      [later],
    )
    await click(second.code, later)
    expect(await referralOf((await signUp({ visitor: later })).id)).toMatchObject({ referrer: second.id })
  })

  it('[S-108] is that of the visit, sent by the form, where the address of the form names none', async () => {
    const [first, second] = [await referrer(), await referrer()]
    expect(await referralOf((await signUp({ code: first.code })).id)).toMatchObject({ referrer: first.id })
    // The browser stores the first touch; the address has the latest.
    expect(await referralOf((await signUp({ code: first.code, ref: second.code })).id)).toMatchObject({
      referrer: first.id,
    })
  })

  it('[S-108] writes down the consent with the sign-up, and keeps no number without one', async () => {
    const { code } = await referrer()
    const [agreed, refused] = [randomUUID(), randomUUID()]
    const { id } = await signUp({ code, visitor: agreed })
    expect(await consentsOf(id)).toEqual([{ granted: true, version: '1', locale: 'es', source: 'signup' }])
    const { id: other } = await signUp({ code, visitor: refused, agreed: false })
    expect(await referralOf(other)).toMatchObject({ blocked_for: null })
    expect(await consentsOf(other)).toEqual([])
    const { rows } = await vigie.admin.query(
      'select visitor from private.member_browsers where user_id = any ($1)',
      [[id, other]],
    )
    expect(rows).toEqual([{ visitor: agreed }])
  })

  it('[S-108] is claimed once, within the hour, by who signed up through a provider', async () => {
    const owner = await referrer()
    const claim = (client: ReturnType<typeof anonymous>, code = owner.code, more = {}) =>
      client.rpc('claim_referral', { code, ...more }).then(({ data }) => data)

    const byMail = await signUp({})
    expect(await claim(byMail.client)).toBe(false)
    expect(await referralOf(byMail.id)).toBeUndefined()

    const late = await signUp({})
    await throughProvider(late.id, '61 minutes')
    expect(await claim(late.client)).toBe(false)

    const inTime = await signUp({})
    await throughProvider(inTime.id, '59 minutes')
    expect(await claim(inTime.client, 'NOTONE7')).toBe(false)
    const visitor = randomUUID()
    expect(await claim(inTime.client, owner.code, { visitor, memory: '1' })).toBe(true)
    expect(await referralOf(inTime.id)).toMatchObject({ referrer: owner.id, blocked_for: null })
    expect(await consentsOf(inTime.id)).toHaveLength(1)
    expect(await claim(inTime.client, (await referrer()).code, { visitor, memory: '1' })).toBe(false)
    expect(await referralOf(inTime.id)).toMatchObject({ referrer: owner.id })
    expect(await consentsOf(inTime.id)).toHaveLength(1)

    // The reasons that block a sign-up apply here as well, and a member's own link earns nothing.
    const own = await signUp({ email: owner.email.replace('@', '+mine@') })
    await throughProvider(own.id)
    expect(await claim(own.client)).toBe(true)
    expect((await referralOf(own.id))?.blocked_for).toBe('own_mailbox')
    await throughProvider(owner.id)
    expect(await claim(owner.client)).toBe(false)
  })

  it('[S-108] says why a sign-up does not count', async () => {
    const reason = async (details: Parameters<typeof signUp>[0]) =>
      (await referralOf((await signUp(details)).id))?.blocked_for
    const one = await referrer()
    const mailbox = one.email.replace('@', '+again@')
    expect(await reason({ ref: one.code, email: mailbox })).toBe('own_mailbox')
    await one.client.from('profiles').update({ phone: '+33698765432' }).eq('id', one.id).throwOnError()
    expect(await reason({ ref: one.code, phone: '+33698765432' })).toBe('own_phone')
    expect(await reason({ ref: one.code, visitor: one.visitor })).toBe('own_browser')

    // A browser, a mailbox and a telephone number each refer one member only.
    const [visitor, name] = [randomUUID(), randomUUID()]
    expect(await reason({ ref: one.code, visitor, email: `${name}@example.com` })).toBeNull()
    expect(await reason({ ref: one.code, visitor })).toBe('own_browser')
    expect(await reason({ ref: one.code, email: `${name}+2@example.com` })).toBe('returning')

    const staff = await referrer()
    await vigie.admin.query(`insert into staff (user_id, role) values ($1, 'analyst')`, [staff.id])
    expect(await reason({ ref: staff.code })).toBe('staff')
  })

  it('[S-108] does not count who left and comes back', async () => {
    const { code } = await referrer()
    const email = `${randomUUID()}@example.com`
    const { id } = await signUp({ email })
    await vigie.admin.query('delete from auth.users where id = $1', [id])
    expect((await referralOf((await signUp({ ref: code, email })).id))?.blocked_for).toBe('returning')
    const { rows } = await vigie.admin.query(
      `select mark from private.former_mailboxes where mark like '%@%'`,
    )
    expect(rows).toEqual([])
  })

  it('sums clicks up by the day once no sign-up can count them, and forgets mailboxes after a year', async () => {
    const { code } = await referrer()
    for (const visitor of [randomUUID(), randomUUID()]) await click(code, visitor)
    await click(code, randomUUID(), { 'user-agent': 'curl/8' })
    await vigie.admin.query(
      `update private.referral_clicks set first_at = now() - interval '70 days' where code = $1`,
      [code],
    )
    await vigie.admin.query(
      `insert into private.former_mailboxes values ('old', now() - interval '366 days'), ('young', now() - interval '364 days')`,
    )
    await vigie.admin.query(`select private.trim_referrals(now() + interval '10 years')`)
    const { rows } = await vigie.admin.query(
      'select clicks from private.referral_click_days where code = $1',
      [code],
    )
    expect(rows).toEqual([{ clicks: 2 }])
    const { rows: marks } = await vigie.admin.query(
      `select mark from private.former_mailboxes where mark in ('old', 'young')`,
    )
    expect(marks).toEqual([{ mark: 'young' }])
  })
})

describe('the erasure of an account', () => {
  it('[S-108] takes what it referred, what it was referred by and its browsers, and leaves the consent without a name', async () => {
    const owner = await referrer()
    const visitor = randomUUID()
    await click(owner.code, visitor)
    const referred = await signUp({ code: owner.code, visitor })
    const other = await signUp({ code: owner.code })
    const erase = async (id: string) => {
      const { rows } = await vigie.admin.query(
        `insert into account_deletions (user_id, requested_at, due_at) values ($1, now(), now()) returning id`,
        [id],
      )
      await vigie.admin.query('select private.erase_account($1, now())', [rows[0].id])
    }
    const left = async (id: string) => {
      const { rows } = await vigie.admin.query<{ place: string }>(
        `select 'referrals' as place from referrals where $1 in (referrer, referred)
         union all select 'codes' from referral_codes where user_id = $1
         union all select 'browsers' from private.member_browsers where user_id = $1
         union all select 'clicks' from private.referral_clicks as clicks join referral_codes as codes using (code) where codes.user_id = $1
         union all select 'consents' from consents where user_id = $1 and kind = 'referral_memory'`,
        [id],
      )
      return rows.map(({ place }) => place).sort()
    }
    expect(await left(referred.id)).toEqual(['browsers', 'consents', 'referrals'])
    expect(await left(owner.id)).toEqual(['browsers', 'clicks', 'codes', 'referrals', 'referrals'])

    await erase(referred.id)
    expect(await left(referred.id)).toEqual(['consents'])
    // The referrer keeps their other referrals.
    expect(await left(owner.id)).toEqual(['browsers', 'clicks', 'codes', 'referrals'])

    await erase(owner.id)
    expect(await left(owner.id)).toEqual([])
    expect(await left(other.id)).toEqual([])
    expect((await openLink(owner.code)).data).toBe(false)
  })
})

describe('what belongs to referrals', () => {
  it.each(ACTORS)('%s reads and writes no more of it than is theirs', async (actor) => {
    const { id, code } = await referrer()
    await signUp({ ref: code })
    const rows = async (statement: string, values: unknown[] = []) =>
      (await attempt(vigie, actor, statement, values)).rows
    expect(await rows('select from public.referrals')).toBe(
      actor === 'admin' ? await countOf('referrals') : 0,
    )
    expect(await rows('select from public.referral_codes where user_id = $1', [id])).toBe(
      actor === 'admin' ? 1 : 0,
    )
    for (const statement of [
      'select from private.referral_clicks',
      'select from private.member_browsers',
      'select from private.former_mailboxes',
      'select from private.former_mailbox_key',
      `insert into public.referral_codes (user_id, code) values (auth.uid(), 'AAAAAAA')`,
      'update public.referrals set blocked_for = null, blocked_at = null',
      'delete from public.referrals',
      `update public.referral_settings set currency = 'USD'`,
      `select private.attribute_referral()`,
      `select private.attribute_lead(null, 'X', null, null)`,
      `select private.trim_referrals(now())`,
      `select private.mailbox_mark('x')`,
    ])
      expect((await attempt(vigie, actor, statement)).refused, statement).toBe('42501')
    const set = await attempt(vigie, actor, 'update public.referral_settings set payout_minimum = 6000')
    expect(set.rows).toBe(actor === 'admin' ? 1 : 0)
    const click = await attempt(vigie, actor, `select public.record_referral_click('X', gen_random_uuid())`)
    expect(click.refused).toBe(actor === 'service_role' ? '42501' : null)
    for (const call of ['select public.open_referral()', `select public.claim_referral('X')`])
      expect((await attempt(vigie, actor, call)).refused, call).toBe(
        ['visitor', 'service_role'].includes(actor) ? '42501' : null,
      )
  })
})

const countOf = async (table: string) =>
  (await vigie.admin.query<{ count: number }>(`select count(*)::int as count from ${table}`)).rows[0]?.count
