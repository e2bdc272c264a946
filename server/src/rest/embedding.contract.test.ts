import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cinema, openCinema } from './reading/films.fixture.ts'

let cinema: Cinema
beforeAll(async () => {
  cinema = await openCinema()
})
afterAll(() => cinema.project.stop())

/** The rows returned for a URL. */
async function rows(address: string, prefer = ''): Promise<unknown> {
  const { status, text } = await cinema.send(address, {
    key: cinema.project.serviceRoleKey,
    headers: { prefer },
  })
  const body = JSON.parse(text)
  return status < 300 ? body : { status, ...body }
}

const DIRECTOR = 'directors!films_director_id_fkey'

describe('embedding', () => {
  it('follows foreign keys in both directions, at any depth', async () => {
    expect(
      await rows(
        `/directors?select=name,films!films_director_id_fkey(title,roles(character,actors(name)))&id=eq.2`,
      ),
    ).toEqual([
      {
        name: 'Jane',
        films: [{ title: 'The Piano', roles: [{ character: 'Ada', actors: { name: 'Holly' } }] }],
      },
    ])
  })

  it('returns null or an empty list when there are no rows', async () => {
    expect(
      await rows(`/films?select=d:${DIRECTOR}(name),roles(character),film_details(synopsis)&id=eq.4`),
    ).toEqual([{ d: null, roles: [], film_details: null }])
  })

  it('supports one-to-one and many-to-many', async () => {
    expect(await rows('/films?select=film_details(synopsis),actors(name)&id=eq.1&actors.order=name')).toEqual(
      [
        {
          film_details: { synopsis: 'Two hours of waiting' },
          actors: [{ name: 'Corinne' }, { name: 'Holly' }],
        },
      ],
    )
    expect(await rows('/film_details?select=films(title)')).toEqual([{ films: { title: 'Cleo at five' } }])
    expect(await rows('/actors?select=films!roles(title)&id=eq.3&films.order=id')).toEqual([
      { films: [{ title: 'Cleo at five' }, { title: 'The Piano' }] },
    ])
  })

  it('accepts a column, a constraint or a hint to name the relationship', async () => {
    const wanted = [{ d: { name: 'Agnès' }, p: { name: 'Jane' } }]
    expect(await rows('/films?select=d:director_id(name),p:producer_id(name)&id=eq.2')).toEqual(wanted)
    expect(
      await rows('/films?select=d:films_director_id_fkey(name),p:films_producer_fkey(name)&id=eq.2'),
    ).toEqual(wanted)
    expect(
      await rows('/films?select=d:directors!director_id(name),p:directors!films_producer_fkey(name)&id=eq.2'),
    ).toEqual(wanted)
  })

  it('distinguishes the directions of a self-reference', async () => {
    expect(
      await rows(
        '/directors?select=name,mentor:mentor_id(name),pupils:directors(name)&order=id&pupils.order=id',
      ),
    ).toEqual([
      { name: 'Agnès', mentor: null, pupils: [{ name: 'Jane' }, { name: 'Wim' }] },
      { name: 'Jane', mentor: { name: 'Agnès' }, pupils: [] },
      { name: 'Wim', mentor: { name: 'Agnès' }, pupils: [] },
    ])
    expect(await rows('/directors?select=pupils:directors!mentor_id(name)&id=eq.1&pupils.order=id')).toEqual([
      { pupils: [{ name: 'Jane' }, { name: 'Wim' }] },
    ])
  })

  it('follows keys through views', async () => {
    expect(await rows('/film_list?select=title,directors(name)&id=eq.1')).toEqual([
      { title: 'Cleo at five', directors: { name: 'Agnès' } },
    ])
    expect(await rows('/director_list?select=called,film_list(title)&id=eq.2')).toEqual([
      { called: 'Jane', film_list: [{ title: 'The Piano' }] },
    ])
    expect(await rows('/films?select=director_list!films_producer_fkey(called)&id=eq.1')).toEqual([
      { director_list: { called: 'Agnès' } },
    ])
  })

  it('follows computed relationships', async () => {
    expect(await rows('/films?select=title,lead_actor(name)&order=id&limit=1')).toEqual([
      { title: 'Cleo at five', lead_actor: { name: 'Corinne' } },
    ])
    expect(await rows('/films?select=lead_actor(name)&id=eq.4')).toEqual([{ lead_actor: null }])
    expect(await rows('/films?select=details_of(film_id)&id=in.(1,4)&order=id')).toEqual([
      { details_of: { film_id: 1 } },
      { details_of: { film_id: null } },
    ])
    expect(await rows('/rpc/films_of?wanted=1962&select=lead_actor(name)')).toEqual([
      { lead_actor: { name: 'Corinne' } },
    ])
    const inserted = await cinema.service
      .from('films')
      .insert({ title: 'x' })
      .select('lead_actor(name), headline')
    expect(inserted.data).toEqual([{ lead_actor: null, headline: 'X' }])
    await cinema.service.from('films').delete().eq('title', 'x')
  })

  it('filters, orders and pages embedded rows', async () => {
    expect(
      await rows(
        '/directors?select=name,films!films_director_id_fkey(title)&films.year=gt.1970&films.order=year.desc&films.limit=1&order=id',
      ),
    ).toEqual([
      { name: 'Agnès', films: [{ title: 'Vagabond' }] },
      { name: 'Jane', films: [{ title: 'The Piano' }] },
      { name: 'Wim', films: [] },
    ])
    expect(
      await rows('/films?select=id,roles(character)&roles.or=(character.eq.Cleo,character.eq.Ada)&id=eq.1'),
    ).toEqual([{ id: 1, roles: [{ character: 'Cleo' }] }])
    expect(await rows('/actors?select=name,r:roles(character)&r.offset=1&r.order=film_id&id=eq.3')).toEqual([
      { name: 'Holly', r: [{ character: 'Ada' }] },
    ])
  })

  it('keeps only parents that match !inner, in the rows and in the count', async () => {
    const { headers, text } = await cinema.send(
      `/films?select=title,${DIRECTOR}!inner(name)&directors.name=eq.Agn%C3%A8s&order=id&limit=1`,
      { headers: { Prefer: 'count=exact' } },
    )
    expect([headers.get('content-range'), JSON.parse(text)]).toEqual([
      '0-0/2',
      [{ title: 'Cleo at five', directors: { name: 'Agnès' } }],
    ])
    expect(
      await rows(
        '/directors?select=name,films!films_director_id_fkey!inner(roles!inner(actors!inner()))&films.roles.actors.name=eq.Holly&order=id',
      ),
    ).toEqual([{ name: 'Agnès' }, { name: 'Jane' }])
  })

  it('filters by whether embedded rows exist', async () => {
    expect(await rows(`/films?select=title,roles()&roles=is.null`)).toEqual([{ title: 'Untitled' }])
    expect(await rows('/films?select=id,film_details()&film_details=not.is.null')).toEqual([{ id: 1 }])
    expect(
      await rows(
        '/films?select=id,film_details(),a:actors()&or=(film_details.not.is.null,a.is.null)&order=id',
      ),
    ).toEqual([{ id: 1 }, { id: 4 }])
    const { headers } = await cinema.send('/films?select=id,actors()&actors=is.null', {
      headers: { Prefer: 'count=exact' },
    })
    expect(headers.get('content-range')).toBe('0-0/1')
  })

  it('orders by a column of a to-one embed', async () => {
    expect(await rows(`/films?select=id,d:${DIRECTOR}(name)&order=d(name).desc.nullslast,id.desc`)).toEqual([
      { id: 3, d: { name: 'Jane' } },
      { id: 2, d: { name: 'Agnès' } },
      { id: 1, d: { name: 'Agnès' } },
      { id: 4, d: null },
    ])
    expect(await rows('/films?select=id,roles(character)&order=roles(character)')).toMatchObject({
      status: 400,
      code: 'PGRST118',
      message: "A related order on 'roles' is not possible",
      details: "'films' and 'roles' do not form a many-to-one or one-to-one relationship",
    })
  })

  it('spreads a to-one embed into its parent, and a to-many embed into arrays', async () => {
    expect(
      await rows(
        `/films?select=title,...${DIRECTOR}(director:name,...mentor_id(mentor:name))&order=id&limit=3&offset=1`,
      ),
    ).toEqual([
      { title: 'Vagabond', director: 'Agnès', mentor: null },
      { title: 'The Piano', director: 'Jane', mentor: 'Agnès' },
      { title: 'Untitled', director: null, mentor: null },
    ])
    expect(
      await rows(
        '/films?select=title,...roles(character,...actors(actor:name))&roles.order=actor_id&order=id&limit=1',
      ),
    ).toEqual([{ title: 'Cleo at five', character: ['Cleo', 'A friend'], actor: ['Corinne', 'Holly'] }])
    expect(await rows('/films?select=id,...roles(*)&id=eq.4')).toEqual([
      { id: 4, film_id: [], actor_id: [], character: [] },
    ])
    expect(await rows(`/films?select=id,...${DIRECTOR}!inner(name)&order=id.desc`)).toHaveLength(3)
  })

  it('counts embedded rows', async () => {
    expect(await rows('/films?select=id,roles(count)&order=id')).toEqual([
      { id: 1, roles: [{ count: 2 }] },
      { id: 2, roles: [{ count: 1 }] },
      { id: 3, roles: [{ count: 1 }] },
      { id: 4, roles: [{ count: 0 }] },
    ])
  })

  it('is not confused by columns with internal names', async () => {
    await cinema.project.admin.query(
      `create table echoes (id int primary key, echoes text, _r text, film_id int references films);
       create function echo_film(e echoes) returns setof films rows 1 language sql stable as 'select * from films where id = e.film_id';
       insert into echoes values (1, 'x', 'y', 2)`,
    )
    const whole = [{ id: 1, echoes: 'x', _r: 'y', film_id: 2 }]
    await expect.poll(() => rows('/echoes')).toEqual(whole)
    expect(await rows('/echoes?select=_r,pgrst_rows:id,echo_film(title)')).toEqual([
      { _r: 'y', pgrst_rows: 1, echo_film: { title: 'Vagabond' } },
    ])
    expect(await rows('/films?select=echoes(pgrst_rows:id,e:echoes)&id=eq.2')).toEqual([
      { echoes: [{ pgrst_rows: 1, e: 'x' }] },
    ])
    expect((await cinema.service.from('echoes').update({ _r: 'y' }).eq('id', 1).select()).data).toEqual(whole)
    expect((await cinema.service.from('echoes').select('_r,id').csv()).data).toBe('_r,id\ny,1')
  })

  it('embeds only rows that the caller may see', async () => {
    const { data } = await cinema.bert.from('films').select('id, reviews(stars)').order('id').limit(2)
    expect(data).toEqual([
      { id: 1, reviews: [{ stars: 1 }] },
      { id: 2, reviews: [] },
    ])
  })

  it('allows aggregates only where the project does', async () => {
    expect(await rows('/films?select=year.max()')).toMatchObject({ status: 400, code: 'PGRST123' })
    const set = (value: string) =>
      cinema.project.admin.query(
        `do $$ begin execute format('alter role authenticator in database %I set pgrst.db_aggregates_enabled = ${value}', current_database()); end $$; notify pgrst, 'reload config'`,
      )
    await set('true')
    await expect
      .poll(() => rows('/films?select=year.max(),first:year.min(),count()'))
      .toEqual([{ max: 1993, first: 1962, count: 4 }])
    expect(await rows('/films?select=director_id,count()&order=director_id')).toEqual([
      { director_id: 1, count: 2 },
      { director_id: 2, count: 1 },
      { director_id: null, count: 1 },
    ])
    expect(await rows(`/films?select=sum:gross.sum()::text,d:${DIRECTOR}(name)&director_id=eq.1`)).toEqual([
      { sum: '12345678901234668.39', d: { name: 'Agnès' } },
    ])
    expect(
      await rows('/roles?select=...films(year.max(),title),count()&order=film_id&film_id=eq.1'),
    ).toMatchObject({ status: 400 })
    expect(
      await rows('/roles?select=...films(latest:year.max(),...director_id(name)),n:count()&film_id=in.(1,2)'),
    ).toEqual([{ latest: 1985, name: 'Agnès', n: 3 }])
    expect(await rows('/films?select=id,...roles(actor_id.max())')).toMatchObject({
      status: 400,
      code: 'PGRST127',
    })
    await set('false')
  })
})

