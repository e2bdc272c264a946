import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Forum, forum, writer } from './forum-stage.ts'

let vigie: Forum
beforeAll(async () => {
  vigie = await forum()
}, 60_000)
afterAll(() => vigie.stop())

const post = (id: string) => vigie.one<Record<string, unknown>>('select * from posts where id = $1', [id])

describe('a text that waits', () => {
  it('is no thread, post or number until it is published, under the id it has [wish §2.1]', async () => {
    const { as } = vigie
    const held = await vigie.begin(as.freemium, { body: 'ATTENDRE un peu' })
    expect(held).toMatchObject({ held: true, reasons: ['contact'] })
    expect((await as.premium.from('threads').select().eq('id', held.id)).data).toEqual([])
    expect((await as.premium.from('held_posts').select()).data).toEqual([])
    expect((await as.freemium.from('held_posts').select('id')).data).toEqual([{ id: held.id }])
    expect((await as.analyst.from('held_posts').select('id')).data).toEqual([{ id: held.id }])
    await vigie.admin.query('select private.publish_held($1, $2)', [held.id, vigie.known.analyst])
    expect((await as.premium.from('threads').select('id, excerpt').eq('id', held.id)).data).toEqual([
      { id: held.id, excerpt: 'ATTENDRE un peu' },
    ])
    expect(await post(held.id)).toMatchObject({ thread: held.id, position: 1, author: vigie.known.freemium })
    expect((await as.freemium.from('held_posts').select()).data).toEqual([])
  })

  it('takes its position when it is published, after what was published meanwhile', async () => {
    const { id } = await vigie.begin(vigie.as.freemium)
    const held = await vigie.answer(vigie.as.premium, id, 'ATTENDRE ici')
    expect(held).toMatchObject({ held: true, position: null })
    expect(await vigie.answer(vigie.as.freemium, id, 'Une réponse')).toMatchObject({ position: 2 })
    await vigie.admin.query('select private.publish_held($1, null)', [held.id])
    expect(await post(held.id)).toMatchObject({ position: 3 })
  })

  it('is taken back by its author alone', async () => {
    const held = await vigie.begin(vigie.as.freemium, { body: 'ATTENDRE encore' })
    expect((await vigie.as.premium.rpc('withdraw_held', { held: held.id })).error?.code).toBe('PT404')
    await vigie.as.freemium.rpc('withdraw_held', { held: held.id }).throwOnError()
    expect(await vigie.one('select from held_posts where id = $1', [held.id])).toBeUndefined()
  })

  it('keeps the first texts of a new member from everybody, and each edit again [wish §2.2] [wish §2.3] [wish §2.8]', async () => {
    const { client, id } = await vigie.member()
    const made = await vigie.begin(client)
    await vigie.admin.query('update community_members set trust = 0 where user_id = $1', [id])
    const edited = await client.rpc('edit_post', { post: made.id, body: 'Autre chose' }).throwOnError()
    expect(edited.data).toMatchObject({ held: true, reasons: ['edit_of_new_member'] })
    expect(await post(made.id)).toMatchObject({ body: 'Cinq minutes sans rien faire.', revisions: 0 })
    const waiting = await vigie.one<{ id: string }>('select id from held_posts where edits = $1', [made.id])
    await vigie.admin.query('select private.publish_held($1, null)', [waiting.id])
    expect(await post(made.id)).toMatchObject({ body: 'Autre chose', revisions: 1 })
    // A later edit takes the place of one that waits.
    for (const body of ['Une fois', 'Deux fois'])
      await client.rpc('edit_post', { post: made.id, body }).throwOnError()
    const { rows } = await vigie.admin.query('select request from held_posts where edits = $1', [made.id])
    expect(rows).toEqual([{ request: { body: 'Deux fois' } }])
  })

  it('with a refused verdict is not kept, and the reason is said', async () => {
    const { error } = await vigie.as.freemium.rpc('publish_post', {
      thread: (await vigie.begin(vigie.as.freemium)).id,
      body: 'REFUSER',
    })
    expect(error).toMatchObject({ code: '42501', message: 'text_refused', hint: 'word' })
  })

  it('waits with a title that has something to mask, which has no place for marks', async () => {
    expect(await vigie.begin(vigie.as.freemium, { title: 'Écrivez MASQUER telegram' })).toMatchObject({
      held: true,
    })
  })
})

