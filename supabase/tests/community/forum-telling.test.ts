import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { joined } from '../../../server/src/realtime/realtime-clients.ts'
import { type Forum, forum, writer } from './forum-stage.ts'

let vigie: Forum
beforeAll(async () => {
  vigie = await forum()
}, 60_000)
afterAll(() => vigie.stop())

type Member = Awaited<ReturnType<typeof writer>> & { handle: string }
async function named(): Promise<Member> {
  const member = await writer(vigie)
  const { handle } = await vigie.one<{ handle: string }>(
    'select handle from community_members where id = $1',
    [member.known],
  )
  return { ...member, handle }
}
const told = async (who: Pick<Member, 'client'>) =>
  (
    await who.client
      .from('notifications')
      .select('kind, parameters, link')
      .eq('category', 'community')
      .order('id')
  ).data
/** What the worker does for every job that waits. */
const tellFollowers = async () => {
  const { rows } = await vigie.admin.query<{ post: string }>(
    `delete from private.pending_jobs where task = 'tell-followers' returning payload ->> 'post' as post`,
  )
  for (const { post } of rows)
    while ((await vigie.one<{ more: boolean }>('select private.tell_followers($1, 1) as more', [post])).more);
}

describe('who is addressed', () => {
  it('hears of an answer, a quote or a mention once, by what concerns them most, with no name of the author', async () => {
    const [asker, cited, called] = [await named(), await named(), await named()]
    const { id } = await vigie.begin(asker.client)
    const made = await vigie.answer(
      vigie.as.freemium,
      id,
      `> @${cited.handle}, 3\n> Une phrase.\n\n@${called.handle} et @${asker.handle}, et \`@${vigie.known.premium}\``,
      { reply_to: id, anonymous: true },
    )
    const link = `/communaute?sujet=${id}&message=${made.position}`
    const parameters = { title: 'Lire la réaction au CPI' }
    expect(await told(asker)).toEqual([{ kind: 'forum_reply', parameters, link }])
    expect(await told(cited)).toEqual([{ kind: 'forum_quote', parameters, link }])
    expect(await told(called)).toEqual([{ kind: 'forum_mention', parameters, link }])
    // An edit tells who is named anew, and nobody again.
    const late = await named()
    await vigie.as.freemium
      .rpc('edit_post', { post: made.id, body: `@${called.handle} @${late.handle}` })
      .throwOnError()
    expect(await told(late)).toHaveLength(1)
    expect(await told(called)).toHaveLength(1)
  })

  it('hears nothing of a text that waits, and of it when it is published [wish §2.1]', async () => {
    const [asker, called] = [await named(), await named()]
    const { id } = await vigie.begin(asker.client)
    const held = await vigie.answer(vigie.as.freemium, id, `ATTENDRE @${called.handle}`, { reply_to: id })
    await vigie.as.freemium
      .rpc('publish_post', { thread: id, body: `@${called.handle} MASQUER t.me/x` })
      .throwOnError()
    await tellFollowers()
    for (const member of [asker, called]) expect(await told(member)).toEqual([])
    await vigie.admin.query('select private.publish_held($1, null)', [held.id])
    expect((await told(asker))?.map(({ kind }) => kind)).toEqual(['forum_reply'])
    expect((await told(called))?.map(({ kind }) => kind)).toEqual(['forum_mention'])
  })

  it('hears nothing of whom they block, nor of a thread that they silenced; a block takes back what was told', async () => {
    const [first, second, third] = [await named(), await named(), await named()]
    const { id } = await vigie.begin(vigie.as.premium)
    const call = (body: string, more = {}) => vigie.answer(vigie.as.freemium, id, body, more)
    await first.client.from('member_blocks').insert({ blocked: vigie.known.freemium }).throwOnError()
    await second.client.rpc('follow', { thread: id, level: 'none' }).throwOnError()
    await call(`@${first.handle} @${second.handle} @${third.handle}`)
    await call(`@${first.handle}`, { anonymous: true })
    expect([await told(first), await told(second), (await told(third))?.length]).toEqual([[], [], 1])
    await third.client.from('member_blocks').insert({ blocked: vigie.known.freemium }).throwOnError()
    expect(await told(third)).toEqual([])
  })

  it('hears no more of a post that is gone: not in the bell, not by the mail that waits', async () => {
    const member = await named()
    await vigie.admin.query(`update auth.users set email_confirmed_at = now() where id = $1`, [member.id])
    await vigie.admin.query(`update notification_preferences set email = '{community}' where user_id = $1`, [
      member.id,
    ])
    const { id } = await vigie.begin(vigie.as.premium)
    const made = await vigie.answer(vigie.as.freemium, id, `@${member.handle}`)
    const mails = () =>
      vigie.one('select count(*)::int as mails from notification_deliveries where user_id = $1', [member.id])
    expect(await mails()).toEqual({ mails: 1 })
    const { data: before } = await member.client.rpc('catch_up', { topic: `member:${member.id}` })
    await vigie.as.freemium.rpc('delete_post', { post: made.id }).throwOnError()
    expect([await told(member), await mails()]).toEqual([[], { mails: 0 }])
    const { data } = await member.client.rpc('catch_up', {
      topic: `member:${member.id}`,
      after: before.head,
      epoch: before.epoch,
    })
    expect(data.messages).toMatchObject([
      { event: 'withdrawn', payload: { withdrawn_for: 'removed', unread: -1 } },
    ])
  })
})

