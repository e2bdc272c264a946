import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cinema, openCinema } from './reading/films.fixture.ts'

let cinema: Cinema
beforeAll(async () => {
  cinema = await openCinema()
})
afterAll(() => cinema.project.stop())

const films = () => cinema.service.from('films')

describe('reading a table', () => {
  it('[S-80] works with the unmodified client at /rest/v1', async () => {
    const { data, error, status, count } = await films().select('id, title', { count: 'exact' }).order('id')
    expect({ error, status, count }).toEqual({ error: null, status: 200, count: 4 })
    expect(data?.[0]).toEqual({ id: 1, title: 'Cleo at five' })
  })

  it('renames, casts, and selects JSON paths, arrays and computed columns', async () => {
    const { data } = await films()
      .select(
        'name:title, gross::text, info->press->>"le monde", best:info->stars->1, tags->0, info->stars->-1, headline',
      )
      .eq('id', 1)
      .single()
    expect(data).toEqual({
      name: 'Cleo at five',
      gross: '12345678901234567.89',
      'le monde': 'fine',
      best: 5,
      tags: 'paris',
      stars: 5,
      headline: 'CLEO AT FIVE',
    })
  })

  it('returns numbers exactly as PostgreSQL prints them', async () => {
    const { text } = await cinema.send('/films?select=gross&id=eq.1')
    expect(text).toBe('[{"gross":12345678901234567.89}]')
  })

  it('quotes any name', async () => {
    const { error } = await films().select('"odd name, (really)"').is('"odd name, (really)"', null)
    expect(error).toBeNull()
  })

  const titles = async (query: PromiseLike<{ data: { title: string }[] | null; error: unknown }>) => {
    const { data, error } = await query
    expect(error).toBeNull()
    return data?.map(({ title }) => title[0]).join('')
  }
  const all = () => films().select('title').order('id')
  /** Film initials in order: Cleo, Vagabond, Piano (T), Untitled. */
  it.each<[string, () => PromiseLike<{ data: { title: string }[] | null; error: unknown }>, string]>([
    ['eq', () => all().eq('year', 1985), 'V'],
    ['neq', () => all().neq('year', 1985), 'CT'],
    ['gt and lte on one column', () => all().gt('year', 1962).lte('year', 1993), 'VT'],
    ['like', () => all().like('title', '%a%o%'), 'VT'],
    ['like with stars', () => all().like('title', '*a*o*'), 'VT'],
    ['ilike', () => all().ilike('title', 'c%'), 'C'],
    ['like all', () => all().likeAllOf('title', ['%a%', '%o%']), 'CVT'],
    ['ilike any', () => all().ilikeAnyOf('title', ['c%', 'v%']), 'CV'],
    ['match', () => all().filter('title', 'match', '^.{8}$'), 'VU'],
    ['imatch', () => all().filter('title', 'imatch', '^VAG'), 'V'],
    ['is null', () => all().is('year', null), 'U'],
    ['not is null', () => all().not('year', 'is', null), 'CVT'],
    ['is distinct', () => all().filter('year', 'isdistinct', '1962'), 'VTU'],
    ['in', () => all().in('year', [1962, 1993]), 'CT'],
    ['in with commas and quotes', () => all().in('title', ['The Piano', 'a,b', 'c"d']), 'T'],
    ['in nothing', () => all().in('year', []), ''],
    ['not in', () => all().not('year', 'in', '(1962,1993)'), 'V'],
    ['eq any', () => all().filter('year', 'eq(any)', '{1962,1985}'), 'CV'],
    ['array contains', () => all().contains('tags', ['new zealand']), 'T'],
    ['array contained', () => all().containedBy('tags', ['road', 'x']), 'VU'],
    ['array overlaps', () => all().overlaps('tags', ['sea', 'road']), 'VT'],
    ['json contains', () => all().contains('info', { stars: [3] }), 'V'],
    ['json path', () => all().eq('info->press->>le monde', 'fine'), 'C'],
    ['range before', () => all().rangeLt('shown', '[1980-01-01,1981-01-01)'), 'C'],
    ['range after', () => all().rangeGt('shown', '[1980-01-01,1981-01-01)'), 'V'],
    ['range does not end after', () => all().rangeLte('shown', '[1980-01-01,1986-01-01)'), 'CV'],
    ['range adjacent', () => all().rangeAdjacent('shown', '[1962-06-01,1963-01-01)'), 'C'],
    ['full text', () => all().textSearch('words', 'piano'), 'T'],
    [
      'full text of a plain column',
      () => all().textSearch('title', 'five & cleo', { config: 'english' }),
      'C',
    ],
    [
      'web search',
      () => all().textSearch('title', 'piano or vagabond', { type: 'websearch', config: 'english' }),
      'VT',
    ],
    ['phrase', () => all().textSearch('title', 'cleo at five', { type: 'phrase' }), 'C'],
    ['match several', () => all().match({ year: 1985, director_id: 1 }), 'V'],
    ['or', () => all().or('year.eq.1962,and(year.gt.1990,tags.cs.{sea})'), 'CT'],
    ['or with quotes', () => all().or('title.eq."The Piano",title.in.("a,b",Untitled)'), 'TU'],
    ['enum', () => all().eq('rated', 'PG'), 'CVTU'],
  ])('filters by %s', async (_name, query, expected) => {
    expect(await titles(query())).toBe(expected)
  })

  it('negates a logic tree', async () => {
    const { text } = await cinema.send('/films?select=id&not.or=(year.eq.1962,year.is.null)&order=id')
    expect(JSON.parse(text)).toEqual([{ id: 2 }, { id: 3 }])
  })

  it('orders, with nulls first or last', async () => {
    expect(await titles(films().select('title').order('year', { ascending: false, nullsFirst: false }))).toBe(
      'TVCU',
    )
    expect(await titles(films().select('title').order('year', { nullsFirst: true }))).toBe('UCVT')
    expect(
      await titles(films().select('title').order('info->stars->0', { nullsFirst: false }).order('id')),
    ).toBe('VCTU')
  })

  it('pages, and reports the range', async () => {
    const page = await films().select('id', { count: 'exact' }).order('id').range(1, 2)
    expect(page).toMatchObject({ status: 206, count: 4, data: [{ id: 2 }, { id: 3 }] })
    const { headers, status } = await cinema.send('/films?select=id&order=id', {
      headers: { Range: '2-9', Prefer: 'count=exact' },
    })
    expect([status, headers.get('content-range')]).toEqual([206, '2-3/4'])
    const beyond = await films().select('id', { count: 'exact' }).range(20, 25)
    expect(beyond).toMatchObject({
      status: 416,
      error: {
        code: 'PGRST103',
        message: 'Requested range not satisfiable',
        details: 'An offset of 20 was requested, but there are only 4 rows.',
      },
    })
  })

  it('returns nothing for limit 0', async () => {
    expect(await films().select('id').limit(0)).toMatchObject({ status: 200, data: [] })
  })

  it('counts exactly, as planned or as estimated', async () => {
    for (const count of ['exact', 'planned', 'estimated'] as const) {
      const result = await films().select('id', { count, head: true })
      expect(result).toMatchObject({ error: null, data: null, count: expect.any(Number) })
    }
    expect((await films().select('id', { count: 'estimated' })).count).toBe(4)
  })

  it('returns one row, or reports how many there were', async () => {
    expect(await films().select('id').eq('id', 1).single()).toMatchObject({ data: { id: 1 }, error: null })
    expect(await films().select('id').single()).toMatchObject({
      status: 406,
      error: {
        code: 'PGRST116',
        details: 'The result contains 4 rows',
        hint: null,
        message: 'Cannot coerce the result to a single JSON object',
      },
    })
    expect(await films().select('id').eq('id', 99).maybeSingle()).toMatchObject({ data: null, error: null })
  })

  it('writes CSV, and can omit nulls', async () => {
    const csv = await films().select('id,title,tags').order('id').limit(2).csv()
    expect(csv.data).toBe('id,title,tags\n1,"Cleo at five","{paris,day}"\n2,Vagabond,{road}')
    expect((await films().select('id').eq('id', 99).csv()).data).toBe('\n')
    expect((await films().select('id,year,slug').eq('id', 4).stripNulls()).data).toEqual([{ id: 4 }])
    expect((await films().select('id,year').eq('id', 4).stripNulls().single()).data).toEqual({ id: 4 })
  })

  it('reads views and materialised views', async () => {
    expect((await cinema.service.from('film_list').select().eq('id', 1).single()).data).toEqual({
      id: 1,
      title: 'Cleo at five',
      director_id: 1,
    })
    expect((await cinema.service.from('film_years').select('films').eq('year', 1962)).data).toEqual([
      { films: 1 },
    ])
  })

  it('reads another exposed schema by its profile', async () => {
    expect(await cinema.service.schema('personal').from('notes').select()).toMatchObject({
      data: [],
      error: null,
    })
    const { headers } = await cinema.send('/notes', { headers: { 'Accept-Profile': 'personal' } })
    expect(headers.get('content-profile')).toBe('personal')
  })

  it('returns to each caller the rows that policies allow', async () => {
    const reviews = async (client: Cinema['anna']) =>
      (await client.from('reviews').select('stars').order('id')).data
    expect(await reviews(cinema.anna)).toEqual([{ stars: 5 }, { stars: 4 }])
    expect(await reviews(cinema.bert)).toEqual([{ stars: 1 }])
    expect(await reviews(cinema.visitor)).toEqual([])
    expect(await reviews(cinema.service)).toHaveLength(3)
  })

  it('limits every level to the project’s max-rows', async () => {
    await cinema.project.admin.query(
      `insert into actors select n, 'extra' from generate_series(2000, 3200) n; insert into roles select 4, n, 'crowd' from generate_series(2000, 3200) n`,
    )
    expect((await cinema.service.from('actors').select('id').limit(5000)).data).toHaveLength(1000)
    const { data } = await films().select('roles(actor_id)').eq('id', 4).single()
    expect(data?.roles).toHaveLength(1000)
    await cinema.project.admin.query(
      `delete from roles where actor_id >= 2000; delete from actors where id >= 2000`,
    )
  })
})
