import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Forum, forum, writer } from './forum-stage.ts'

let vigie: Forum
beforeAll(async () => {
  vigie = await forum()
}, 60_000)
afterAll(() => vigie.stop())

const thread = (id: string) => vigie.one<Record<string, unknown>>('select * from threads where id = $1', [id])
const positions = async (id: string) =>
  (
    await vigie.admin.query<{ body: string }>('select body from posts where thread = $1 order by position', [
      id,
    ])
  ).rows.map(({ body }) => body)
const events = async (id: string) =>
  (await vigie.as.freemium.from('thread_events').select('kind, by, data').eq('thread', id).order('id')).data

describe('staff', () => {
  it('lock, pin, move and rename, each seen by readers and written down; nobody else does', async () => {
    const { as } = vigie
    const { id } = await vigie.begin(as.freemium)
    const acts: [string, Record<string, unknown>][] = [
      ['lock_thread', { reason: 'La question est réglée.' }],
      ['unlock_thread', {}],
      ['pin_thread', { pinned: true }],
      ['move_thread', { category: 'risque' }],
      ['rename_thread', { title: 'Un titre plus juste' }],
    ]
    for (const [name, more] of acts) {
      for (const who of ['freemium', 'premium'] as const)
        expect((await as[who].rpc(name, { thread: id, ...more })).error?.code).toBe('42501')
      expect((await as.analyst.rpc(name, { thread: id, ...more })).error).toBeNull()
    }
    expect(await events(id)).toEqual([
      { kind: 'locked', by: 'analyst', data: {} },
      { kind: 'unlocked', by: 'analyst', data: {} },
      { kind: 'pinned', by: 'analyst', data: {} },
      { kind: 'moved', by: 'analyst', data: { from: 'methode', to: 'risque' } },
      { kind: 'renamed', by: 'analyst', data: {} },
    ])
    const { data } = await as.admin
      .from('audit_log')
      .select('actor, after')
      .eq('table_name', 'thread_events')
      .order('id')
    expect(data).toHaveLength(5)
    expect(data?.[0]).toMatchObject({ actor: vigie.idOf.analyst, after: { kind: 'locked' } })
    // An idea stays among ideas, and nothing else comes there.
    expect((await as.admin.rpc('move_thread', { thread: id, category: 'idees' })).error?.message).toBe(
      'idea_stays',
    )
  })
})

describe('an accepted answer', () => {
  it('is chosen by who asked, anonymously or not, or by staff', async () => {
    const { as } = vigie
    const { id } = await vigie.begin(as.freemium, { anonymous: true })
    const answer = await vigie.answer(as.premium, id, 'Voici')
    const accept = (who: 'freemium' | 'premium' | 'analyst', post: string | null) =>
      as[who].rpc('accept_answer', { thread: id, post })
    expect((await accept('premium', answer.id)).error?.code).toBe('42501')
    expect((await accept('freemium', id)).error?.code).toBe('PT404')
    expect((await accept('freemium', answer.id)).error).toBeNull()
    expect(await thread(id)).toMatchObject({ accepted_post: answer.id })
    expect((await accept('analyst', null)).error).toBeNull()
    expect(await events(id)).toEqual([
      { kind: 'accepted', by: 'author', data: { post: answer.id } },
      { kind: 'unaccepted', by: 'analyst', data: {} },
    ])
    expect((await as.premium.from('notifications').select('kind').like('fact', 'accepted:%')).data).toEqual([
      { kind: 'forum_accepted' },
    ])
    await accept('freemium', answer.id)
    await vigie.admin.query('select private.remove_post($1, null)', [answer.id])
    expect(await thread(id)).toMatchObject({ accepted_post: null })
    expect((await as.premium.from('notifications').select('kind').like('fact', 'accepted:%')).data).toEqual(
      [],
    )
  })
})