describe('who follows', () => {
  it('a thread or a category is told of each new post or thread, in batches, and not of one’s own [wish §2.6]', async () => {
    const [follower, other, silent] = [await named(), await named(), await named()]
    await other.client.rpc('follow', { category: 'prop-firms', level: 'every' }).throwOnError()
    const { id } = await vigie.begin(vigie.as.freemium, {
      category: 'prop-firms',
      title: 'Perte maximale suiveuse',
    })
    await tellFollowers()
    expect((await told(other))?.map(({ kind }) => kind)).toEqual(['forum_thread'])
    await follower.client.rpc('follow', { thread: id, level: 'every' }).throwOnError()
    await silent.client.rpc('follow', { thread: id, level: 'every' }).throwOnError()
    await silent.client.rpc('follow', { thread: id, level: 'none' }).throwOnError()
    await vigie.answer(vigie.as.premium, id, 'Une réponse')
    await vigie.answer(follower.client, id, 'La mienne')
    const gone = await vigie.answer(vigie.as.premium, id, 'Une autre')
    await vigie.as.premium.rpc('delete_post', { post: gone.id }).throwOnError()
    await tellFollowers()
    expect((await told(follower))?.map(({ kind }) => kind)).toEqual(['forum_post'])
    expect(await told(silent)).toEqual([])
    expect((await told(other))?.length).toBe(1)
    // The asker follows their own thread.
    expect(
      (await told({ client: vigie.as.freemium }))?.filter(({ kind }) => kind === 'forum_post'),
    ).toHaveLength(2)
  })
})

