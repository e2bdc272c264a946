import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attempt } from '../attempt.ts'
import { ACTORS, type Product, product } from '../product.ts'

/** Changes to how an account is entered are mailed with a link that reverts them; also defines what counts as a recent proof. */
let vigie: Product
beforeAll(async () => {
  vigie = await product()
})
afterAll(() => vigie.stop())

const PASSWORD = 'a long test password'
const client = () =>
  createClient(vigie.url, vigie.anonKey, { auth: { persistSession: false, autoRefreshToken: false } })

/** A member whose address was set a day ago. */
async function member() {
  const one = await vigie.member()
  await vigie.admin.query(
    `update auth.users set email_confirmed_at = now() - interval '1 day' where id = $1`,
    [one.id],
  )
  return { ...one, email: await emailOf(one.id) }
}
const emailOf = async (id: string): Promise<string> =>
  (await vigie.admin.query('select email from auth.users where id = $1', [id])).rows[0]?.email
const mailsTo = async (address: string) =>
  (
    await vigie.admin.query<{
      template: string
      data: { ChangeToken: string; NewEmail?: string; Token?: string }
    }>('select template, data from _server.mail_outbox where to_address = $1 order by id', [address])
  ).rows
const templatesTo = async (address: string) => (await mailsTo(address)).map(({ template }) => template)
async function linkTo(address: string, template: string): Promise<string> {
  const mail = (await mailsTo(address)).findLast((one) => one.template === template)
  if (!mail?.data.ChangeToken) throw new Error(`no link in ${template}`)
  return mail.data.ChangeToken
}
const stop = async (token: string) =>
  (await vigie.as.visitor.rpc('stop_security_change', { token }).throwOnError()).data
const stateOf = async (token: string) =>
  (await vigie.as.visitor.rpc('security_change_state', { token }).throwOnError()).data?.state
const enters = async (email: string, password: string) =>
  (await client().auth.signInWithPassword({ email, password })).error === null
const sessionsOf = async (id: string) =>
  (await vigie.admin.query('select from auth.sessions where user_id = $1', [id])).rowCount

/** Changes the address as the auth service does after its links were followed. */
const moveTo = (id: string, email: string) =>
  vigie.admin.query(
    `with moved as (update auth.users set email = $2, email_confirmed_at = now() where id = $1 returning id)
     update auth.identities set identity_data = identity_data || jsonb_build_object('email', $2::text) where user_id = $1 and provider = 'email'`,
    [id, email],
  )
async function addFactor(one: { client: Product['as']['freemium'] }) {
  const { data } = await one.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: randomUUID() })
  if (data?.type !== 'totp') throw new Error('no factor')
  const totp = new TOTP({ secret: Secret.fromBase32(data.totp.secret) })
  const { error } = await one.client.auth.mfa.challengeAndVerify({ factorId: data.id, code: totp.generate() })
  if (error) throw error
  return { id: data.id, totp }
}
const factorsOf = async (id: string) =>
  (
    await vigie.admin.query(`select id from auth.mfa_factors where user_id = $1 and status = 'verified'`, [
      id,
    ])
  ).rows.map((row) => row.id)

describe('a change of how an account is entered', () => {
  it('is told to the address that was there, whatever it was', async () => {
    const one = await member()
    await one.client.auth.updateUser({ password: 'another long password' })
    await one.client.auth.updateUser({ phone: '+33612345678' })
    const { id } = await addFactor(one)
    await one.client.auth.mfa.unenroll({ factorId: id })
    await vigie.admin.query(
      `insert into auth.identities (provider_id, user_id, identity_data, provider) values ($1, $2, '{"sub": "1"}', 'google')`,
      [randomUUID(), one.id],
    )
    await vigie.admin.query(`delete from auth.identities where user_id = $1 and provider = 'google'`, [
      one.id,
    ])
    await moveTo(one.id, `moved-${randomUUID()}@example.com`)
    const told = await mailsTo(one.email)
    expect(told.map(({ template }) => template)).toEqual([
      'password_changed',
      'phone_changed',
      'factor_added',
      'factor_removed',
      'factor_added',
      'factor_removed',
      'email_changed',
    ])
    expect(new Set(told.map(({ data }) => data.ChangeToken)).size).toBe(7)
    for (const { data } of told) expect(await stateOf(data.ChangeToken)).toBe('open')
  })

  it('is told to an address that was replaced just before as well, and a change of address not to the new one', async () => {
    const one = await member()
    const moved = `moved-${randomUUID()}@example.com`
    await moveTo(one.id, moved)
    await vigie.admin.query(
      `update auth.users set email_confirmed_at = now() - interval '1 hour' where id = $1`,
      [one.id],
    )
    await one.client.auth.updateUser({ password: 'another long password' })
    expect(await templatesTo(moved)).toEqual(['password_changed'])
    expect(await templatesTo(one.email)).toEqual(['email_changed', 'password_changed'])
    expect((await mailsTo(one.email))[0]?.data.NewEmail).toBe(moved)
  })

  it('says nothing of a sign-up, nor of an account that is erased', async () => {
    const { id } = await vigie.member()
    const email = await emailOf(id)
    await vigie.admin.query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at) values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
      [id],
    )
    await vigie.admin.query('delete from auth.users where id = $1', [id])
    expect(await templatesTo(email)).toEqual([])
  })
})

