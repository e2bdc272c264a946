import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cinema, openCinema } from './reading/films.fixture.ts'

let cinema: Cinema
beforeAll(async () => {
  cinema = await openCinema()
})
afterAll(() => cinema.project.stop())

const rpc = (name: string, given?: object, options: object = {}) => cinema.service.rpc(name, given, options)
const send = (path: string, init: RequestInit = {}) =>
  cinema.send(path, { key: cinema.project.serviceRoleKey, ...init })
const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  send(path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })

describe('calling a function', () => {
  it.each<[string, object | undefined, unknown]>([
    ['add', { a: 1, b: 5 }, 6],
    ['add', { a: 1 }, 3],
    ['longest', { names: ['a', 'bc'] }, 'bc'],
    ['years', undefined, [1962, 1985, 1993]],
    ['split', { word: 'cat' }, { head: 'c', tail: 'at' }],
    [
      'pairs',
      undefined,
      [
        { a: 1, b: 'x' },
        { a: 2, b: 'y' },
      ],
    ],
    ['chosen', { a: 1 }, 'one'],
    ['chosen', { a: 1, b: 2 }, 'two'],
  ])('%s(%j)', async (name, given, expected) => {
    expect(await rpc(name, given)).toMatchObject({ data: expected, error: null, status: 200 })
    expect(await rpc(name, given, { get: true })).toMatchObject({ data: expected, error: null, status: 200 })
  })

  it('answers 204 for a void result', async () => {
    expect(await rpc('nothing')).toMatchObject({ status: 204, data: null, error: null })
  })

  it('accepts arrays with any elements', async () => {
    expect((await rpc('longest', { names: ['a', 'b,c"}', ''] })).data).toBe('b,c"}')
    expect((await rpc('total', { numbers: [1, 2, 3] })).data).toBe(6)
  })

  it('accepts a repeated name as an array for a variadic parameter', async () => {
    expect((await send('/rpc/total?numbers=1&numbers=2')).text).toBe('3')
  })

  it('accepts the whole body as the only unnamed parameter', async () => {
    expect((await post('/rpc/echo', '{"any": [1, {"x": null}]}')).text).toBe('{"any": [1, {"x": null}]}')
    expect((await post('/rpc/echo', '[1,2]')).text).toBe('[1,2]')
    expect((await post('/rpc/shout', 'hey', { 'content-type': 'text/plain' })).text).toBe('"HEY"')
    const bytes = await send('/rpc/size_of', {
      method: 'POST',
      body: new Uint8Array([0, 255, 1]),
      headers: { 'content-type': 'application/octet-stream' },
    })
    expect(bytes.text).toBe('3')
  })

  it('passes the body to an unnamed parameter even if it contains an empty key', async () => {
    expect((await rpc('shout', { '': 'x' })).data).toBe('{"":"X"}')
    expect((await rpc('size_of', { '': 1 })).error).toBeNull()
  })

  it('accepts a form', async () => {
    const form = await post('/rpc/add', 'a=2&b=3', { 'content-type': 'application/x-www-form-urlencoded' })
    expect(form.text).toBe('5')
  })

  it('can select, filter, order and embed the rows of a table', async () => {
    const { data, count } = await cinema.service
      .rpc('films_of', { wanted: 1985 }, { count: 'exact' })
      .select('title, headline, d:director_id(name), roles(character)')
      .gt('id', 0)
      .order('gross')
      .limit(5)
    expect([count, data]).toEqual([
      1,
      [{ title: 'Vagabond', headline: 'VAGABOND', d: { name: 'Agnès' }, roles: [{ character: 'Mona' }] }],
    ])
    expect((await send('/rpc/films_of?wanted=1985&id=gt.5')).text).toBe('[]')
    expect((await rpc('first_film').select('id, title')).data).toEqual({ id: 1, title: 'Cleo at five' })
    expect((await rpc('first_film').select('id').single()).data).toEqual({ id: 1 })
  })

  it('answers HEAD without a body, and counts', async () => {
    expect(await rpc('years', {}, { head: true, count: 'exact', get: true })).toMatchObject({
      data: null,
      count: 3,
    })
  })

  it('runs read-only unless it may write', async () => {
    expect((await rpc('add_film', { title: 'New' }).select('title')).data).toEqual([{ title: 'New' }])
    expect(await rpc('add_film', { title: 'x' }, { get: true })).toMatchObject({
      status: 405,
      error: { code: '25006' },
    })
    expect(await rpc('sneaky')).toMatchObject({ error: { code: expect.stringMatching(/^(25006|0A000)$/) } })
    await cinema.project.admin.query('delete from films where id > 4')
  })

  it('rolls back when more rows than max-affected are changed', async () => {
    const forgotten = await rpc('forget_gross', { since: 1960 }).maxAffected(1)
    expect(forgotten).toMatchObject({ status: 400, error: { code: 'PGRST124' } })
    expect((await cinema.service.from('films').select('id').gt('gross', 0)).data).toHaveLength(2)
    expect(await rpc('add', { a: 1 }).maxAffected(1)).toMatchObject({
      status: 400,
      error: { code: 'PGRST128' },
    })
  })

  it('lets a function set status and headers', async () => {
    const tea = await post('/rpc/teapot', '{}')
    expect([tea.status, tea.headers.get('x-tea'), tea.headers.get('cache-control'), tea.text]).toEqual([
      418,
      'green',
      'max-age=5',
      '"short and stout"',
    ])
    expect(JSON.parse((await post('/rpc/bad_headers', '{}')).text)).toMatchObject({ code: 'PGRST111' })
    expect(JSON.parse((await post('/rpc/bad_status', '{}')).text)).toMatchObject({ code: 'PGRST112' })
  })

  it('lets a function return its own media type', async () => {
    const page = await send('/rpc/page', { headers: { accept: 'text/html,application/xml;q=0.9,*/*;q=0.8' } })
    expect([page.status, page.headers.get('content-type'), page.text]).toEqual([
      200,
      'text/html',
      '<p>hé</p>',
    ])
    expect((await send('/rpc/page')).text).toBe('"<p>hé</p>"')
    const dot = await fetch(`${cinema.project.url}/rest/v1/rpc/dot`, { headers: { accept: 'image/x-dot' } })
    expect([dot.headers.get('content-type'), [...(await dot.bytes())]]).toEqual(['image/x-dot', [0, 255]])
    const own = await send('/rpc/anything', { method: 'POST' })
    expect([own.headers.get('content-type'), own.text]).toEqual(['text/x-own', 'own'])
  })

  it('exposes the request’s settings', async () => {
    const says = async (name: string, headers: Record<string, string> = {}) =>
      JSON.parse((await send(`/rpc/request_says?name=${name}`, { headers })).text)
    expect(await says('request.method')).toBe('GET')
    expect(await says('request.path')).toBe('/rpc/request_says')
    expect(JSON.parse(await says('request.headers', { 'X-Odd': 'yes', Cookie: 'a=1; b=2' }))).toMatchObject({
      'x-odd': 'yes',
    })
    expect(await says('request.headers', { Cookie: 'secret=1' })).not.toContain('secret')
    expect(JSON.parse(await says('request.cookies', { Cookie: 'a=1; b=2' }))).toEqual({ a: '1', b: '2' })
    expect(JSON.parse(await says('request.jwt.claims'))).toMatchObject({ role: 'service_role' })
    expect(await says('search_path')).toBe('"public", "extensions"')
    expect(await says('timezone', { Prefer: 'timezone=Asia/Tokyo' })).toBe('Asia/Tokyo')
  })

  it('distinguishes anonymous callers', async () => {
    const { data } = await cinema.visitor.rpc('request_says', { name: 'request.jwt.claims' })
    expect(JSON.parse(data)).toMatchObject({ role: 'anon' })
  })
})

