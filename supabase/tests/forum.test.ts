import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, product } from './product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product()
  await vigie.admin.query('update community_members set trust = 3')
}, 60_000)
afterAll(() => vigie.stop())

describe('a thread', () => {
  it('is begun, answered, edited, deleted', async () => {
    const { data, error } = await vigie.as.freemium.rpc('start_thread', {
      category: 'methode',
      title: 'Lire la réaction au CPI',
      body: 'Je ne fais rien pendant cinq minutes.',
    })
    expect(error).toBeNull()
    const answer = await vigie.as.premium.rpc('publish_post', { thread: data.id, body: 'Moi non plus.' })
    expect(answer).toMatchObject({ error: null, data: { position: 2 } })
    expect(
      await vigie.as.premium.rpc('edit_post', { post: answer.data.id, body: 'Moi non plus, jamais.' }),
    ).toMatchObject({ error: null })
    expect(await vigie.as.freemium.rpc('react', { post: answer.data.id, kind: 'useful' })).toMatchObject({
      error: null,
      data: { useful: 1 },
    })
    expect(await vigie.as.freemium.rpc('mark_read', { thread: data.id, position: 2 })).toMatchObject({
      error: null,
    })
    expect(await vigie.as.analyst.rpc('forum_unread')).toMatchObject({ error: null, data: { total: 1 } })
    expect(
      await vigie.as.analyst
        .from('threads')
        .select('*, unread_posts, author:community_members!threads_author_fkey(name)'),
    ).toMatchObject({ error: null, data: [{ unread_posts: 2, replies: 1 }] })
    expect(await vigie.as.analyst.rpc('mark_all_read')).toMatchObject({ error: null })
    expect(await vigie.as.analyst.rpc('forum_unread')).toMatchObject({ error: null, data: { total: 0 } })
    expect(await vigie.as.analyst.rpc('mark_unread', { thread: data.id, position: 2 })).toMatchObject({
      error: null,
    })
    expect(await vigie.as.analyst.rpc('thread_mark', { thread: data.id })).toMatchObject({
      error: null,
      data: { first_unread: 2, unread: 1 },
    })
    expect(await vigie.as.analyst.rpc('community_summary')).toMatchObject({
      error: null,
      data: { threads: 1, posts: 2, members: 4 },
    })
    await vigie.admin.query('select private.remove_post($1, null)', [answer.data.id])
    expect(await vigie.as.analyst.rpc('community_summary')).toMatchObject({
      error: null,
      data: { threads: 1, posts: 1, members: 4 },
    })
    await vigie.admin.query('select private.restore_post($1)', [answer.data.id])
    expect(await vigie.as.analyst.rpc('community_summary')).toMatchObject({
      error: null,
      data: { threads: 1, posts: 2, members: 4 },
    })
    expect((await vigie.as.analyst.from('post_revisions').select()).data).toHaveLength(1)
    expect(await vigie.as.premium.rpc('delete_post', { post: answer.data.id })).toMatchObject({ error: null })
    expect(await vigie.as.premium.rpc('save_draft', { thread: data.id, body: 'x' })).toMatchObject({
      error: null,
    })
    expect(await vigie.as.premium.rpc('follow', { thread: data.id, level: 'every' })).toMatchObject({
      error: null,
    })
    await vigie.admin.query('select private.remove_thread($1, null)', [data.id])
    expect(await vigie.as.analyst.rpc('community_summary')).toMatchObject({
      error: null,
      data: { threads: 0, posts: 0 },
    })
    await vigie.admin.query('select private.restore_thread($1)', [data.id])
    expect(await vigie.as.analyst.rpc('community_summary')).toMatchObject({
      error: null,
      data: { threads: 1, posts: 1 },
    })
  })
})
