import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Forum, forum, writer } from './forum-stage.ts'

let vigie: Forum
const ids: Record<string, string> = {}
beforeAll(async () => {
  vigie = await forum()
  const begin = async (
    key: string,
    locale: string,
    title: string,
    body: string,
    more: Record<string, unknown> = {},
    who: 'freemium' | 'premium' = 'freemium',
  ) => {
    await vigie.admin.query('update profiles set locale = $2 where id = $1', [vigie.idOf[who], locale])
    ids[key] = (await vigie.begin(vigie.as[who], { title, body, ...more })).id
  }
  await begin(
    'stop',
    'fr',
    'Stop au break-even dès +1 R : est-ce que ça coûte ?',
    'Dès que l’objectif est touché, tout le monde remonte le stop à l’entrée.',
    { category: 'risque' },
  )
  await begin(
    'loss',
    'fr',
    'Perte maximale suiveuse : solde ou valeur du compte ?',
    'Mon challenge parle de « plus haut de la journée ».',
    { category: 'prop-firms' },
    'premium',
  )
  await begin(
    'gold',
    'fr',
    'Élargir les objectifs sur l’or',
    'Les journées de forte volatilité méritent des cibles plus éloignées.',
    { symbol: 'XAUUSD' },
  )
  await begin(
    'english',
    'en',
    'Reading the reaction without guessing',
    'Traders were guessing the numbers again.',
    {},
    'premium',
  )
  await begin(
    'spanish',
    'es',
    'Gestión del riesgo en operaciones cortas',
    'Las pérdidas pequeñas también cansan.',
  )
  await begin(
    'italian',
    'it',
    'Perché la volatilità inganna',
    'Le perdite più piccole sono le più frequenti.',
    {},
    'premium',
  )
  const answer = await vigie.answer(
    vigie.as.premium,
    ids.stop ?? '',
    'J’ai rejoué vingt-deux signaux avec des bougies d’une minute.',
  )
  await vigie.as.freemium.rpc('accept_answer', { thread: ids.stop, post: answer.id }).throwOnError()
}, 60_000)
afterAll(() => vigie.stop())

const keyOf = (id: string) => Object.entries(ids).find(([, known]) => known === id)?.[0]
const search = async (query: string, more: Record<string, unknown> = {}, who = vigie.as.analyst) =>
  (
    (await who.rpc('search_threads', { query, ...more }).throwOnError()).data as {
      thread: string
      post: string
    }[]
  ).map(({ thread }) => keyOf(thread))

describe('the search', () => {
  it.each([
    ['accents left out', 'objectif touche', ['stop']],
    ['accents put in', 'élargir', ['gold']],
    ['other endings, where a stem has an accent', 'journee volatile', ['gold']],
    ['capital letters', 'CHALLENGE', ['loss']],
    ['an answer', 'bougies', ['stop']],
    ['the beginning of a word', 'rejou', ['stop']],
    ['English, in another ending', 'guess', ['english']],
    ['Spanish', 'pérdida pequeña', ['spanish']],
    ['Italian', 'perdita piccola', ['italian']],
    ['all words only', 'bougies challenge', []],
    ['nothing but marks', '!?&|:*', []],
    ['an operator of the index', `'x' & !y | z:*`, []],
  ])('finds %s [wish §2.10]', async (_, query, expected) => {
    for (const language of ['fr', 'en', 'it']) expect(await search(query, { language })).toEqual(expected)
  })

  it('puts a title before a text, and shows the piece where the words are', async () => {
    expect(await search('volatilite')).toEqual(['italian', 'gold'])
    const { data } = await vigie.as.analyst.rpc('search_threads', { query: 'bougies minute' }).throwOnError()
    expect(data).toEqual([
      expect.objectContaining({
        thread: ids.stop,
        position: 2,
        excerpt: expect.stringContaining('bougies d’une minute'),
        accepted: true,
        replies: 1,
        in_category: 'risque',
      }),
    ])
  })

  it('is narrowed by author, instrument, category and dates, with words or without', async () => {
    const { premium } = vigie.known
    expect(await search('perte', { author: premium })).toEqual(['loss'])
    expect(await search('', { author: premium })).toEqual(['stop', 'italian', 'english', 'loss'])
    expect(await search('', { symbol: 'XAUUSD' })).toEqual(['gold'])
    expect(await search('objectif', { category: 'risque' })).toEqual(['stop'])
    expect(await search('objectif', { from: '2100-01-01' })).toEqual([])
    expect(await search('challenge', { from: '2020-01-01', to: '2100-01-01' })).toEqual(['loss'])
    expect(await search('')).toEqual([])
  })

  it('finds nothing that waits, is masked, hidden or deleted, nor what somebody blocked wrote', async () => {
    const { as } = vigie
    const { client, known } = await writer(vigie)
    const { id } = await vigie.begin(client, { title: 'Des parallèles inattendues', body: 'Quadrilatère un' })
    ids.own = id
    const second = await vigie.answer(client, id, 'Quadrilatère deux')
    await vigie.answer(client, id, 'ATTENDRE quadrilatère')
    await vigie.answer(client, id, 'MASQUER quadrilatère')
    expect(await search('quadrilatere')).toEqual(['own'])
    await vigie.as.analyst.from('member_blocks').insert({ blocked: known }).throwOnError()
    expect([
      await search('quadrilatere'),
      await search('parallele'),
      await search('', { author: known }),
    ]).toEqual([[], [], []])
    expect((await as.analyst.rpc('similar_threads', { title: 'Parallèles inattendues' })).data).toEqual([])
    expect(await search('quadrilatere', {}, as.freemium)).toEqual(['own'])
    await vigie.admin.query('select private.remove_post($1, null)', [second.id])
    expect(await search('quadrilatere deux', {}, as.freemium)).toEqual([])
    await vigie.admin.query('select private.remove_thread($1, null)', [id])
    expect([
      await search('quadrilatere', {}, as.freemium),
      await search('parallele', {}, as.freemium),
    ]).toEqual([[], []])
    expect((await as.visitor.rpc('search_threads', { query: 'stop' })).error?.code).toBe('42501')
  })
})

