import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Forum, forum, writer } from './forum-stage.ts'

let vigie: Forum
beforeAll(async () => {
  vigie = await forum()
}, 60_000)
afterAll(() => vigie.stop())

const post = (id: string) => vigie.one<Record<string, unknown>>('select * from posts where id = $1', [id])
const remove = (id: string, masked: string | null = null) =>
  vigie.admin.query('select private.remove_post($1, $2, $3)', [id, randomUUID(), masked])

describe('a removed post', () => {
  it('leaves a tombstone; its author reads what it said and what it was before [wish §2.5]', async () => {
    const { as } = vigie
    const { id } = await vigie.begin(as.freemium)
    const made = await vigie.answer(as.premium, id, 'Première version')
    await as.premium.rpc('edit_post', { post: made.id, body: 'Version finale' }).throwOnError()
    await remove(made.id)
    expect(await post(made.id)).toMatchObject({ state: 'hidden', body: '', revisions: 0, position: 2 })
    expect((await as.freemium.from('post_revisions').select().eq('post', made.id)).data).toEqual([])
    expect((await as.freemium.from('removed_texts').select().eq('subject', made.id)).data).toEqual([])
    const { data } = await as.premium
      .from('removed_texts')
      .select('kind, text')
      .eq('subject', made.id)
      .order('kind')
    expect(data).toEqual([
      { kind: 'post', text: 'Version finale' },
      { kind: 'revision', text: 'Première version' },
    ])
    expect(
      await vigie.one('select replies, last_shown, last_author from threads where id = $1', [id]),
    ).toEqual({
      replies: 0,
      last_shown: 1,
      last_author: vigie.known.freemium,
    })
    expect((await as.premium.rpc('edit_post', { post: made.id, body: 'x' })).error?.code).toBe('PT404')
    expect((await as.freemium.rpc('react', { post: made.id, kind: 'useful' })).error?.code).toBe('PT404')

    await vigie.admin.query('select private.restore_post($1)', [made.id])
    expect(await post(made.id)).toMatchObject({ state: 'published', body: 'Version finale', revisions: 1 })
    expect((await as.freemium.from('post_revisions').select('body').eq('post', made.id)).data).toEqual([
      { body: 'Première version' },
    ])
    expect((await as.premium.from('removed_texts').select().eq('subject', made.id)).data).toEqual([])
  })

  it('is quoted no more, and again when it is restored', async () => {
    const { as } = vigie
    const { id } = await vigie.begin(as.freemium)
    const made = await vigie.answer(as.premium, id, 'Le **secret** tient en quatre mots.\n\nEt une suite.')
    const quoting = await vigie.answer(
      as.freemium,
      id,
      '> @x, 2\n> Le secret tient en quatre mots.\n\nVraiment ?',
    )
    await remove(made.id)
    expect((await post(quoting.id)).body).toBe('> @x, 2\n> ⟦removed⟧\n\nVraiment ?')
    await vigie.admin.query('select private.restore_post($1)', [made.id])
    expect((await post(quoting.id)).body).toContain('quatre mots')
  })

  it('may be masked in part instead, and stays readable so', async () => {
    const { id } = await vigie.begin(vigie.as.freemium)
    const made = await vigie.answer(vigie.as.premium, id, 'Écrivez à t.me/cachotterie ce soir')
    await remove(made.id, 'Écrivez à ⟦contact⟧ ce soir')
    expect(await post(made.id)).toMatchObject({ state: 'shielded', body: 'Écrivez à ⟦contact⟧ ce soir' })
    expect((await vigie.as.freemium.rpc('search_threads', { query: 'cachotterie' })).data).toEqual([])
  })

  it('of one’s own is deleted by its author, and the thread with it while nobody has answered', async () => {
    const { as } = vigie
    const alone = await vigie.begin(as.freemium)
    await as.freemium.rpc('delete_post', { post: alone.id }).throwOnError()
    expect(await vigie.one('select state, title, excerpt from threads where id = $1', [alone.id])).toEqual({
      state: 'deleted',
      title: '',
      excerpt: '',
    })
    const answered = await vigie.begin(as.freemium)
    await vigie.answer(as.premium, answered.id, 'Une réponse')
    await as.freemium.rpc('delete_post', { post: answered.id }).throwOnError()
    expect(
      await vigie.one('select state, excerpt, replies from threads where id = $1', [answered.id]),
    ).toEqual({ state: 'published', excerpt: '', replies: 1 })
    await expect(vigie.admin.query('select private.restore_post($1)', [answered.id])).rejects.toThrow(
      'post_not_found',
    )
  })

  it('of an idea stays as it was, whether it won or lost', async () => {
    const { rows } = await vigie.admin.query(
      `select private.publish_thread($1, 'idees', 'Achat EUR/USD', 'La thèse.') as id`,
      [vigie.known.freemium],
    )
    for (const [act, more] of [
      ['delete_post', {}],
      ['edit_post', { body: 'Une autre thèse.' }],
    ] as const)
      expect((await vigie.as.freemium.rpc(act, { post: rows[0].id, ...more })).error).toMatchObject({
        code: 'PT409',
        message: 'idea_stays',
      })
  })
})

