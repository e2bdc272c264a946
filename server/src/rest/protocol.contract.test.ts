import { connect } from 'node:net'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cinema, openCinema } from './reading/films.fixture.ts'

let cinema: Cinema
beforeAll(async () => {
  cinema = await openCinema()
})
afterAll(() => cinema.project.stop())

const get = async (path: string, headers: Record<string, string> = {}, key?: string) => {
  const response = await cinema.send(path, { headers, ...(key ? { key } : {}) })
  return { ...response, body: response.text === '' ? null : JSON.parse(response.text) }
}

describe('an error', () => {
  it('has four keys in order, and its code in a header', async () => {
    const { text, headers, status } = await cinema.send('/film')
    expect(status).toBe(404)
    expect(text).toBe(
      `{"code":"PGRST205","details":null,"hint":"Perhaps you meant the table 'public.films'","message":"Could not find the table 'public.film' in the schema cache"}`,
    )
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('proxy-status')).toBe('PostgREST; error=PGRST205')
  })

  it.each<[string, Record<string, string>, number, string, string]>([
    ['/a/b', {}, 404, 'PGRST125', 'Invalid path specified in request URL'],
    ['/films?id=noop.1', {}, 400, 'PGRST100', '"failed to parse filter (noop.1)" (line 1, column 1)'],
    ['/films', { 'Accept-Profile': 'auth' }, 406, 'PGRST106', 'Invalid schema: auth'],
    [
      '/films',
      { Accept: 'text/html, image/png' },
      406,
      'PGRST107',
      'None of these media types are available: text/html, image/png',
    ],
    [
      '/films',
      { Accept: 'application/vnd.pgrst.plan+json' },
      406,
      'PGRST107',
      'None of these media types are available: application/vnd.pgrst.plan+json',
    ],
    [
      '/films',
      { Prefer: 'handling=strict, odd, count=no' },
      400,
      'PGRST122',
      'Invalid preferences given with handling=strict',
    ],
    ['/films?limit=-1', {}, 416, 'PGRST103', 'Requested range not satisfiable'],
    ['/films', { Range: '5-2' }, 416, 'PGRST103', 'Requested range not satisfiable'],
  ])('%s %j answers %i %s', async (path, headers, status, code, message) => {
    expect(await get(path, headers)).toMatchObject({ status, body: { code, message } })
  })

  it('does not reveal what is not exposed', async () => {
    expect((await get('/users', { 'Accept-Profile': 'public' })).body).toMatchObject({ code: 'PGRST205' })
    expect((await get('/films', { 'Accept-Profile': 'auth' })).body.hint).toBe(
      'Only the following schemas are exposed: public, graphql_public, personal',
    )
  })
})

describe('a token', () => {
  const claims = { role: 'authenticated', aud: 'authenticated' }
  const now = () => Math.floor(Date.now() / 1000)

  it('that is valid sets its role', async () => {
    const { body } = await get('/rpc/request_says?name=role', {}, cinema.tokenA)
    expect(body).toBe('authenticated')
  })

  it('may be an opaque key of the project', async () => {
    for (const [key, role] of [
      [cinema.project.keys.publishableKey, 'anon'],
      [cinema.project.keys.secretKey, 'service_role'],
    ] as const) {
      const { data } = await createClient(cinema.project.url, key).rpc('request_says', { name: 'role' })
      expect(data).toBe(role)
    }
  })

  it.each<[string, () => Promise<string>, string, string]>([
    ['expired', () => cinema.project.keys.issue({ ...claims, exp: now() - 90 }), 'PGRST303', 'JWT expired'],
    [
      'early',
      () => cinema.project.keys.issue({ ...claims, nbf: now() + 900 }),
      'PGRST303',
      'JWT not yet valid',
    ],
    ['no token', async () => 'nonsense', 'PGRST301', 'Expected 3 parts in JWT; got 1'],
    [
      'forged',
      async () => `${cinema.tokenA.slice(0, -20)}AAAAAAAAAAAAAAAAAAAA`,
      'PGRST301',
      'No suitable key or wrong key type',
    ],
  ])('that is %s is refused', async (_kind, token, code, message) => {
    const { status, body, headers } = await get('/films', {}, await token())
    expect([status, body.code, body.message]).toEqual([401, code, message])
    expect(headers.get('www-authenticate')).toBe(
      `Bearer error="invalid_token", error_description="${message}"`,
    )
  })

  it('with a role that does not exist or must not be assumed is refused', async () => {
    const missing = await get(
      '/films',
      {},
      await cinema.project.keys.issue({ role: 'nobody', exp: now() + 60 }),
    )
    expect([missing.status, missing.body.code]).toEqual([401, '22023'])
    const owner = await get(
      '/films',
      {},
      await cinema.project.keys.issue({ role: 'postgres', exp: now() + 60 }),
    )
    expect([owner.status, owner.body.code]).toEqual([403, '42501'])
  })

  it('is ignored in other authorization schemes', async () => {
    const { body } = await get('/rpc/request_says?name=role', { Authorization: 'Basic YTpi' })
    expect(body).toBe('anon')
  })
})

