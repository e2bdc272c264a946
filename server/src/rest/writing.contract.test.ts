import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Cinema, openCinema } from './reading/films.fixture.ts'

let cinema: Cinema
beforeAll(async () => {
  cinema = await openCinema()
})
afterAll(() => cinema.project.stop())
beforeEach(async () => {
  await cinema.project.admin.query(
    `delete from films where id > 4; update films set year = 1985, title = 'Vagabond' where id = 2; delete from reviews where stars in (2, 3)`,
  )
})

const films = () => cinema.service.from('films')
const count = async () => (await films().select('id', { count: 'exact', head: true })).count
type Init = { prefer?: string; accept?: string; type?: string }
const send = (method: string, path: string, body?: unknown, { prefer, accept, type }: Init = {}) =>
  cinema.send(path, {
    method,
    key: cinema.project.serviceRoleKey,
    headers: {
      'content-type': type ?? 'application/json',
      ...(prefer ? { prefer } : {}),
      ...(accept ? { accept } : {}),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })

describe('inserting', () => {
  it('answers 201 without a body unless the row is requested', async () => {
    expect(await films().insert({ title: 'A' })).toMatchObject({ status: 201, data: null, error: null })
    const bare = await send('POST', '/films', { title: 'B' })
    expect([bare.status, bare.text, bare.headers.get('content-length')]).toEqual([201, '', '0'])
    expect(bare.headers.get('content-range')).toBe('*/*')
  })

  it('returns the rows with what they embed', async () => {
    const { data } = await films()
      .insert([
        { title: 'C', director_id: 2 },
        { title: 'D', director_id: null },
      ])
      .select('title, headline, d:directors!films_director_id_fkey(name)')
    expect(data).toEqual([
      { title: 'C', headline: 'C', d: { name: 'Jane' } },
      { title: 'D', headline: 'D', d: null },
    ])
  })

  it('fills missing columns of a bulk insert with null, or with the default on request', async () => {
    const rows = [{ title: 'E', rated: 'R' }, { title: 'F' }]
    expect((await films().insert(rows).select('rated').order('id')).data).toEqual([
      { rated: 'R' },
      { rated: null },
    ])
    expect((await films().insert(rows, { defaultToNull: false }).select('rated, tags')).data).toEqual([
      { rated: 'R', tags: [] },
      { rated: 'PG', tags: [] },
    ])
  })

  it('counts, and returns the row’s location', async () => {
    expect(await films().insert([{ title: 'G' }, { title: 'H' }], { count: 'exact' })).toMatchObject({
      count: 2,
    })
    const one = await send('POST', '/films', { title: 'I', id: 77 }, { prefer: 'return=headers-only' })
    expect([one.status, one.text, one.headers.get('location')]).toEqual([201, '', '/films?id=eq.77'])
    expect(one.headers.get('preference-applied')).toBe('return=headers-only')
  })

  it('accepts an empty list, an empty row, CSV and forms', async () => {
    expect(await films().insert([]).select()).toMatchObject({ status: 201, data: [] })
    const csv = await send('POST', '/films?select=title,year', 'title,year\n"J, K",1999\nL,NULL', {
      type: 'text/csv',
      prefer: 'return=representation',
    })
    expect(JSON.parse(csv.text)).toEqual([
      { title: 'J, K', year: 1999 },
      { title: 'L', year: null },
    ])
    const form = await send('POST', '/films?select=title', 'title=M+N', {
      type: 'application/x-www-form-urlencoded',
      prefer: 'return=representation',
    })
    expect(JSON.parse(form.text)).toEqual([{ title: 'M N' }])
    expect((await send('POST', '/directors', {})).status).toBe(400)
  })

  it('keeps JSON as JSON and stores JSON in a text column as its text', async () => {
    const { data } = await films()
      .insert({ title: { a: 1 }, info: { b: [1, 'x'] }, tags: ['p', 'q,r'] })
      .select('title, info, tags')
      .single()
    expect(data).toEqual({ title: '{"a":1}', info: { b: [1, 'x'] }, tags: ['p', 'q,r'] })
  })

  it('refuses an unknown column', async () => {
    expect(await films().insert({ title: 'O', nope: 1 })).toMatchObject({
      status: 400,
      error: {
        code: 'PGRST204',
        message: "Could not find the 'nope' column of 'films' in the schema cache",
      },
    })
  })

  it('can address another schema by its profile', async () => {
    const { data } = await cinema.service
      .schema('personal')
      .from('notes')
      .insert({ id: 1, body: 'x' })
      .select()
    expect(data).toEqual([{ id: 1, body: 'x' }])
  })
})

describe('upserting', () => {
  it('merges by the primary key, with 200 when no row was new', async () => {
    const merged = await films().upsert({ id: 2, title: 'Vagabonde' }).select('id, title, year')
    expect(merged).toMatchObject({ status: 200, data: [{ id: 2, title: 'Vagabonde', year: 1985 }] })
    const both = await films().upsert([
      { id: 2, title: 'V' },
      { id: 90, title: 'W' },
    ])
    expect(both.status).toBe(201)
  })

  it('merges by another key, or ignores duplicates', async () => {
    const merged = await films()
      .upsert({ slug: 'cleo', title: 'Cleo at five', year: 1962 }, { onConflict: 'slug' })
      .select('id')
    expect(merged.data).toEqual([{ id: 1 }])
    const ignored = await films().upsert({ id: 1, title: 'X' }, { ignoreDuplicates: true }).select('id')
    expect(ignored).toMatchObject({ status: 201, data: [] })
  })

  it('puts one row at its own URL', async () => {
    const put = (id: number, title: string, prefer = '') =>
      send('PUT', `/films?id=eq.${id}&select=title`, { id: 91, title }, { prefer })
    expect((await put(91, 'X', 'return=representation')).status).toBe(201)
    expect(await put(91, 'Y', 'return=representation')).toMatchObject({
      status: 200,
      text: '[{"title":"Y"}]',
    })
    expect((await put(91, 'Z')).status).toBe(204)
    expect(await put(92, 'Z')).toMatchObject({ status: 400, text: expect.stringContaining('PGRST115') })
    expect(await send('PUT', '/films?title=eq.x', {})).toMatchObject({
      status: 405,
      text: expect.stringContaining('PGRST105'),
    })
    expect(await send('PUT', '/films?id=eq.1&limit=1', {})).toMatchObject({
      status: 400,
      text: expect.stringContaining('PGRST114'),
    })
  })
})

describe('updating and deleting', () => {
  it('answers 204, or 200 with the rows', async () => {
    expect(await films().update({ year: 7 }).eq('id', 2)).toMatchObject({
      status: 204,
      data: null,
      error: null,
    })
    expect(await films().update({ year: 8 }).eq('id', 2).select('id, year')).toMatchObject({
      status: 200,
      data: [{ id: 2, year: 8 }],
    })
    expect(await films().update({ year: 8 }).eq('id', 999)).toMatchObject({ status: 204 })
    expect(await films().update({ year: 8 }).eq('id', 999).select()).toMatchObject({ status: 200, data: [] })
    expect(await films().delete().eq('id', 999)).toMatchObject({ status: 204, error: null })
  })

  it('reports the range and total of rows', async () => {
    const updated = await send('PATCH', '/films?id=in.(1,2)', { slug: null }, { prefer: 'count=exact' })
    expect(updated.headers.get('content-range')).toBe('0-1/2')
    await send('PATCH', '/films?id=eq.1', { slug: 'cleo' })
    await films().insert([
      { title: 'A', year: 1 },
      { title: 'B', year: 1 },
    ])
    expect(await films().delete({ count: 'exact' }).eq('year', 1)).toMatchObject({ status: 204, count: 2 })
  })

  it('returns deleted rows with their embeds', async () => {
    await films().insert({ id: 93, title: 'A', director_id: 2 })
    const { data } = await films().delete().eq('id', 93).select('title, d:director_id(name)').single()
    expect(data).toEqual({ title: 'A', d: { name: 'Jane' } })
  })

  it('applies logic trees, and ignores order and limit', async () => {
    await films().insert([
      { title: 'A', year: 1 },
      { title: 'B', year: 2 },
    ])
    const { data } = await films()
      .update({ rated: 'R' })
      .or('year.eq.1,year.eq.2')
      .select('title')
      .order('title')
      .limit(1)
    expect(data).toHaveLength(2)
  })

  it('changes nothing for an empty body', async () => {
    expect(await films().update({}).eq('id', 1)).toMatchObject({ status: 204 })
    expect(await films().update({}).eq('id', 1).select('id, headline')).toMatchObject({
      status: 200,
      data: [],
    })
  })

  it('refuses to change a whole table without a filter', async () => {
    expect(await films().delete()).toMatchObject({
      status: 400,
      error: { code: '21000', message: 'DELETE requires a WHERE clause' },
    })
    expect(await films().update({ year: 1 })).toMatchObject({
      status: 400,
      error: { code: '21000', message: 'UPDATE requires a WHERE clause' },
    })
    expect(await count()).toBe(4)
  })

  it('rolls back when a single row was requested and others were affected', async () => {
    const inserted = await films()
      .insert([{ title: 'A' }, { title: 'B' }])
      .select()
      .single()
    expect(inserted).toMatchObject({
      status: 406,
      error: { code: 'PGRST116', details: 'The result contains 2 rows' },
    })
    const updated = await films().update({ year: 0 }).lt('id', 9).select().single()
    expect(updated.status).toBe(406)
    const deleted = await films().delete().eq('id', 99).select().single()
    expect(deleted).toMatchObject({ status: 406, error: { details: 'The result contains 0 rows' } })
    expect([await count(), (await films().select('id').eq('year', 0)).data]).toEqual([4, []])
  })

  it('rolls back when more rows than max-affected were changed', async () => {
    expect(await films().update({ year: 0 }).lt('id', 9).maxAffected(2)).toMatchObject({
      status: 400,
      error: { code: 'PGRST124', details: 'The query affects 4 rows' },
    })
    expect(await films().update({ year: 1985 }).eq('id', 2).maxAffected(1)).toMatchObject({ status: 204 })
    expect((await films().select('id').eq('year', 0)).data).toEqual([])
  })

  it('supports tx=rollback only where the project allows it', async () => {
    await films().insert({ id: 94, title: 'kept' }).rollback()
    expect(await count()).toBe(5)
    const set = (value: string) =>
      cinema.project.admin.query(
        `do $$ begin execute format('alter role authenticator in database %I set pgrst.db_tx_end = %L', current_database(), '${value}'); end $$; notify pgrst, 'reload config'`,
      )
    await set('commit-allow-override')
    await expect
      .poll(async () =>
        (await send('POST', '/films', { title: 'gone' }, { prefer: 'tx=rollback' })).headers.get(
          'preference-applied',
        ),
      )
      .toBe('tx=rollback')
    expect((await films().select('id').eq('title', 'gone').limit(1)).data?.length).toBeLessThanOrEqual(1)
    await films().delete().eq('title', 'gone')
    await films().insert({ title: 'gone' }).rollback()
    expect((await films().select('id').eq('title', 'gone')).data).toEqual([])
    await set('commit')
  })
})

describe('writing under row-level security', () => {
  it('lets members write their own rows', async () => {
    const mine = await cinema.anna
      .from('reviews')
      .insert({ film_id: 3, stars: 3 })
      .select('stars, author')
      .single()
    expect(mine.data).toEqual({ stars: 3, author: '00000000-0000-0000-0000-00000000000a' })
    const others = await cinema.anna.from('reviews').update({ stars: 2 }).eq('stars', 1).select()
    expect(others).toMatchObject({ status: 200, data: [] })
  })

  it('refuses others: 403 for a member, 401 for a visitor', async () => {
    const row = { film_id: 1, stars: 3, author: '00000000-0000-0000-0000-00000000000b' }
    const error = {
      code: '42501',
      message: 'new row violates row-level security policy for table "reviews"',
    }
    expect(await cinema.anna.from('reviews').insert(row)).toMatchObject({ status: 403, error })
    expect(await cinema.visitor.from('reviews').insert(row)).toMatchObject({ status: 401, error })
    expect(await cinema.visitor.from('vault').select()).toMatchObject({
      status: 401,
      error: { code: '42501' },
    })
    expect(await cinema.anna.from('vault').select()).toMatchObject({ status: 403, error: { code: '42501' } })
    expect(await cinema.service.from('vault').select()).toMatchObject({ status: 200, data: [] })
  })
})

describe('PostgreSQL’s errors', () => {
  it.each<[string, () => PromiseLike<{ status: number; error: unknown }>, number, string]>([
    ['a duplicate', () => films().insert({ id: 1, title: 'x' }), 409, '23505'],
    ['a missing reference', () => films().insert({ title: 'x', director_id: 999 }), 409, '23503'],
    ['a check', () => films().insert({ title: '' }), 400, '23514'],
    ['a missing value', () => films().insert({ title: null }), 400, '23502'],
    ['a wrong value in a body', () => films().insert({ title: 'x', year: 'soon' }), 400, '22P02'],
    ['a wrong value in a filter', () => films().select().eq('year', 'soon'), 400, '22P02'],
    ['a column that is not there', () => films().select('nope'), 400, '42703'],
    ['an operator for another type', () => films().select().like('year', '1%'), 404, '42883'],
    ['a write of a generated column', () => films().insert({ title: 'x', words: 'y' }), 400, '428C9'],
    ['a NUL character', () => films().select().eq('title', 'a\0b'), 400, '22021'],
  ])('answers %s', async (_name, query, status, code) => {
    expect(await query()).toMatchObject({ status, error: { code } })
  })
})