describe('a removed thread', () => {
  it('goes with all its posts and comes back with those that went with it', async () => {
    const { as } = vigie
    const { id } = await vigie.begin(as.freemium, { title: 'Un titre à retirer' })
    const [first, second] = [
      await vigie.answer(as.premium, id, 'Une'),
      await vigie.answer(as.premium, id, 'Deux'),
    ]
    await remove(first.id)
    await vigie.admin.query('select private.remove_thread($1, $2)', [id, randomUUID()])
    expect((await as.analyst.from('posts').select('body, state').eq('thread', id)).data).toEqual(
      Array.from({ length: 3 }, () => ({ body: '', state: 'hidden' })),
    )
    expect((await as.analyst.from('threads').select('title, excerpt, state').eq('id', id)).data).toEqual([
      { title: '', excerpt: '', state: 'hidden' },
    ])
    expect((await as.premium.rpc('publish_post', { thread: id, body: 'x' })).error?.code).toBe('PT404')
    await vigie.admin.query('select private.restore_thread($1)', [id])
    expect(await vigie.one('select title, state, replies from threads where id = $1', [id])).toEqual({
      title: 'Un titre à retirer',
      state: 'published',
      replies: 1,
    })
    expect([(await post(first.id)).state, (await post(second.id)).state]).toEqual(['hidden', 'published'])
  })
})

describe('a picture', () => {
  const png = () =>
    sharp({ create: { width: 3000, height: 300, channels: 3, background: '#123' } })
      .withExif({ IFD0: { Artist: 'Somebody' } })
      .png()
      .toBuffer()
  const bring = async (as: Forum['as']['freemium'], name: string, bytes: Buffer) =>
    as.storage
      .from('forum')
      .upload(name, new Blob([new Uint8Array(bytes)], { type: 'image/png' }), { contentType: 'image/png' })
  const address = (name: string) => `${vigie.url}/storage/v1/object/public/forum/${name}`

  it('is drawn anew within its size, without what it says of its author; nobody brings one in another’s name', async () => {
    const name = `${vigie.known.freemium}/${randomUUID()}.webp`
    expect((await bring(vigie.as.freemium, name, await png())).error).toBeNull()
    const drawn = sharp(Buffer.from(await (await fetch(address(name))).arrayBuffer()))
    expect(await drawn.metadata()).toMatchObject({ format: 'webp', width: 1600, height: 160 })
    expect((await drawn.metadata()).exif).toBeUndefined()
    for (const other of [
      `${vigie.known.premium}/${randomUUID()}.webp`,
      `${randomUUID()}.webp`,
      `${vigie.known.freemium}/x/../y.webp`,
    ])
      expect((await bring(vigie.as.freemium, other, await png())).error).not.toBeNull()
    expect(
      (
        await bring(
          vigie.as.freemium,
          `${vigie.known.freemium}/${randomUUID()}.webp`,
          Buffer.from('<svg onload=alert(1)>'),
        )
      ).error,
    ).not.toBeNull()
    expect(
      (await bring(vigie.as.visitor, `${vigie.known.freemium}/${randomUUID()}.webp`, await png())).error,
    ).not.toBeNull()
  })

  it('loses its address with its post, and has it again when that is restored', async () => {
    const name = `${vigie.known.freemium}/${randomUUID()}.webp`
    await bring(vigie.as.freemium, name, await png())
    const made = await vigie.begin(vigie.as.freemium, {
      body: `Voici : ![graphique](/storage/v1/object/public/forum/${name})`,
    })
    expect(await vigie.one('select excerpt from threads where id = $1', [made.id])).toEqual({
      excerpt: 'Voici :',
    })
    await remove(made.id)
    expect((await fetch(address(name))).status).toBe(400)
    await vigie.admin.query('select private.restore_post($1)', [made.id])
    expect((await fetch(address(name))).status).toBe(200)
  })

  it('is counted by the day, and swept when no text shows it', async () => {
    const { client, known } = await writer(vigie)
    await vigie.admin.query(
      `insert into storage.objects (bucket_id, name, owner_id, created_at) select 'forum', $1 || '/' || gen_random_uuid() || '.webp', $1, now() - make_interval(days => n % 10) from generate_series(1, 300) as n`,
      [known],
    )
    expect((await bring(client, `${known}/${randomUUID()}.webp`, await png())).error).not.toBeNull()
    const { rows } = await vigie.admin.query('select private.unused_pictures(now(), 1000) as name')
    expect(rows.length).toBeGreaterThan(200)
  })
})