describe('a shielded text', () => {
  it('is public in its masked form alone; its author and staff read the rest', async () => {
    const { as } = vigie
    const { id } = await vigie.begin(as.freemium)
    const made = await vigie.answer(as.premium, id, 'Rejoignez MASQUER t.me/secret vite')
    expect(made).toMatchObject({ held: false, shielded: true, position: 2, reasons: ['contact'] })
    expect(await post(made.id)).toMatchObject({ body: 'Rejoignez ⟦contact⟧ vite', state: 'shielded' })
    const removed = (client: typeof as.freemium) =>
      client.from('removed_texts').select('text').eq('subject', made.id)
    expect((await removed(as.freemium)).data).toEqual([])
    for (const reader of [as.premium, as.analyst])
      expect((await removed(reader)).data).toEqual([{ text: 'Rejoignez MASQUER t.me/secret vite' }])
    expect(await vigie.one('select replies, last_shown from threads where id = $1', [id])).toEqual({
      replies: 0,
      last_shown: 1,
    })
  })
})

describe('an edit', () => {
  it('keeps what stood before, for whoever reads the post', async () => {
    const { as } = vigie
    const made = await vigie.begin(as.freemium, { body: 'Premier texte' })
    for (const body of ['Deuxième texte', 'Troisième texte'])
      await as.freemium.rpc('edit_post', { post: made.id, body }).throwOnError()
    const { data } = await as.premium
      .from('post_revisions')
      .select('revision, body')
      .eq('post', made.id)
      .order('revision')
    expect(data).toEqual([
      { revision: 1, body: 'Premier texte' },
      { revision: 2, body: 'Deuxième texte' },
    ])
    expect((await as.premium.rpc('edit_post', { post: made.id, body: 'Le mien' })).error?.code).toBe('42501')
    await as.premium.from('member_blocks').insert({ blocked: vigie.known.freemium }).throwOnError()
    expect((await as.premium.from('post_revisions').select().eq('post', made.id)).data).toEqual([])
    await as.premium.from('member_blocks').delete().eq('blocked', vigie.known.freemium).throwOnError()
  })

  it('is refused in a locked thread, and staff are not', async () => {
    const { as } = vigie
    const made = await vigie.begin(as.freemium)
    expect((await as.freemium.rpc('lock_thread', { thread: made.id, reason: 'Réglé' })).error?.code).toBe(
      '42501',
    )
    await as.analyst.rpc('lock_thread', { thread: made.id, reason: 'La question est réglée.' }).throwOnError()
    for (const refused of [
      await as.freemium.rpc('edit_post', { post: made.id, body: 'Autre' }),
      await as.premium.rpc('publish_post', { thread: made.id, body: 'Autre' }),
    ])
      expect(refused.error).toMatchObject({ code: 'PT409', message: 'thread_locked' })
    expect(await vigie.answer(as.analyst, made.id, 'Dernier mot')).toMatchObject({ position: 2 })
  })
})

describe('an anonymous text', () => {
  it('names its author to staff alone, and is edited and deleted by them [wish §2.9]', async () => {
    const { as } = vigie
    const made = await vigie.begin(as.freemium, { anonymous: true, body: 'Le parapente et moi.' })
    const { data } = await as.premium
      .from('posts')
      .select('author, anonymous, thread:threads!posts_thread_fkey(author)')
      .eq('id', made.id)
    expect(data).toEqual([{ author: null, anonymous: true, thread: { author: null } }])
    expect(
      JSON.stringify((await as.premium.rpc('search_threads', { query: 'parapente' })).data),
    ).not.toContain(vigie.known.freemium)
    expect(await vigie.one('select private.author_of($1) as author', [made.id])).toEqual({
      author: vigie.known.freemium,
    })
    await as.freemium.rpc('edit_post', { post: made.id, body: 'Une autre question' }).throwOnError()
    expect((await as.premium.rpc('delete_post', { post: made.id })).error?.code).toBe('42501')
    await as.freemium.rpc('delete_post', { post: made.id }).throwOnError()
    expect(await vigie.one('select state, title from threads where id = $1', [made.id])).toEqual({
      state: 'deleted',
      title: '',
    })
  })
})

