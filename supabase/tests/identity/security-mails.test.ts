import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attempt } from '../attempt.ts'
import { ACTORS, type Product, product } from '../product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product()
})
afterAll(() => vigie.stop())

const mails = async (id: string) =>
  (
    await vigie.admin.query<{ template: string; data: Record<string, unknown> }>(
      `select template, data from _server.mail_outbox
        where to_address = (select email from auth.users where id = $1) order by id`,
      [id],
    )
  ).rows
const templates = async (id: string) => (await mails(id)).map(({ template }) => template)

async function signIn(id: string, userAgent: string) {
  const { rows } = await vigie.admin.query('select email from auth.users where id = $1', [id])
  const client = createClient(vigie.url, vigie.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { 'User-Agent': userAgent } },
  })
  const { error } = await client.auth.signInWithPassword({
    email: rows[0].email,
    password: 'a long test password',
  })
  if (error) throw error
  return client
}

describe('what a member hears about their own security', () => {
  it('a sign-in with a browser that was never used, once, and an update of it is not another one', async () => {
    const { id } = await vigie.member()
    expect(await templates(id)).toEqual([])
    await signIn(id, 'Mozilla/5.0 (Windows NT 10.0) Chrome/143.0.0.0')
    await signIn(id, 'Mozilla/5.0 (Windows NT 11.0) Chrome/144.0.1.2')
    expect(await templates(id)).toEqual(['new_device'])
    expect((await mails(id))[0]?.data).toMatchObject({
      Ip: '127.0.0.1',
      UserAgent: expect.stringContaining('Windows'),
    })
  })

  it('a sign-up with their address, once an hour', async () => {
    const { id } = await vigie.member()
    const repeat = () =>
      vigie.admin.query(
        `insert into auth.audit_log_entries (id, payload) values (gen_random_uuid(), jsonb_build_object('action', 'user_repeated_signup', 'actor_id', $1::text))`,
        [id],
      )
    await repeat()
    await repeat()
    expect(await templates(id)).toEqual(['sign_up_repeated'])
    await vigie.admin.query(
      `update _server.mail_outbox set created_at = now() - interval '61 minutes' where template = 'sign_up_repeated'`,
    )
    await repeat()
    expect(await templates(id)).toEqual(['sign_up_repeated', 'sign_up_repeated'])
  })

  it('a new password, but not the first one of an account that has just got its address', async () => {
    const { id, client } = await vigie.member()
    await vigie.admin.query(
      `update auth.users set email_confirmed_at = now() - interval '1 day' where id = $1`,
      [id],
    )
    expect((await client.auth.updateUser({ password: 'another long password' })).error).toBeNull()
    expect(await templates(id)).toEqual(['password_changed'])

    const visitor = createClient(vigie.url, vigie.anonKey, {
      auth: { persistSession: false, autoRefreshToken: false },
    })
    const { data } = await visitor.auth.signInAnonymously()
    const upgraded = { email: `${data.user?.id}@example.com`, password: 'a first long password' }
    expect((await visitor.auth.updateUser(upgraded)).error).toBeNull()
    expect(await templates(data.user?.id as string)).toEqual([])
  })

  it('a factor or passkey added and removed, and with the account every mail about it', async () => {
    const { id } = await vigie.member()
    await vigie.admin.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
       values (gen_random_uuid(), $1, 'phone', 'totp', 'unverified', now(), now())`,
      [id],
    )
    expect(await templates(id)).toEqual([])
    await vigie.admin.query(`update auth.mfa_factors set status = 'verified' where user_id = $1`, [id])
    await vigie.admin.query(`delete from auth.mfa_factors where user_id = $1`, [id])
    await vigie.admin.query(
      `insert into auth.webauthn_credentials (user_id, credential_id, public_key) values ($1, $2, '\\x00')`,
      [id, Buffer.from(id)],
    )
    expect(await templates(id)).toEqual(['factor_added', 'factor_removed', 'factor_added'])
    const { rows } = await vigie.admin.query('select email from auth.users where id = $1', [id])
    await vigie.admin.query('delete from auth.users where id = $1', [id])
    const { rowCount } = await vigie.admin.query('select from _server.mail_outbox where to_address = $1', [
      rows[0].email,
    ])
    expect(rowCount).toBe(0)
  })
})

describe('codes of last resort', () => {
  const told = async (payload: object) => {
    const { id } = await vigie.member()
    await vigie.admin.query(
      'insert into auth.audit_log_entries (id, payload, created_at) values (gen_random_uuid(), $1, now())',
      [{ actor_id: id, ...payload }],
    )
    return templates(id)
  }

  it('a member hears that a set was drawn, and that one of them opened the account', async () => {
    expect(await told({ action: 'generate_recovery_codes' })).toEqual(['recovery_codes_drawn'])
    expect(await told({ action: 'mfa_code_login', traits: { factor_type: 'recovery_code' } })).toEqual([
      'recovery_code_used',
    ])
  })

  it('but not of every answer of an authenticator application', async () => {
    expect(await told({ action: 'mfa_code_login', traits: { factor_type: 'totp' } })).toEqual([])
  })
})

describe('the outbox', () => {
  it.each(ACTORS)('%s', async (actor) => {
    const { refused } = await attempt(vigie, actor, 'select * from public.list_mails()')
    expect(refused).toBe(actor === 'admin' ? null : '42501')
    const direct = await attempt(vigie, actor, 'select * from _server.mail_outbox')
    expect(direct.refused).toBe('42501')
    const devices = await attempt(vigie, actor, 'select * from private.known_devices')
    expect(devices.refused).toBe('42501')
    const queue = await attempt(vigie, actor, `select private.queue_mail(null, 'x', '{}')`)
    expect(queue.refused).toBe('42501')
  })

  it('is closed to an admin whose session did not prove the second factor', async () => {
    await vigie.admin.query('update private.security_settings set require_staff_mfa = true')
    try {
      const { error } = await vigie.as.admin.rpc('list_mails')
      expect(error).toMatchObject({ code: '42501', message: 'not_admin' })
    } finally {
      await vigie.admin.query('update private.security_settings set require_staff_mfa = false')
    }
  })
})