describe('time limits', () => {
  it('follow the role, and a function may have its own', async () => {
    expect((await cinema.visitor.rpc('request_says', { name: 'statement_timeout' })).data).toBe('3s')
    expect((await cinema.anna.rpc('request_says', { name: 'statement_timeout' })).data).toBe('8s')
    expect((await cinema.visitor.rpc('slow_allowed')).data).toBe('7s')
  })

  it('cancel a request that takes too long', async () => {
    await cinema.project.admin.query(
      `do $$ begin execute format('alter role anon in database %I set statement_timeout = %L', current_database(), '200ms'); end $$; notify pgrst, 'reload config'`,
    )
    await expect
      .poll(async () => (await cinema.visitor.rpc('request_says', { name: 'statement_timeout' })).data)
      .toBe('200ms')
    expect(await cinema.visitor.rpc('slow', { seconds: 5 })).toMatchObject({
      status: 504,
      error: { code: '57014' },
    })
  })
})

describe('an invalid call', () => {
  it('reports what was searched for', async () => {
    expect(await rpc('add', { c: 1, a: 2 })).toMatchObject({
      status: 404,
      error: {
        code: 'PGRST202',
        details:
          'Searched for the function public.add with parameters a, c or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
        hint: 'Perhaps you meant to call the function public.add(a, b)',
        message: 'Could not find the function public.add(a, c) in the schema cache',
      },
    })
    expect((await rpc('film_of')).error).toMatchObject({
      code: 'PGRST202',
      hint: 'Perhaps you meant to call the function public.films_of',
      message: 'Could not find the function public.film_of without parameters in the schema cache',
    })
  })

  it('lists the candidates when the call is ambiguous', async () => {
    expect(await rpc('overloaded', { a: 1 })).toMatchObject({
      status: 300,
      error: {
        code: 'PGRST203',
        message:
          'Could not choose the best candidate function between: public.overloaded(a => integer), public.overloaded(a => text)',
        hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
      },
    })
  })

  it('supports no other methods', async () => {
    expect(await send('/rpc/add', { method: 'PATCH' })).toMatchObject({ status: 405 })
    expect(JSON.parse((await post('/rpc/add', '{', {})).text)).toMatchObject({
      code: 'PGRST102',
      message: 'Empty or invalid json',
    })
  })
})