describe('a merge', () => {
  it('puts all posts at the end of the other thread, with readers and followers, and leads old addresses there [wish §2.7]', async () => {
    const { as } = vigie
    const [source, target] = [
      await vigie.begin(as.freemium, { body: 'S1' }),
      await vigie.begin(as.premium, { body: 'T1' }),
    ]
    await vigie.answer(as.premium, source.id, 'S2')
    const s3 = await vigie.answer(as.premium, source.id, 'S3', { reply_to: source.id })
    await vigie.answer(as.freemium, target.id, 'T2')
    const [both, one] = [await writer(vigie), await writer(vigie)]
    for (const [{ client }, id, position] of [
      [both, source.id, 3],
      [both, target.id, 2],
      [one, source.id, 3],
    ] as const)
      await client.rpc('mark_read', { thread: id, position }).throwOnError()
    await vigie.answer(as.premium, source.id, 'ATTENDRE S4')
    const before = (await as.freemium.rpc('community_summary')).data
    expect(
      (await as.freemium.rpc('merge_threads', { source: source.id, target: target.id })).error?.code,
    ).toBe('42501')
    await as.analyst.rpc('merge_threads', { source: source.id, target: target.id }).throwOnError()

    expect(await positions(target.id)).toEqual(['T1', 'T2', 'S1', 'S2', 'S3'])
    expect(await thread(source.id)).toMatchObject({
      state: 'merged',
      merged_into: target.id,
      title: '',
      replies: 0,
    })
    // Readers of the target: its own writer aside, the asker of the source, and the two who read.
    expect(await thread(target.id)).toMatchObject({ replies: 4, last_shown: 5, readers: 3 })
    const marks = async (who: typeof both) =>
      (await who.client.rpc('thread_mark', { thread: target.id }).throwOnError()).data
    expect(await marks(both)).toMatchObject({ unread: 0 })
    expect(await marks(one)).toMatchObject({ first_unread: 1, unread: 5 })
    const find = async (position: number) =>
      (await as.freemium.rpc('find_place', { thread: source.id, position })).data
    expect(await find(1)).toEqual({ thread: target.id, position: 3 })
    expect(await find(3)).toEqual({ thread: target.id, position: 5 })
    expect(await vigie.one('select reply_to from posts where id = $1', [s3.id])).toEqual({
      reply_to: source.id,
    })
    expect((await events(target.id))?.map(({ kind, data }) => [kind, data])).toEqual([
      ['merged_here', { other: source.id, posts: 3 }],
    ])
    // One discussion fewer, as many messages; what waits is published where the posts are, and so is an answer to the old address.
    expect((await as.freemium.rpc('community_summary')).data).toMatchObject({
      threads: before.threads - 1,
      posts: before.posts,
    })
    await vigie.admin.query('select private.publish_held(id, null) from held_posts where thread = $1', [
      target.id,
    ])
    await vigie.answer(as.freemium, source.id, 'T7')
    expect(await positions(target.id)).toEqual(['T1', 'T2', 'S1', 'S2', 'S3', 'ATTENDRE S4', 'T7'])
  })

  it('of two threads into each other at once leaves one of them', async () => {
    const [one, two] = [await vigie.begin(vigie.as.freemium), await vigie.begin(vigie.as.freemium)]
    const answers = await Promise.all([
      vigie.as.analyst.rpc('merge_threads', { source: one.id, target: two.id }),
      vigie.as.admin.rpc('merge_threads', { source: two.id, target: one.id }),
    ])
    expect(answers.filter(({ error }) => !error)).toHaveLength(1)
    expect(answers.find(({ error }) => error)?.error?.code).toBe('PT404')
  })
})

describe('a split', () => {
  it('makes a thread of some posts, marked as read as far as they were, and leads old addresses there', async () => {
    const { as } = vigie
    const { id } = await vigie.begin(as.freemium, { body: 'P1' })
    const posts = []
    for (const body of ['P2', 'P3', 'P4', 'P5']) posts.push(await vigie.answer(as.premium, id, body))
    const reader = await writer(vigie)
    await reader.client.rpc('mark_read', { thread: id, position: 3 }).throwOnError()
    await as.freemium.rpc('react', { post: posts[1]?.id, kind: 'useful' }).throwOnError()
    const heat = async (thread: string) =>
      (
        await vigie.one<{ points: number }>(
          'select power(2, heat - private.weight_at(clock_timestamp(), 1)) as points from threads where id = $1',
          [thread],
        )
      ).points
    const warm = await heat(id)
    const split = (moved: (string | undefined)[]) =>
      as.analyst.rpc('split_thread', { thread: id, posts: moved, title: 'Une autre question' })
    expect((await split([id])).error?.message).toBe('invalid_posts')
    expect((await split([])).error?.message).toBe('invalid_posts')
    const { data: made } = await split([posts[3]?.id, posts[1]?.id]).throwOnError()
    expect(await positions(made)).toEqual(['P3', 'P5'])
    expect(await positions(id)).toEqual(['P1', 'P2', 'P4'])
    expect(await thread(made)).toMatchObject({
      author: vigie.known.premium,
      title: 'Une autre question',
      replies: 1,
      readers: 1,
      excerpt: 'P3',
    })
    expect((await reader.client.rpc('thread_mark', { thread: made })).data).toMatchObject({
      last_position: 1,
      first_unread: 2,
    })
    expect((await as.freemium.rpc('find_place', { thread: id, position: 3 })).data).toEqual({
      thread: made,
      position: 1,
    })
    expect((await as.freemium.rpc('find_place', { thread: id, position: 2 })).data).toEqual({
      thread: id,
      position: 2,
    })
    expect(await heat(id)).toBeCloseTo(warm - 5, 2)
    expect(await heat(made)).toBeCloseTo(6, 2)
    // Positions are never given again.
    expect(await vigie.answer(as.freemium, id, 'P6')).toMatchObject({ position: 6 })
  })
})
