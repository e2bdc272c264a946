import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Forum, forum, writer } from '../../../supabase/tests/community/forum-stage.ts'
import { keepForum } from './keep-forum.ts'
import { sendForumDigests } from './send-forum-digests.ts'
import { tellFollowers } from './tell-followers.ts'

let vigie: Forum
beforeAll(async () => {
  vigie = await forum()
}, 60_000)
afterAll(() => vigie.stop())

const context = (now = Date.now()) => ({
  pool: vigie.admin,
  log: pino({ level: 'silent' }),
  now: () => now,
})

it('followers are told of a post by its job, once however often it runs', async () => {
  const { client } = await writer(vigie)
  const { id } = await vigie.begin(vigie.as.freemium)
  await client.rpc('follow', { thread: id, level: 'every' }).throwOnError()
  const made = await vigie.answer(vigie.as.premium, id, 'Une réponse')
  for (let n = 0; n < 2; n++) await tellFollowers(context(), { post: made.id })
  expect((await client.from('notifications').select('kind')).data).toEqual([{ kind: 'forum_post' }])
})

it('digests are queued when they are due, and the next one then is', async () => {
  const { client, id } = await writer(vigie)
  await vigie.admin.query('update auth.users set email_confirmed_at = now() where id = $1', [id])
  const { data: due } = await client.rpc('set_forum_digest', { frequency: 'daily' }).throwOnError()
  await vigie.begin(vigie.as.freemium)
  const mails = () =>
    vigie.one(`select count(*)::int as mails from _server.mail_outbox where template = 'forum_digest'`)
  await sendForumDigests(context(Date.parse(due) - 1000))
  expect(await mails()).toEqual({ mails: 0 })
  for (let n = 0; n < 2; n++) await sendForumDigests(context(Date.parse(due)))
  expect(await mails()).toEqual({ mails: 1 })
  const { data } = await client.from('forum_digests').select('next_at').single()
  expect(Date.parse(data?.next_at) - Date.parse(due)).toBe(86_400_000)
})

it('unused pictures are deleted from the store after two days, and the counters’ rows added up', async () => {
  const name = `${vigie.known.freemium}/00000000-0000-4000-8000-000000000001.webp`
  await vigie.admin.query(
    `insert into storage.objects (bucket_id, name, created_at) values ('forum', $1, now() - interval '3 days')`,
    [name],
  )
  const removed: unknown[] = []
  const store = {
    read: async () => null,
    write: async () => {},
    remove: async (...given: unknown[]) => void removed.push(given),
  }
  await keepForum(context(), store)
  expect(removed).toEqual([['forum', [name]]])
  expect(
    await vigie.one(
      'select max(n)::int as most from (select count(*) as n from private.community_counts group by day) as days',
    ),
  ).toEqual({ most: 1 })
})