describe('headers', () => {
  it('contain the rows’ location and type', async () => {
    const { headers } = await cinema.send('/films?select=id&order=id&id=gt.1')
    expect(headers.get('content-range')).toBe('0-2/*')
    expect(headers.get('content-location')).toBe('/films?id=gt.1&order=id&select=id')
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('content-profile')).toBe('public')
    const none = await cinema.send('/films?id=gt.99', { headers: { Prefer: 'count=exact' } })
    expect([none.status, none.headers.get('content-range'), none.text]).toEqual([200, '*/0', '[]'])
    expect(none.headers.get('preference-applied')).toBe('count=exact')
  })

  it('allow any origin, and expose what the client needs', async () => {
    const { headers } = await cinema.send('/films', { headers: { Origin: 'https://elsewhere.example' } })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-expose-headers')).toContain('Content-Range')
    const preflight = await cinema.send('/films', {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://elsewhere.example',
        'Access-Control-Request-Method': 'PATCH',
        'Access-Control-Request-Headers': 'apikey, prefer',
      },
    })
    expect(preflight.status).toBe(200)
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH')
    expect(preflight.headers.get('access-control-allow-headers')).toBe('Authorization, apikey, prefer')
    expect(preflight.headers.get('access-control-max-age')).toBe('86400')
  })

  it('list the allowed methods', async () => {
    const allow = async (path: string) =>
      (await cinema.send(path, { method: 'OPTIONS' })).headers.get('allow')
    expect(await allow('/films')).toBe('OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE')
    expect(await allow('/film_years')).toBe('OPTIONS,GET,HEAD')
    expect(await allow('/rpc/add')).toBe('OPTIONS,GET,HEAD,POST')
    expect(await allow('/rpc/add_film')).toBe('OPTIONS,POST')
    expect(await allow('/')).toBe('OPTIONS,GET,HEAD')
  })

  it('are the same for HEAD as for GET, without the body', async () => {
    const { status, text, headers } = await cinema.send('/films?id=eq.1', {
      method: 'HEAD',
      headers: { Prefer: 'count=exact' },
    })
    expect([status, text, headers.get('content-range')]).toEqual([200, '', '0-0/1'])
    expect(await cinema.send('/film', { method: 'HEAD' })).toMatchObject({ status: 404, text: '' })
  })
})

describe('the description of a schema', () => {
  it('shows what the caller may use', async () => {
    const { data, error } = await cinema.visitor.from('films').select('id').limit(1)
    expect([data, error]).toEqual([[{ id: 1 }], null])
    const { body, headers } = await get('/', { Accept: 'application/openapi+json' })
    expect(headers.get('content-type')).toBe('application/openapi+json; charset=utf-8')
    expect(body).toMatchObject({ swagger: '2.0', definitions: { films: { required: ['title'] } } })
    expect(body.definitions.films.properties.id).toMatchObject({ type: 'integer', format: 'integer' })
    expect(body.definitions.films.properties.rated.enum).toEqual(['U', 'PG', 'R'])
    expect(Object.keys(body.paths)).toEqual(expect.arrayContaining(['/films', '/rpc/add']))
    expect(body.paths).not.toHaveProperty('/vault')
    expect(body.paths['/rpc/add_film']).not.toHaveProperty('get')
  })
})

describe('a schema change', () => {
  it('is detected without a restart', async () => {
    expect((await get('/novelties')).status).toBe(404)
    await cinema.project.admin.query('create table novelties (id int primary key)')
    await expect.poll(async () => (await get('/novelties')).status).toBe(200)
    await cinema.project.admin.query('alter table novelties add column film_id int references films')
    await expect.poll(async () => (await get('/novelties?select=films(id)')).status).toBe(200)
    await cinema.project.admin.query('drop table novelties')
    await expect.poll(async () => (await get('/novelties')).body.code).toBe('PGRST205')
  })

  it('is detected even if the notification was lost', async () => {
    const { admin } = cinema.project
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listener' and datname = current_database()`,
    )
    await admin.query('create table lost_news (id int)')
    await expect.poll(async () => (await get('/lost_news')).status, { timeout: 5000 }).toBe(200)
    await admin.query('drop table lost_news')
  })
})

describe('the pre-request function', () => {
  it('may refuse a request', async () => {
    await cinema.project.admin.query(
      `create function guard() returns void language plpgsql as $$ begin
         if current_setting('request.headers', true)::json ->> 'x-blocked' is not null then
           raise exception 'blocked' using errcode = 'PT403';
         end if; end $$;
       do $$ begin execute format('alter role authenticator in database %I set pgrst.db_pre_request = guard', current_database()); end $$;
       notify pgrst, 'reload config'`,
    )
    const blocked = () => get('/films?select=id', { 'x-blocked': 'yes' })
    await expect.poll(async () => (await blocked()).status).toBe(403)
    expect((await blocked()).body).toMatchObject({ code: 'PT403', message: 'blocked' })
    expect((await get('/films?select=id&id=eq.1')).body).toEqual([{ id: 1 }])
  })
})

