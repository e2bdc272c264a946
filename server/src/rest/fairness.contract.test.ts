import { createClient } from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type TestProject, testProject } from '../testing/test-project.ts'
import { FILMS_SQL } from './reading/films.fixture.ts'

/** Limits per caller. The test acts as the proxy, so that requests can come from any address. */
let project: TestProject
let clock = Date.now()
beforeAll(async () => {
  project = await testProject({
    sql: FILMS_SQL,
    trustProxy: 1,
    now: () => new Date(clock),
    requestLimits: { perAddress: 20, perMember: 10 },
  })
})
afterAll(() => project.stop())
// Advances the clock by a minute, which resets the limits.
afterEach(() => {
  clock += 60_000
})

const token = (claims: Record<string, unknown> = {}) =>
  project.keys.issue({
    role: 'authenticated',
    sub: '00000000-0000-0000-0000-00000000000a',
    exp: Math.floor(clock / 1000) + 3600,
    ...claims,
  })
const ask = async (address: string, bearer = project.anonKey, path = '/films?select=id&limit=1') => {
  const headers = { apikey: project.anonKey, authorization: `Bearer ${bearer}`, 'x-forwarded-for': address }
  const answer = await fetch(`${project.url}/rest/v1${path}`, { headers })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}
const statuses = async (times: number, ...asked: Parameters<typeof ask>) => {
  const answers: number[] = []
  for (let n = 0; n < times; n++) answers.push((await ask(...asked)).status)
  return answers
}
const all = (times: number, status: number) => Array<number>(times).fill(status)

describe('too many requests', () => {
  it('of one address are refused as the client expects until the window ends, without affecting others', async () => {
    expect(await statuses(20, '192.0.2.1')).toEqual(all(20, 200))
    const refused = await ask('192.0.2.1')
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'PGRST190', message: 'Too many requests', details: null, hint: 'Try again in 3 s.' },
    })
    expect(refused.headers.get('retry-after')).toBe('3')
    expect((await ask('192.0.2.2')).status).toBe(200)
    clock += 3000
    expect(await statuses(2, '192.0.2.1')).toEqual([200, 429])
  })

  it('of one IPv6 network are counted together', async () => {
    for (let n = 0; n < 20; n++) expect((await ask(`2001:db8::${n + 1}`)).status).toBe(200)
    expect((await ask('2001:db8::ffff')).status).toBe(429)
    expect((await ask('2001:db8:0:1::1')).status).toBe(200)
  })

  it('of one member are counted together, across addresses and tokens', async () => {
    for (let n = 0; n < 10; n++) {
      const bearer = await token({ session_id: `00000000-0000-0000-0000-00000000000${n}` })
      expect((await ask(`198.51.100.${n}`, bearer)).status).toBe(200)
    }
    expect((await ask('198.51.100.99', await token())).status).toBe(429)
    const neighbour = await token({ sub: '00000000-0000-0000-0000-00000000000b' })
    expect((await ask('198.51.100.99', neighbour)).status).toBe(200)
  })

  it('with invalid tokens are counted for their address', async () => {
    expect(await statuses(20, '192.0.2.3', 'a.b.c')).toEqual(all(20, 401))
    expect(await statuses(1, '192.0.2.3', 'a.b.c')).toEqual([429])
    expect(await statuses(1, '192.0.2.3')).toEqual([429])
  })

  it('with the service key are not limited', async () => {
    expect(await statuses(25, '192.0.2.4', project.serviceRoleKey)).toEqual(all(25, 200))
  })
})

describe('the embeds of a request', () => {
  const deep = (levels: number): string =>
    levels === 0 ? 'id' : `id,films!director_id(id,directors!director_id(${deep(levels - 2)}))`
  const path = (levels: number) => `/directors?select=${deep(levels)}`
  const wide = (number: number) =>
    `/films?select=id,${Array.from({ length: number }, (_, n) => `d${n}:directors!director_id(id)`).join()}`

  it('are limited for visitors, in number and in depth', async () => {
    expect((await ask('192.0.2.5', undefined, path(2))).status).toBe(200)
    expect((await ask('192.0.2.5', undefined, wide(8))).status).toBe(200)
    expect(await ask('192.0.2.5', undefined, path(4))).toMatchObject({
      status: 400,
      body: {
        code: 'PGRST191',
        message: 'The request embeds too much',
        details: 'Without an account, 8 resources can be embedded, 3 levels deep.',
      },
    })
    expect((await ask('192.0.2.5', undefined, wide(9))).body.code).toBe('PGRST191')
  })

  it('are limited for anonymous accounts too, and not for members', async () => {
    expect((await ask('192.0.2.6', await token({ is_anonymous: true }), path(4))).body.code).toBe('PGRST191')
    expect((await ask('192.0.2.6', await token(), path(4))).status).toBe(200)
    expect((await ask('192.0.2.6', await token(), wide(9))).status).toBe(200)
  })

  it('are limited for results of writes and calls too', async () => {
    const visitor = createClient(project.url, project.anonKey, {
      auth: { persistSession: false },
      global: { headers: { 'x-forwarded-for': '192.0.2.7' } },
    })
    const embedded = deep(4)
    expect(
      (await visitor.from('directors').update({ name: 'x' }).eq('id', 0).select(embedded)).error?.code,
    ).toBe('PGRST191')
  })
})

describe('a slow regular expression', () => {
  it.each([
    '/films?select=id&title=match.(C)\\1',
    '/films?select=id&title=imatch(any).{"(C)\\\\1",x}',
    '/films?select=id&title=not.match.(?=C)',
    '/films?select=id&or=(id.eq.1,title.match."((a{1,100}){1,100}){1,100}")',
    '/directors?select=id,films(id)&films.title=match.(C)\\1',
  ])('is refused before it is executed: %s', async (path) => {
    expect(await ask('192.0.2.8', undefined, encodeURI(path))).toMatchObject({
      status: 400,
      body: { code: 'PGRST192', message: 'The regular expression could take too long' },
    })
  })

  it('is distinguished from a harmless one that looks similar', async () => {
    const asked = await ask('192.0.2.9', undefined, '/films?select=id&title=match.(C)(l%7CL)e%7B1,9%7D')
    expect(asked).toMatchObject({ status: 200, body: [{ id: 1 }] })
  })
})