const EMPTIED = ['forum_drafts', 'thread_reads', 'forum_subscriptions', 'private.forum_writes']
const waiting = async (statement: string) =>
  (
    await vigie.admin.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and query ilike $1 and pid <> pg_backend_pid()`,
      [`%${statement}%`],
    )
  ).rowCount

describe('an account that goes', () => {
  it('while it writes is gone after what it wrote, and takes all of it along', async () => {
    const { client, id, known } = await writer(vigie)
    const { id: thread } = await vigie.begin(vigie.as.freemium)
    await client.rpc('save_draft', { thread, body: 'Un brouillon' }).throwOnError()
    const writing = await vigie.admin.connect()
    try {
      await writing.query('begin')
      await writing.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify({ sub: id })])
      await writing.query(`select publish_post($1, 'Un dernier mot')`, [thread])
      const gone = vigie.admin.query('delete from auth.users where id = $1', [id])
      await expect.poll(() => waiting('delete from auth.users')).toBe(1)
      await writing.query('commit')
      await gone
    } finally {
      writing.release(true)
    }
    for (const table of EMPTIED)
      expect(await vigie.one(`select from ${table} where member = $1`, [known])).toBeUndefined()
  })

  it('is waited for by what is written meanwhile, which then leaves nothing', async () => {
    const { client, id, known } = await writer(vigie)
    const { id: thread } = await vigie.begin(vigie.as.freemium)
    const going = await vigie.admin.connect()
    try {
      await going.query('begin')
      await going.query('delete from auth.users where id = $1', [id])
      const writes = [
        client.rpc('publish_post', { thread, body: 'Un dernier mot' }),
        client.rpc('save_draft', { thread, body: 'Un brouillon' }),
        client.rpc('mark_read', { thread, position: 1 }),
        client.rpc('follow', { thread, level: 'every' }),
      ].map(async (write) => (await write).error?.code)
      for (const name of ['publish_post', 'save_draft', 'mark_read', 'follow'])
        await expect.poll(() => waiting(`"${name}"`)).toBe(1)
      await going.query('commit')
      expect((await Promise.all(writes))[0]).toBe('42501')
    } finally {
      going.release(true)
    }
    for (const table of EMPTIED)
      expect(await vigie.one(`select from ${table} where member = $1`, [known])).toBeUndefined()
  })

  it('leaves its posts without a name, and its name in no text', async () => {
    const { client, id, known } = await writer(vigie)
    const handle = `partie-${randomUUID().slice(0, 8)}`
    await vigie.admin.query('update profiles set username = $2 where id = $1', [id, handle])
    const { id: thread } = await vigie.begin(client, { body: 'Mes mots restent.' })
    const hidden = await vigie.begin(client, { anonymous: true })
    const naming = await vigie.answer(vigie.as.freemium, thread, `Merci @${handle}, et @${handle}.`)
    await vigie.as.freemium
      .rpc('edit_post', { post: naming.id, body: `Merci @${handle} ! Pas @${handle}-bis.` })
      .throwOnError()
    await vigie.answer(client, thread, `ATTENDRE`)
    await client.rpc('save_draft', { thread, body: 'Un brouillon' }).throwOnError()
    await vigie.answer(vigie.as.freemium, thread, `ATTENDRE @${handle}`)

    // It goes while it writes: the text is published before, or refused.
    const [late] = await Promise.all([
      client.rpc('publish_post', { thread, body: 'Un dernier mot' }),
      vigie.admin.query('delete from auth.users where id = $1', [id]),
    ])
    expect(late.error === null || late.error.code === '42501' || late.status === 401).toBe(true)

    expect(await post(thread)).toMatchObject({ body: 'Mes mots restent.', author: known })
    expect(
      await vigie.one('select user_id, handle, name from community_members where id = $1', [known]),
    ).toEqual({ user_id: null, handle: null, name: null })
    expect((await post(naming.id)).body).toBe(`Merci @… ! Pas @${handle}-bis.`)
    expect((await vigie.as.premium.from('post_revisions').select('body').eq('post', naming.id)).data).toEqual(
      [{ body: 'Merci @…, et @….' }],
    )
    expect(
      await vigie.one(`select request ->> 'body' as body from held_posts where thread = $1`, [thread]),
    ).toEqual({ body: 'ATTENDRE @…' })
    expect(await vigie.one('select private.author_of($1) as author', [hidden.id])).toEqual({ author: null })
    for (const table of EMPTIED)
      expect(await vigie.one(`select from ${table} where member = $1`, [known])).toBeUndefined()
    expect((await vigie.as.premium.rpc('suggest_members', { prefix: 'partie' })).data).toEqual([])
  })
})