describe('query plans', () => {
  it('are available where the project allows them', async () => {
    await cinema.project.admin.query(
      `do $$ begin execute format('alter role authenticator in database %I set pgrst.db_plan_enabled = true', current_database()); end $$; notify pgrst, 'reload config'`,
    )
    const plan = () =>
      cinema.service.from('films').select('title').eq('id', 1).explain({ format: 'json', analyze: true })
    await expect
      .poll(async () => (await plan()).data)
      .toEqual([expect.objectContaining({ Plan: expect.any(Object) })])
    const { data } = await cinema.service.from('films').select('title').explain()
    expect(data).toMatch(/^Aggregate/)
  })
})

describe('hostile requests', () => {
  it('are refused when their body is too large', async () => {
    const response = await cinema.send('/films', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'x'.repeat(1_100_000) }),
    })
    expect([response.status, JSON.parse(response.text).code]).toEqual([413, 'PGRST102'])
  })

  it('are refused when their body grows too large without having said so, and may be a file with the service key', async () => {
    const { url, anonKey, serviceRoleKey } = cinema.project
    const send = (key: string) =>
      fetch(`${url}/rest/v1/films`, {
        method: 'POST',
        headers: { apikey: key, 'content-type': 'application/json' },
        body: new Blob([JSON.stringify({ title: 'x'.repeat(1_100_000) })]).stream(),
        duplex: 'half',
      } as RequestInit)
    expect((await send(anonKey)).status).toBe(413)
    expect((await send(serviceRoleKey)).status).toBe(201)
    await cinema.service.from('films').delete().like('title', 'xxx%').throwOnError()
  })

  it('that disconnect midway leak no connection', async () => {
    const { hostname, port } = new URL(cinema.project.url)
    const hangUp = (text: string) =>
      new Promise<void>((resolve) => {
        const socket = connect(Number(port), hostname, () => {
          socket.write(text, () => setTimeout(() => socket.destroy(), 5))
        })
        socket.on('close', () => resolve())
        socket.on('error', () => {})
      })
    const call = `GET /rest/v1/rpc/slow?seconds=0.2 HTTP/1.1\r\nHost: x\r\napikey: ${cinema.project.anonKey}\r\n\r\n`
    const body = `POST /rest/v1/films HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"title":`
    await Promise.all(Array.from({ length: 30 }, (_, index) => hangUp(index % 2 === 0 ? call : body)))
    await expect
      .poll(() => cinema.project.requests.idleCount === cinema.project.requests.totalCount, { timeout: 5000 })
      .toBe(true)
    expect((await get('/films?select=id&id=eq.1')).body).toEqual([{ id: 1 }])
  })

  it('cannot change their role or schema', async () => {
    for (const path of [
      `/films?select=id&id=eq.1');set role postgres;--`,
      `/films?select=id,"id\\"; drop table films; --"`,
      `/films?select=id::text);drop table films;--`,
      `/films"; drop table films; --`,
      `/films?order=id;drop table films`,
      `/rpc/add?a=1&b=2);drop table films;--`,
      `/films?"a\\"" or true --"=eq.1`,
    ]) {
      const { status } = await cinema.send(encodeURI(path))
      expect(status).toBeGreaterThanOrEqual(400)
    }
    expect((await get('/films?select=id')).body).toHaveLength(4)
  })
})

describe('a long answer', () => {
  const columns = (count: number) => Array.from({ length: count }, (_, index) => `c${index}:title`).join()
  const ask = (count: number, accepted: string) =>
    cinema.send(`/films?select=${columns(count)}`, { headers: { 'Accept-Encoding': accepted } })

  it('is compressed as the caller prefers, with identical content', async () => {
    const plain = await ask(300, 'identity')
    expect(plain.text.length).toBeGreaterThan(8192)
    expect(plain.headers.get('content-encoding')).toBeNull()
    for (const [accepted, coding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
    ] as const) {
      const coded = await ask(300, accepted)
      expect(coded.headers.get('content-encoding')).toBe(coding)
      expect(coded.headers.get('content-type')).toBe(plain.headers.get('content-type'))
      expect(coded.headers.get('content-range')).toBe(plain.headers.get('content-range'))
      expect(Number(coded.headers.get('content-length'))).toBeLessThan(plain.text.length / 3)
      expect(coded.text).toBe(plain.text)
    }
  })

  it('sends Vary, and a short one is not compressed', async () => {
    expect((await ask(300, 'identity')).headers.get('vary')).toContain('Accept-Encoding')
    expect((await ask(1, 'br')).headers.get('content-encoding')).toBeNull()
  })
})