describe('who may write', () => {
  it('are members: a visitor and somebody whose account is gone are refused', async () => {
    const { id } = await vigie.begin(vigie.as.freemium)
    expect((await vigie.as.visitor.rpc('publish_post', { thread: id, body: 'x' })).error?.code).toBe('42501')
    const gone = await writer(vigie)
    await vigie.admin.query('delete from auth.users where id = $1', [gone.id])
    expect((await gone.client.rpc('publish_post', { thread: id, body: 'x' })).error).not.toBeNull()
  })

  it('leave only whole posts when their account goes while they write: counted, in their place, under no name', async () => {
    const { id } = await vigie.begin(vigie.as.freemium)
    const leaving = await writer(vigie)
    const answers = Array.from({ length: 12 }, (_, nth) =>
      leaving.client.rpc('publish_post', { thread: id, body: `Réponse ${nth}, pendant le départ.` }),
    )
    const gone = vigie.admin.query('delete from auth.users where id = $1', [leaving.id])
    const [made] = await Promise.all([Promise.all(answers), gone])
    const kept = made.filter(({ error }) => error === null)
    const { rows } = await vigie.admin.query(
      `select position, name, handle, user_id from posts join community_members as author on author.id = posts.author
       where thread = $1 and position > 1 order by position`,
      [id],
    )
    expect(rows).toEqual(
      kept.map((_, nth) => ({ position: nth + 2, name: null, handle: null, user_id: null })),
    )
    expect(await vigie.one('select replies from threads where id = $1', [id])).toEqual({
      replies: kept.length,
    })
    expect((await leaving.client.rpc('publish_post', { thread: id, body: 'Encore.' })).error).not.toBeNull()
  })

  it('in a category of staff are staff, and ideas are published as ideas', async () => {
    const begin = (category: string, who: 'freemium' | 'analyst') =>
      vigie.as[who].rpc('start_thread', { category, title: 'Débrief du vendredi', body: 'Neuf signaux.' })
    expect((await begin('debriefs', 'freemium')).error?.code).toBe('42501')
    expect((await begin('debriefs', 'analyst')).error).toBeNull()
    expect((await begin('idees', 'analyst')).error?.code).toBe('PT404')
  })

  it('as staff have proved a second factor', async () => {
    await vigie.admin.query('update private.security_settings set require_staff_mfa = true')
    const { error } = await vigie.as.analyst.rpc('start_thread', {
      category: 'methode',
      title: 'Un sujet du matin',
      body: 'x',
    })
    await vigie.admin.query('update private.security_settings set require_staff_mfa = false')
    expect(error).toMatchObject({ code: '42501', message: 'staff_needs_aal2' })
  })
})

it('gives positions in the order of the commits, without a hole, however many write at once', async () => {
  const { id } = await vigie.begin(vigie.as.freemium)
  const writers = await Promise.all(Array.from({ length: 4 }, () => writer(vigie)))
  await Promise.all(
    writers.map(async ({ client }, who) => {
      for (let n = 0; n < 8; n++) {
        const made = await vigie.answer(client, id, `Réponse ${n} de ${who}`)
        // Beside edits and reactions, which lock the same rows.
        if (n % 3 === 0)
          await client.rpc('edit_post', { post: made.id, body: `Réponse ${n}, modifiée` }).throwOnError()
        await client.rpc('mark_read', { thread: id, position: made.position }).throwOnError()
      }
    }),
  )
  const { rows } = await vigie.admin.query<{ position: number; n: number; live: number }>(
    `select posts.position, row_number() over (order by published_at)::int as n,
       row_number() over (order by (told.payload ->> 'number')::bigint)::int as live
     from posts join realtime.messages as told on told.topic = 'thread:' || thread and told.event = 'post' and told.payload ->> 'id' = posts.id::text
     where thread = $1 order by position`,
    [id],
  )
  expect(rows.map(({ position }) => position)).toEqual(Array.from({ length: 33 }, (_, n) => n + 1))
  // Open pages are told in the order of the positions.
  expect(rows.map(({ live }) => live)).toEqual(rows.map(({ position }) => position))
  expect(
    await vigie.one('select replies, last_position, last_shown from threads where id = $1', [id]),
  ).toEqual({
    replies: 32,
    last_position: 33,
    last_shown: 33,
  })
}, 60_000)