describe('an error that a function raises', () => {
  it('keeps its code, detail and hint', async () => {
    expect(await rpc('refuse', { code: 'P0001', message: 'no', detail: 'd', hint: 'h' })).toMatchObject({
      status: 400,
      error: { code: 'P0001', message: 'no', details: 'd', hint: 'h' },
    })
  })

  it('may set the status', async () => {
    const paid = await post('/rpc/refuse', '{"code":"PT402","message":"Payment Required"}')
    expect([paid.status, paid.statusText]).toEqual([402, 'Payment Required'])
  })

  it('may set the complete response', async () => {
    const message = JSON.stringify({ code: 'odd', message: 'own', details: 'd', hint: 'h' })
    const detail = JSON.stringify({ status: 419, headers: { 'X-Own': 'yes' }, status_text: 'Own Words' })
    const own = await post('/rpc/refuse', JSON.stringify({ code: 'PGRST', message, detail }))
    expect([own.status, own.statusText, own.headers.get('x-own'), JSON.parse(own.text)]).toEqual([
      419,
      'Own Words',
      'yes',
      { code: 'odd', details: 'd', hint: 'h', message: 'own' },
    ])
    const wrong = await post('/rpc/refuse', '{"code":"PGRST","message":"plain"}')
    expect([wrong.status, JSON.parse(wrong.text)]).toEqual([
      500,
      expect.objectContaining({ code: 'PGRST121' }),
    ])
  })

  it.each([
    ['23505', 409],
    ['28000', 403],
    ['40001', 500],
    ['42501', 403],
    ['53300', 503],
    ['54000', 500],
    ['57014', 504],
    ['P0002', 500],
    ['08006', 503],
    ['XX000', 500],
    ['99999', 400],
  ])('%s answers %i', async (code, status) => {
    expect(await rpc('refuse', { code, message: 'x' })).toMatchObject({ status, error: { code } })
  })
})