describe('the link of its mail', () => {
  it('changes nothing by being opened, and stops a password once: no password, no session, a way to a new one', async () => {
    const one = await member()
    await one.client.auth.updateUser({ password: 'the thief’s own password' })
    const token = await linkTo(one.email, 'password_changed')
    expect(await stateOf(token)).toBe('open')
    expect(await enters(one.email, 'the thief’s own password')).toBe(true)
    expect(await stop(token)).toMatchObject({ kind: 'password', state: 'stopped', email: one.email })
    expect(await enters(one.email, 'the thief’s own password')).toBe(false)
    expect(await enters(one.email, PASSWORD)).toBe(false)
    expect(await sessionsOf(one.id)).toBe(0)
    expect(await templatesTo(one.email)).toContain('changes_stopped')

    // The owner sets a new password; opening the link again does not remove it.
    await client().auth.resetPasswordForEmail(one.email)
    const mail = (await mailsTo(one.email)).find(({ template }) => template === 'recovery')
    const owner = client()
    const code = { email: one.email, token: mail?.data.Token ?? '', type: 'recovery' } as const
    expect((await owner.auth.verifyOtp(code)).error).toBeNull()
    expect((await owner.auth.updateUser({ password: 'the owner’s own password' })).error).toBeNull()
    expect(await stop(token)).toMatchObject({ state: 'stopped' })
    expect(await enters(one.email, 'the owner’s own password')).toBe(true)
  })

  it('brings the address back, with all that followed undone, and makes the links of the new address worthless', async () => {
    const one = await member()
    const kept = await addFactor(one)
    const thief = `thief-${randomUUID()}@example.com`
    await moveTo(one.id, thief)
    await vigie.admin.query(
      `update auth.users set email_confirmed_at = now() - interval '1 hour', phone = '33699999999' where id = $1`,
      [one.id],
    )
    await one.client.auth.updateUser({ password: 'the thief’s own password' })
    await addFactor(one)
    await one.client.auth.mfa.unenroll({ factorId: kept.id })
    const theirs = await linkTo(thief, 'password_changed')
    await stop(await linkTo(one.email, 'email_changed'))
    expect(await emailOf(one.id)).toBe(one.email)
    expect(await factorsOf(one.id)).toEqual([kept.id])
    const { rows } = await vigie.admin.query(
      `select identity_data ->> 'email' as email, (select phone from auth.users where id = $1) as phone from auth.identities where user_id = $1`,
      [one.id],
    )
    expect(rows).toEqual([{ email: one.email, phone: null }])
    expect(await stop(theirs)).toMatchObject({ state: 'stopped' })
    expect(await emailOf(one.id)).toBe(one.email)
    // Reverting is not recorded as a change.
    expect((await templatesTo(one.email)).filter((name) => name === 'changes_stopped')).toHaveLength(1)
    expect((await templatesTo(one.email)).at(-1)).toBe('changes_stopped')
  })

  it('of a removed factor makes it protect the account again', async () => {
    const one = await member()
    const { id, totp } = await addFactor(one)
    await one.client.auth.mfa.unenroll({ factorId: id })
    await stop(await linkTo(one.email, 'factor_removed'))
    expect(await factorsOf(one.id)).toEqual([id])
    await vigie.admin.query(
      'update auth.users set encrypted_password = (select encrypted_password from auth.users where id = $2) where id = $1',
      [one.id, vigie.idOf.freemium],
    )
    const owner = client()
    await owner.auth.signInWithPassword({ email: one.email, password: PASSWORD })
    await vigie.admin.query('delete from _server.spent_totp_steps')
    expect(
      (await owner.auth.mfa.challengeAndVerify({ factorId: id, code: totp.generate() })).error,
    ).toBeNull()
  })

  it('keeps recovery codes, unless they were regenerated', async () => {
    const one = await member()
    await addFactor(one)
    const sets = async () =>
      (await vigie.admin.query('select from _server.recovery_code_sets where user_id = $1', [one.id]))
        .rowCount
    const session = (await one.client.auth.getSession()).data.session
    const headers = { apikey: vigie.anonKey, authorization: `Bearer ${session?.access_token}` }
    const drawn = await fetch(`${vigie.url}/auth/v1/factors/recovery-codes`, { method: 'POST', headers })
    expect(drawn.status).toBe(200)
    await one.client.auth.updateUser({ password: 'another long password' })
    await stop(await linkTo(one.email, 'password_changed'))
    expect([await sets(), (await factorsOf(one.id)).length]).toEqual([1, 1])
    await stop(await linkTo(one.email, 'recovery_codes_drawn'))
    expect([await sets(), (await factorsOf(one.id)).length]).toEqual([0, 1])
  })

  it('undoes passkeys and linked providers in both directions', async () => {
    const one = await member()
    const add = (table: 'key' | 'provider') =>
      vigie.admin.query(
        table === 'key'
          ? `insert into auth.webauthn_credentials (user_id, credential_id, public_key) values ($1, gen_random_uuid()::text::bytea, '\\x01') returning id`
          : `insert into auth.identities (provider_id, user_id, identity_data, provider) values (gen_random_uuid()::text, $1, '{"sub": "1"}', 'google') returning id`,
        [one.id],
      )
    await add('key')
    await add('provider')
    await vigie.admin.query('delete from _server.mail_outbox where to_address = $1', [one.email])
    const has = async () =>
      (
        await vigie.admin.query(
          `select (select json_agg(w) from auth.webauthn_credentials w where user_id = $1) as keys,
                  (select json_agg(i) from auth.identities i where user_id = $1 and provider = 'google') as providers`,
          [one.id],
        )
      ).rows[0]
    const before = await has()
    await vigie.admin.query('delete from auth.webauthn_credentials where user_id = $1', [one.id])
    await vigie.admin.query(`delete from auth.identities where user_id = $1 and provider = 'google'`, [
      one.id,
    ])
    await add('key')
    await add('provider')
    const first = (await mailsTo(one.email))[0]?.data.ChangeToken as string
    await stop(first)
    expect(await has()).toEqual(before)
  })

  it('lets nobody in when somebody else has the address by now', async () => {
    const one = await member()
    await moveTo(one.id, `moved-${randomUUID()}@example.com`)
    await vigie.admin.query(`update auth.users set email = $2 where id = $1`, [
      (await vigie.member()).id,
      one.email,
    ])
    await stop(await linkTo(one.email, 'email_changed'))
    const { rows } = await vigie.admin.query('select banned_until::text from auth.users where id = $1', [
      one.id,
    ])
    expect(rows).toEqual([{ banned_until: 'infinity' }])
  })

  it('is good for three days, and only where it was written', async () => {
    const one = await member()
    await one.client.auth.updateUser({ password: 'another long password' })
    const token = await linkTo(one.email, 'password_changed')
    await vigie.admin.query(
      `update private.security_changes set at = now() - interval '73 hours' where user_id = $1`,
      [one.id],
    )
    expect(await stop(token)).toMatchObject({ state: 'too_late' })
    expect(await enters(one.email, 'another long password')).toBe(true)
    const wallet = (
      await vigie.admin.query(
        `select private.link_token('wallet', id) as token from private.security_changes where user_id = $1`,
        [one.id],
      )
    ).rows[0].token
    for (const forged of ['', 'x', `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, wallet])
      expect(
        (await vigie.as.visitor.rpc('stop_security_change', { token: forged })).error?.message,
        forged,
      ).toBe('invalid_token')
    await vigie.admin.query('delete from auth.users where id = $1', [one.id])
    expect((await vigie.as.visitor.rpc('security_change_state', { token })).data).toBeNull()
  })

  it.each(ACTORS)('%s reaches the changes by their link alone', async (actor) => {
    for (const statement of [
      'select * from private.security_changes',
      `select private.link_token('change', gen_random_uuid())`,
    ])
      expect((await attempt(vigie, actor, statement)).refused).toBe('42501')
  })
})

describe('a proof of who is there', () => {
  const proved = async (one: { client: Product['as']['freemium'] }) =>
    (await one.client.rpc('recently_proved').throwOnError()).data

  it('is not a password that was only just set, in the same session or in another', async () => {
    const one = await member()
    expect(await proved(one)).toBe(true)
    await vigie.admin.query(
      `update auth.mfa_amr_claims set updated_at = now() - interval '11 minutes' where session_id in (select id from auth.sessions where user_id = $1)`,
      [one.id],
    )
    expect(await proved(one)).toBe(false)
    // The auth service requires the current password; where it does not, the new password proves nothing.
    expect((await one.client.auth.updateUser({ password: 'another long password' })).error?.code).toBe(
      'current_password_required',
    )
    const change = { password: 'another long password', current_password: PASSWORD }
    expect((await one.client.auth.updateUser(change)).error).toBeNull()
    expect(await proved(one)).toBe(false)
    await one.client.auth.signInWithPassword({ email: one.email, password: 'another long password' })
    expect(await proved(one)).toBe(false)
    await vigie.admin.query(
      `update private.security_changes set at = at - interval '11 minutes' where user_id = $1`,
      [one.id],
    )
    expect(await proved(one)).toBe(true)
  })

  it('of before goes on while one’s own password changes', async () => {
    const one = await member()
    await one.client.auth.updateUser({ password: 'another long password' })
    expect(await proved(one)).toBe(true)
  })
})