describe('open pages', () => {
  it('hear ids and positions, no words; a reader is present, and no visitor, blocker or removed thread is heard', async () => {
    const { id } = await vigie.begin(vigie.as.freemium)
    const { client, known } = await writer(vigie)
    const heard: unknown[] = []
    const channel = await joined(
      client
        .channel(`thread:${id}`, { config: { private: true, presence: { key: known } } })
        .on('presence', { event: 'sync' }, () => {})
        .on('broadcast', { event: '*' }, ({ event, payload }) =>
          heard.push([event, Object.keys(payload).sort().join()]),
        ),
    )
    expect(await channel.track({ writing: true })).toBe('ok')
    await expect.poll(() => Object.keys(channel.presenceState())).toEqual([known])
    const made = await vigie.answer(vigie.as.premium, id, 'Une réponse')
    await vigie.as.premium.rpc('edit_post', { post: made.id, body: 'Modifiée' }).throwOnError()
    await vigie.as.freemium.rpc('react', { post: made.id, kind: 'thanks' }).throwOnError()
    await vigie.as.freemium.rpc('accept_answer', { thread: id, post: made.id }).throwOnError()
    await expect
      .poll(() => heard)
      .toEqual([
        ['post', 'epoch,id,number,position'],
        ['edit', 'epoch,id,number'],
        ['reactions', 'counts,epoch,id,number'],
        ['thread', 'epoch,event,id,number'],
      ])
    expect((await vigie.as.freemium.rpc('catch_up', { topic: `thread:${id}` })).error).toBeNull()
    const refused = async (who: typeof client) =>
      joined(who.channel(`thread:${id}`, { config: { private: true } })).then(
        () => 'joined',
        () => 'refused',
      )
    expect(await refused(vigie.as.visitor)).toBe('refused')
    const blocker = await writer(vigie)
    await blocker.client.from('member_blocks').insert({ blocked: vigie.known.freemium }).throwOnError()
    expect(await refused(blocker.client)).toBe('refused')
    await vigie.admin.query('select private.remove_thread($1, null)', [id])
    expect(await refused((await writer(vigie)).client)).toBe('refused')
    await client.removeAllChannels()
  })
})

describe('the digest', () => {
  const MAILS = `select data from _server.mail_outbox where template = 'forum_digest' and to_address = (select email from auth.users where id = $1) order by id`
  const send = (days: number) =>
    vigie.admin.query(`select private.send_forum_digests(now() + make_interval(days => $1), 100)`, [days])
  const titles = async (who: { id: string }) =>
    (await vigie.admin.query<{ data: { Threads: { Title: string }[] } }>(MAILS, [who.id])).rows.map(
      ({ data }) => data.Threads.map(({ Title }) => Title),
    )

  it('comes as often as the member chose, of what they have not read, and never without news [wish §2.4]', async () => {
    const [daily, weekly, never] = [await named(), await named(), await named()]
    await vigie.admin.query('update auth.users set email_confirmed_at = now()')
    await vigie.admin.query('update threads set state = $1, title = $2', ['deleted', ''])
    for (const [{ client }, frequency] of [
      [daily, 'daily'],
      [weekly, 'weekly'],
      [never, 'monthly'],
    ] as const)
      await client.rpc('set_forum_digest', { frequency }).throwOnError()
    expect((await never.client.rpc('set_forum_digest', { frequency: 'never' })).data).toBeNull()
    expect((await never.client.rpc('set_forum_digest', { frequency: 'hourly' })).error?.code).toBe('22023')
    const [read, fresh, hidden] = [
      await vigie.begin(vigie.as.freemium, { title: 'Déjà lu par lui' }),
      await vigie.begin(vigie.as.freemium, { title: 'Un sujet nouveau' }),
      await vigie.begin(vigie.as.freemium, { title: 'Un sujet retiré' }),
    ]
    await daily.client.rpc('mark_read', { thread: read.id, position: 1 }).throwOnError()
    await vigie.begin(vigie.as.freemium, { title: 'Un sujet en attente', body: 'ATTENDRE' })
    await send(1)
    expect((await titles(daily)).map((list) => list.sort())).toEqual([
      ['Un sujet nouveau', 'Un sujet retiré'],
    ])
    expect(await titles(weekly)).toEqual([])
    await vigie.admin.query('select private.remove_thread($1, null)', [hidden.id])
    // What has not left and names it is taken back.
    expect(await titles(daily)).toEqual([])
    await send(8)
    expect((await titles(weekly))[0]?.sort()).toEqual(['Déjà lu par lui', 'Un sujet nouveau'])
    expect(await titles(never)).toEqual([])
    await send(30)
    expect((await titles(weekly)).length).toBe(1)
    expect(fresh.held).toBe(false)
  })
})
