import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, product } from '../product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product()
}, 60_000)
afterAll(() => vigie.stop())

/** Signs up with the given form data and returns the new profile. */
async function signUp(data: Record<string, unknown>) {
  const client = createClient(vigie.url, vigie.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const { data: session, error } = await client.auth.signUp({
    email: `${randomUUID()}@example.com`,
    password: 'a long test password',
    options: { data },
  })
  if (error) throw error
  const { data: profile } = await client.from('profiles').select('*').single()
  return { client, profile, id: session.user!.id }
}

describe('an account', () => {
  it('[S-60] has its profile from the sign-up on, with what the form said', async () => {
    const { profile } = await signUp({
      first_name: '  Alix ',
      last_name: 'Laurent',
      username: 'Alix.Laurent',
      locale: 'it',
      time_zone: 'America/Martinique',
      disclaimer_version: '2026-01',
      newsletter: true,
    })
    expect(profile).toMatchObject({
      first_name: 'Alix',
      last_name: 'Laurent',
      username: 'alix.laurent',
      locale: 'it',
      time_zone: 'America/Martinique',
      disclaimer_version: '2026-01',
      newsletter: true,
    })
    expect(Date.now() - Date.parse(profile.disclaimer_accepted_at)).toBeLessThan(60_000)
  })

  it('[S-20] gets a made-up name that starts with user- when it asks for none, for an impossible or a taken one', async () => {
    await signUp({ username: 'taken-name' })
    for (const username of [
      undefined,
      '',
      'a',
      '-dash',
      'with space',
      'x'.repeat(40),
      'TAKEN-NAME',
      '<script>',
    ]) {
      const { profile } = await signUp({ username })
      expect(profile.username, String(username)).toMatch(/^user-[0-9a-f]{10}$/)
    }
  })

  it('survives that two ask for one name at the same moment', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => signUp({ username: 'wanted-by-all' })))
    const names = all.map(({ profile }) => profile.username)
    expect(names.filter((name) => name === 'wanted-by-all')).toHaveLength(1)
    expect(new Set(names).size).toBe(6)
  })

  it('believes nothing of the form beyond its shape', async () => {
    const { profile, client } = await signUp({
      first_name: `Zoé\u0001\n${'x'.repeat(200)}`,
      locale: 'de',
      time_zone: 'Mars/Olympus',
      newsletter: 'yes',
      disclaimer_version: ' ',
      tier: 'premium',
      role: 'admin',
    })
    expect(profile).toMatchObject({
      locale: 'fr',
      time_zone: 'Europe/Paris',
      newsletter: false,
      disclaimer_version: null,
      disclaimer_accepted_at: null,
    })
    expect(profile.first_name).toMatch(/^Zoé x{76}$/)
    expect((await client.rpc('my_access')).data).toMatchObject({ tier: 'freemium', staff_role: null })
  })

  it('keeps its time zone one that a clock can be set to', async () => {
    const { client, id } = await signUp({})
    const set = (time_zone: string) => client.from('profiles').update({ time_zone }).eq('id', id)
    expect((await set('Europe/Rome')).error).toBeNull()
    for (const wrong of ['Rome', 'UTC+3', "'; drop table profiles", '']) {
      expect((await set(wrong)).error).toMatchObject({ message: 'invalid_time_zone', hint: 'time_zone' })
    }
  })

  it('[S-90] cannot change what it was given: its id, its beginning, its consent', async () => {
    const { client, id } = await signUp({ disclaimer_version: '1' })
    for (const change of [
      { id: randomUUID() },
      { created_at: '2020-01-01' },
      { disclaimer_accepted_at: null },
      { disclaimer_version: '9' },
    ]) {
      const { error } = await client.from('profiles').update(change).eq('id', id)
      expect(error?.code).toBe('42501')
    }
  })

  it('takes its profile with it when it goes', async () => {
    const { id } = await signUp({})
    await vigie.admin.query('delete from auth.users where id = $1', [id])
    const { rowCount } = await vigie.admin.query('select from profiles where id = $1', [id])
    expect(rowCount).toBe(0)
  })
})

describe('the tier', () => {
  it('[S-48] is freemium or premium, by the periods that were granted; staff count as premium', async () => {
    for (const [actor, tier, staff_role] of [
      ['freemium', 'freemium', null],
      ['premium', 'premium', null],
      ['analyst', 'premium', 'analyst'],
      ['admin', 'premium', 'admin'],
    ] as const) {
      const { data } = await vigie.as[actor].rpc('my_access')
      expect(data).toEqual({ user_id: vigie.idOf[actor], tier, staff_role })
      expect((await vigie.as[actor].rpc('current_tier')).data).toBe(tier)
    }
  })

  it('is not told to visitors', async () => {
    for (const name of ['my_access', 'current_tier', 'current_staff_role', 'verify_record']) {
      expect((await vigie.as.visitor.rpc(name)).error?.code).toBe('42501')
    }
  })
})
