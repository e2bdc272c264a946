import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Forum, forum, writer } from './forum-stage.ts'

let vigie: Forum
beforeAll(async () => {
  vigie = await forum()
}, 60_000)
afterAll(() => vigie.stop())

type Client = Forum['as']['freemium']
const unread = async (who: Client) => (await who.rpc('forum_unread').throwOnError()).data
const mark = async (who: Client, thread: string) =>
  (await who.rpc('thread_mark', { thread }).throwOnError()).data

describe('what is unread', () => {
  it('is counted down to the post, and begins at the first unread one', async () => {
    const { as } = vigie
    const { client } = await writer(vigie)
    const { id } = await vigie.begin(as.freemium)
    for (const body of ['Deux', 'Trois', 'Quatre', 'Cinq']) await vigie.answer(as.premium, id, body)
    expect(await mark(client, id)).toMatchObject({ first_unread: 1, unread: 5, last_position: null })
    await client.rpc('mark_read', { thread: id, position: 3 }).throwOnError()
    // Never back by reading, only where that is asked for.
    await client.rpc('mark_read', { thread: id, position: 2 }).throwOnError()
    expect(await mark(client, id)).toMatchObject({ first_unread: 4, unread: 2, last_position: 3 })
    await vigie.admin.query(
      'select private.remove_post(id, null) from posts where thread = $1 and position = 4',
      [id],
    )
    expect(await mark(client, id)).toMatchObject({ first_unread: 5, unread: 1 })
    await client.rpc('mark_unread', { thread: id, position: 2 }).throwOnError()
    expect(await mark(client, id)).toMatchObject({ first_unread: 2, unread: 3 })
    const { data } = await client.from('threads').select('unread_posts, popular').eq('id', id)
    expect(data).toEqual([{ unread_posts: 3, popular: false }])
  })

  it('never is a post of one’s own, nor what came before in a thread that one answers', async () => {
    const { client } = await writer(vigie)
    const { id } = await vigie.begin(vigie.as.freemium)
    await vigie.answer(client, id, 'Ma réponse')
    expect(await mark(client, id)).toMatchObject({ unread: 0, last_position: 2 })
  })

  it('ends for a category or the forum with one row, but not for what is then marked as unread', async () => {
    const { as } = vigie
    const { client, known } = await writer(vigie)
    const [method, risk] = [
      await vigie.begin(as.freemium),
      await vigie.begin(as.freemium, { category: 'risque' }),
    ]
    expect((await unread(client)).categories).toMatchObject({ methode: 1, risque: 1 })
    await client.rpc('mark_all_read', { category: 'risque' }).throwOnError()
    expect((await unread(client)).categories).toEqual({ methode: 1 })
    await client.rpc('mark_all_read').throwOnError()
    expect(await unread(client)).toMatchObject({ total: 0, categories: {} })
    expect(
      await vigie.one('select count(*)::int as rows from forum_reads_from where member = $1', [known]),
    ).toEqual({ rows: 2 })
    expect((await mark(client, method.id)).first_unread).toBeNull()
    await client.rpc('mark_unread', { thread: risk.id, position: 1 }).throwOnError()
    expect(await unread(client)).toMatchObject({ total: 1, categories: { risque: 1 } })
    await vigie.answer(as.premium, method.id, 'Une suite')
    expect((await unread(client)).total).toBe(2)
    expect(await mark(client, method.id)).toMatchObject({ first_unread: 2, unread: 1 })
    expect((await client.rpc('mark_all_read', { category: 'rien' })).error?.code).toBe('PT404')
  })

  it('leaves out what was written before one came, whom one blocks and what one silenced', async () => {
    const { as } = vigie
    const { id } = await vigie.begin(as.freemium, { category: 'outils' })
    await vigie.admin.query(
      `update posts set published_at = published_at - interval '1 hour'; update threads set last_post_at = last_post_at - interval '1 hour'`,
    )
    const { client } = await writer(vigie)
    expect(await unread(client)).toMatchObject({ total: 0 })
    await vigie.answer(as.premium, id, 'Du neuf')
    expect((await unread(client)).total).toBe(1)
    expect(await mark(client, id)).toMatchObject({ first_unread: 2 })
    await client.rpc('follow', { thread: id, level: 'none' }).throwOnError()
    expect((await unread(client)).total).toBe(0)
    await client.rpc('follow', { thread: id }).throwOnError()
    await client.from('member_blocks').insert({ blocked: vigie.known.premium }).throwOnError()
    expect((await unread(client)).total).toBe(0)
    expect(await mark(client, id)).toMatchObject({ unread: 0 })
  })
})

