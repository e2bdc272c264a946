import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draft, type Product, product } from '../product.ts'

/** Staff may write only in a session with a proved second factor. staff-readings.test.ts covers reading. */
let vigie: Product
beforeAll(async () => {
  vigie = await product()
})
afterAll(() => vigie.stop())

/** Runs a statement as a staff member in a session of the given level. Rolled back. */
async function refusal(
  actor: 'freemium' | 'analyst' | 'admin',
  statement: string,
  {
    aal,
    required,
    factor,
  }: { aal: string | undefined; required: boolean; factor: 'verified' | 'unverified' | null },
): Promise<{ message: string; detail: string | undefined } | null> {
  const client = await vigie.admin.connect()
  try {
    await client.query('begin')
    await client.query('update private.security_settings set require_staff_mfa = $1', [required])
    if (factor) {
      await client.query(
        `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at) values ($1, $2, 'totp', $3, now(), now())`,
        [randomUUID(), vigie.idOf[actor], factor],
      )
    }
    const claims = { role: 'authenticated', sub: vigie.idOf[actor], aal }
    await client.query(
      `select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)`,
      [JSON.stringify(claims)],
    )
    await client.query(statement)
    return null
  } catch (error) {
    const { message, detail } = error as Error & { detail?: string }
    return { message, detail }
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const publish = () =>
  `select public.publish_signal('${JSON.stringify(draft()).replaceAll("'", "''")}'::jsonb)`
const needs = (detail: string) => ({ message: 'staff_needs_aal2', detail })

describe('staff who publish', () => {
  it('are refused without a factor where one is required, and let in where it is not', async () => {
    const bare = { aal: 'aal1', factor: null }
    expect(await refusal('analyst', publish(), { ...bare, required: true })).toEqual(needs('needs_factor'))
    expect(await refusal('analyst', publish(), { ...bare, required: false })).toBeNull()
  })

  it('with a factor prove it in any case', async () => {
    for (const required of [true, false]) {
      for (const aal of ['aal1', undefined, 'aal3', 'AAL2']) {
        expect(await refusal('analyst', publish(), { aal, required, factor: 'verified' })).toEqual(
          needs('needs_proof'),
        )
      }
      expect(await refusal('analyst', publish(), { aal: 'aal2', required, factor: 'verified' })).toBeNull()
    }
  })

  it('gain nothing by a factor that was never verified, nor by a token that outlived its factor', async () => {
    const unverified = { aal: 'aal2', required: true, factor: 'unverified' } as const
    expect(await refusal('analyst', publish(), unverified)).toEqual(needs('needs_factor'))
    expect(await refusal('analyst', publish(), { aal: 'aal2', required: true, factor: null })).toEqual(
      needs('needs_factor'),
    )
  })
})

describe('every table that staff write', () => {
  it('asks the same, and who has not proved it reads as a member does', async () => {
    const bare = { aal: 'aal1', required: true, factor: null }
    const forced = `insert into public.plans select (jsonb_populate_record(null::public.plans, '{"id": "x"}')).*`
    expect(await refusal('admin', forced, bare)).toEqual(needs('needs_factor'))
    const allowed = await refusal('admin', forced, { aal: 'aal2', required: true, factor: 'verified' })
    expect(allowed?.message).not.toBe('staff_needs_aal2')
    expect(await refusal('admin', 'select * from public.admin_notifications', bare)).toBeNull()
    expect(await refusal('admin', 'select * from public.plan_prices', bare)).toBeNull()
  })

  it('names the function that asks, never the one that only reads the role', async () => {
    const { rows } = await vigie.admin.query(
      `select schemaname, tablename, policyname from pg_policies
       where cmd <> 'SELECT' and (qual like '%current_staff_role%' or with_check like '%current_staff_role%')`,
    )
    expect(rows).toEqual([])
  })
})

describe('who is no staff', () => {
  it('is refused as before, and is asked for nothing', async () => {
    const state = { aal: 'aal1', required: true, factor: 'verified' } as const
    expect((await refusal('freemium', publish(), state))?.message).toBe('not_allowed')
    const { data } = await vigie.as.freemium.rpc('staff_write_state')
    expect(data).toBeNull()
    expect((await vigie.as.visitor.rpc('staff_write_state')).error?.code).toBe('42501')
    expect((await vigie.as.visitor.rpc('writing_staff_role')).error?.code).toBe('42501')
    expect((await vigie.as.analyst.rpc('staff_write_state')).data).toBe('ready')
    expect((await vigie.as.freemium.from('security_settings' as never).select()).error).not.toBeNull()
  })

  it('reads and changes no security setting', async () => {
    for (const actor of ['freemium', 'analyst', 'admin'] as const) {
      const change = 'update private.security_settings set require_staff_mfa = false'
      const refused = await refusal(actor, change, { aal: 'aal2', required: true, factor: 'verified' })
      expect(refused?.message).toMatch(/permission denied/)
    }
  })
})

describe('an analyst on the way to publishing', () => {
  it('adds a factor with a password alone, publishes after proving it, and is asked again at the next sign-in', async () => {
    await vigie.admin.query('update private.security_settings set require_staff_mfa = true')
    const { client, id, email } = await analyst()
    expect((await client.rpc('staff_write_state')).data).toBe('needs_factor')
    const refused = await client.rpc('publish_signal', { signal: draft() })
    expect(refused.error).toMatchObject({
      code: '42501',
      message: 'staff_needs_aal2',
      details: 'needs_factor',
    })

    const { data } = await client.auth.mfa.enroll({ factorType: 'totp', issuer: 'Vigie' })
    if (data?.type !== 'totp') throw new Error('no factor')
    const code = new TOTP({ secret: Secret.fromBase32(data.totp.secret) }).generate()
    expect((await client.auth.mfa.challengeAndVerify({ factorId: data.id, code })).error).toBeNull()
    expect((await client.rpc('staff_write_state')).data).toBe('ready')
    expect((await client.rpc('publish_signal', { signal: draft() })).error).toBeNull()

    await client.auth.signOut({ scope: 'local' })
    await client.auth.signInWithPassword({ email, password: 'a long test password' })
    const again = await client.rpc('publish_signal', { signal: draft() })
    expect(again.error).toMatchObject({ message: 'staff_needs_aal2', details: 'needs_proof' })
    await vigie.admin.query('delete from auth.mfa_factors where user_id = $1', [id])
    await vigie.admin.query('update private.security_settings set require_staff_mfa = false')
  })

  async function analyst() {
    const { client, id } = await vigie.member()
    await vigie.admin.query(`insert into public.staff (user_id, role) values ($1, 'analyst')`, [id])
    const email = (await client.auth.getUser()).data.user?.email as string
    return { client, id, email }
  }
})

it('is required unless the demonstration says otherwise', async () => {
  const { rows } = await vigie.admin.query(
    `select column_default from information_schema.columns where table_name = 'security_settings' and column_name = 'require_staff_mfa'`,
  )
  expect(rows).toEqual([{ column_default: 'true' }])
})