describe('an invalid embed', () => {
  it('reports what was searched for', async () => {
    expect(await rows('/films?select=id,actor(name)')).toEqual({
      status: 400,
      code: 'PGRST200',
      details:
        "Searched for a foreign key relationship between 'films' and 'actor' in the schema 'public', but no matches were found.",
      hint: "Perhaps you meant 'actors' instead of 'actor'.",
      message: "Could not find a relationship between 'films' and 'actor' in the schema cache",
    })
    expect(await rows('/films?select=id,actors!nope(name)')).toMatchObject({
      details:
        "Searched for a foreign key relationship between 'films' and 'actors' using the hint 'nope' in the schema 'public', but no matches were found.",
      hint: null,
    })
  })

  it('lists the candidates when it is ambiguous', async () => {
    expect(await rows('/films?select=directors(name)')).toEqual({
      status: 300,
      code: 'PGRST201',
      details: [
        {
          cardinality: 'many-to-one',
          embedding: 'films with directors',
          relationship: 'films_director_id_fkey using films(director_id) and directors(id)',
        },
        {
          cardinality: 'many-to-one',
          embedding: 'films with directors',
          relationship: 'films_producer_fkey using films(producer_id) and directors(id)',
        },
      ],
      hint: "Try changing 'directors' to one of the following: 'directors!films_director_id_fkey', 'directors!films_producer_fkey'. Find the desired relationship in the 'details' key.",
      message: "Could not embed because more than one relationship was found for 'films' and 'directors'",
    })
  })

  it('requires an alias when used twice', async () => {
    expect(await rows('/films?select=directors!director_id(id),directors!producer_id(id)')).toMatchObject({
      status: 400,
      code: '42712',
      message: 'table name "films_directors_1" specified more than once',
    })
  })

  it('must include the resource that a filter or order names', async () => {
    expect(await rows('/films?select=id&roles.character=eq.x')).toEqual({
      status: 400,
      code: 'PGRST108',
      details: null,
      hint: "Verify that 'roles' is included in the 'select' query parameter.",
      message: "'roles' is not an embedded resource in this request",
    })
    expect(await rows('/films?select=id&order=roles(character)')).toMatchObject({ code: 'PGRST108' })
  })
})