describe('readers', () => {
  it('[S-16] are distinct members other than the author, however often and however many at once they read', async () => {
    const { id } = await vigie.begin(vigie.as.freemium)
    const readers = await Promise.all(Array.from({ length: 5 }, () => writer(vigie)))
    await Promise.all(
      [...readers, ...readers, ...readers].map(({ client }) =>
        client.rpc('mark_read', { thread: id, position: 1 }).throwOnError(),
      ),
    )
    await vigie.as.freemium.rpc('mark_read', { thread: id, position: 1 }).throwOnError()
    expect(await vigie.one('select readers from threads where id = $1', [id])).toEqual({ readers: 5 })
  })
})

describe('popularity', () => {
  const score = async (id: string) =>
    (
      await vigie.one<{ points: number }>(
        `select power(2, heat - private.weight_at(clock_timestamp(), 1)) as points from threads where id = $1`,
        [id],
      )
    ).points

  it('[S-16] is readers and useful replies, each halved every day: never anew, always as if it were', async () => {
    const { as } = vigie
    const { id } = await vigie.begin(as.freemium)
    expect(await score(id)).toBeCloseTo(1, 3)
    await as.premium.rpc('mark_read', { thread: id, position: 1 }).throwOnError()
    expect(await score(id)).toBeCloseTo(2, 3)
    const answer = await vigie.answer(as.premium, id, 'Une réponse')
    const react = (who: Client, kind: string, give = true) =>
      who.rpc('react', { post: answer.id, kind, give }).throwOnError()
    await react(as.freemium, 'useful')
    expect(await score(id)).toBeCloseTo(7, 3)
    // Once a reply, whoever else agrees; thanks say nothing.
    await react(as.analyst, 'well_argued')
    await react(as.analyst, 'thanks')
    expect(await score(id)).toBeCloseTo(7, 3)
    await react(as.freemium, 'useful', false)
    await react(as.analyst, 'well_argued', false)
    expect(await score(id)).toBeCloseTo(2, 3)
    expect((await as.premium.rpc('react', { post: answer.id, kind: 'useful' })).error?.code).toBe('42501')
    await react(as.freemium, 'useful')
    await vigie.admin.query('select private.remove_post($1, null)', [answer.id])
    expect(await score(id)).toBeCloseTo(2, 3)
  })

  it('is the sum it stands for, over any points at any times', async () => {
    const { rows } = await vigie.admin.query<{ kept: number; summed: number }>(`
      with recursive given as (
        select n, '2026-01-01'::timestamptz + make_interval(secs => (hashint8extended(n, 7) & 8388607) * 4) as at, 1 + (n % 7) as points from generate_series(1, 200) as n
      ), folded as (
        select 0 as n, private.weight_at('2026-01-01', 1) as heat
        union all
        select given.n, private.warmer(folded.heat, private.weight_at(given.at, given.points)) from folded join given on given.n = folded.n + 1
      )
      select (select heat from folded order by n desc limit 1) as kept,
        (select max(w) + ln(sum(power(2::float8, w - top)) ) / ln(2::float8) from (select private.weight_at(at, points) as w, max(private.weight_at(at, points)) over () as top from given
          union all select private.weight_at('2026-01-01', 1), (select max(private.weight_at(at, points)) from given)) as weights) as summed`)
    expect(rows[0]?.kept).toBeCloseTo(rows[0]?.summed ?? 0, 9)
    expect(rows[0]?.kept).toBeGreaterThan(100)
  })
})

describe('a draft', () => {
  it('is kept for each thread, read by its author alone, and gone when the text is published', async () => {
    const { as } = vigie
    const { id } = await vigie.begin(as.freemium)
    const save = (body: string, more = {}) => as.premium.rpc('save_draft', { thread: id, body, ...more })
    await save('Une idée').throwOnError()
    await save('Une autre idée', { symbol: 'EURUSD' }).throwOnError()
    await as.premium.rpc('save_draft', { title: 'Un titre', category: 'risque' }).throwOnError()
    const drafts = async (who: Client) =>
      (await who.from('forum_drafts').select('thread, body, title, symbol').order('title')).data
    expect(await drafts(as.premium)).toEqual([
      { thread: id, body: 'Une autre idée', title: '', symbol: 'EURUSD' },
      { thread: null, body: '', title: 'Un titre', symbol: null },
    ])
    expect(await drafts(as.admin)).toEqual([])
    expect((await unread(as.premium)).drafts).toBe(2)
    await vigie.answer(as.premium, id, 'Publié')
    expect(await drafts(as.premium)).toHaveLength(1)
    await as.premium.rpc('save_draft', {}).throwOnError()
    expect(await drafts(as.premium)).toEqual([])
    expect((await save('x'.repeat(20_001))).error?.message).toBe('text_too_long')
  })
})