it('the palette finds threads like all else, with the address of the post', async () => {
  const { data } = await vigie.as.analyst.rpc('search', { query: 'bougies' }).throwOnError()
  expect(data.filter(({ kind }: { kind: string }) => kind === 'thread')).toEqual([
    expect.objectContaining({ key: ids.stop, href: `/communaute?sujet=${ids.stop}&message=2` }),
  ])
})

describe('threads like a title that is typed', () => {
  const similar = async (title: string, language = 'fr') =>
    (await vigie.as.analyst.rpc('similar_threads', { title, language }).throwOnError()).data.map(
      ({ thread }: { thread: string }) => keyOf(thread),
    )
  it('share two of its words, without their endings and accents, answered ones first [wish §2.7]', async () => {
    expect(await similar('Est-ce que le stop au breakeven coûte cher ?')).toEqual(['stop'])
    expect(await similar('perte maximale : le solde compte-t-il ?')).toEqual(['loss'])
    expect(await similar('Guess the reaction', 'en')).toEqual(['english'])
    expect(await similar('Bonjour à tous les membres')).toEqual([])
    expect(await similar('')).toEqual([])
  })
})

describe('a name that is typed after @', () => {
  it('is found by its beginning, never of whom one blocks', async () => {
    const { client, id, known } = await writer(vigie)
    await vigie.admin.query(
      `update profiles set username = 'elodie-m', first_name = 'Élodie' where id = $1`,
      [id],
    )
    const suggest = async (prefix: string) =>
      (await vigie.as.analyst.rpc('suggest_members', { prefix }).throwOnError()).data
    expect(await suggest('elo')).toEqual([
      { id: known, handle: 'elodie-m', name: 'Élodie', staff_role: null },
    ])
    expect(await suggest('Élod')).toHaveLength(1)
    expect(await suggest('')).toEqual([])
    await vigie.as.analyst.from('member_blocks').insert({ blocked: known }).throwOnError()
    expect(await suggest('elo')).toEqual([])
    expect((await client.rpc('suggest_members', { prefix: '%' })).data).toEqual([])
  })
})

describe('what thousands of newer posts lie before', () => {
  /** The ids of the newest posts with a word: as the search finds them, and by reading everything. */
  const both = async (word: string, since: string | null, until: string | null) => {
    const [found, read] = await Promise.all(
      [
        `select post from private.newest_posts_with($1::tsquery, null, null, $2::timestamptz, $3::timestamptz)`,
        `select post from private.post_words where words @@ $1::tsquery and published_at >= coalesce($2::timestamptz, '-infinity')
           and published_at < coalesce($3::timestamptz, 'infinity') order by published_at desc limit 200`,
      ].map(async (text) =>
        (await vigie.admin.query(text, [word, since, until])).rows.map(({ post }) => post),
      ),
    )
    return { found: found?.sort(), read: read?.sort() }
  }
  beforeAll(async () => {
    // 300 posts over 600 days in two threads, and 4,100 of the last hour. Without triggers: they would take minutes.
    await vigie.admin.query(`
      begin;
      set local session_replication_role = replica;
      insert into public.posts (thread, position, author, body, published_at)
      select case when n % 2 = 0 then '${ids.gold}' else '${ids.stop}' end::uuid, 1000 + n, '${vigie.known.premium}',
        case when n <= 300 then 'Un tapir' else 'Un merle' end, now() - case when n <= 300 then n * interval '2 days' else n * interval '0.5 seconds' end
      from generate_series(1, 4400) as n;
      insert into private.post_words (post, thread, author, published_at, words)
      select id, thread, author, published_at, private.words_of(body, 'fr') from public.posts where position > 1000;
      commit`)
  })

  it('is found by the index, week by week, exactly as by reading everything', async () => {
    const days = (n: number) => new Date(Date.now() - n * 86_400_000).toISOString()
    for (const [since, until] of [
      [null, null],
      [days(100), null],
      [null, days(300)],
      [days(500), days(41)],
      [days(3), days(1)],
    ] as const) {
      const { found, read } = await both('tapir', since, until)
      expect(read?.length).toBeGreaterThan(0)
      expect(found).toEqual(read)
    }
    expect((await both('ornithorynqu', null, null)).found).toEqual([])
  })

  it('is found within a category too, whether it has few threads or many', async () => {
    expect(await search('tapir', { category: 'risque' })).toEqual(['stop'])
    const { rows } = await vigie.admin.query(
      `select distinct thread from private.posts_by_index('tapir', 'risque', null, '-infinity', 'infinity', (
         select string_agg('@' || private.week_of(now() - n * interval '1 week'), '|')::tsquery from generate_series(0, 100) as n), 200)`,
    )
    expect(rows).toEqual([{ thread: ids.stop }])
  })

  it('does not hide what everybody writes: of common words the newest are enough', async () => {
    expect((await search('merle')).sort()).toEqual(['gold', 'stop'])
  })
})
