import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Forum, forum } from './forum-stage.ts'

let vigie: Forum
beforeAll(async () => {
  vigie = await forum()
}, 60_000)
afterAll(() => vigie.stop())

const counted = async () => {
  const { members, threads, posts, posts_today } = (
    await vigie.as.freemium.rpc('community_summary').throwOnError()
  ).data
  return { members, threads, posts, posts_today }
}
/** The same from the rows themselves. */
const TRUTH = `
  select (select count(*)::int from community_members where user_id is not null) as members,
    (select count(*)::int from posts where state = 'published' and position = 1) as threads,
    (select count(*)::int from posts where state = 'published') as posts,
    (select count(*)::int from posts where state = 'published' and published_at >= date_trunc('day', now() at time zone 'Europe/Paris') at time zone 'Europe/Paris') as posts_today`
const WRITES = [
  'begin',
  'begin masked',
  'begin held',
  'answer',
  'answer masked',
  'answer held',
  'hide',
  'restore',
  'delete',
  'publish held',
  'merge',
  'split',
  'hide thread',
  'sum up',
  'undo',
  'age',
] as const

it('[S-15] counts members, discussions and messages exactly, whatever many writers do at once; nothing that waits, is masked, hidden or deleted counts', async () => {
  const author = vigie.known.freemium
  const some = (from: string) => `(select id from ${from} order by random() limit 1)`
  const body = (of: string) =>
    of.includes('masked') ? `'MASQUER cela' ` : of.includes('held') ? `'ATTENDRE' ` : `'Un message' `
  const as = (who: 'freemium' | 'admin') =>
    `select set_config('request.jwt.claims', '{"role":"authenticated","sub":"${vigie.idOf[who]}","aal":"aal2"}', true)`
  const statement: Record<(typeof WRITES)[number], string> = {
    begin: `select public.start_thread('methode', 'Un sujet de plus', ${body('')})`,
    'begin masked': `select public.start_thread('methode', 'Un sujet de plus', ${body('masked')})`,
    'begin held': `select public.start_thread('methode', 'Un sujet de plus', ${body('held')})`,
    answer: `select public.publish_post(${some('threads')}, ${body('')})`,
    'answer masked': `select public.publish_post(${some('threads')}, ${body('masked')})`,
    'answer held': `select public.publish_post(${some('threads')}, ${body('held')})`,
    hide: `select private.remove_post(${some('posts')}, null)`,
    restore: `select private.restore_post(${some(`posts where state in ('hidden', 'shielded')`)})`,
    delete: `select public.delete_post(${some(`posts where author = '${author}'`)})`,
    'publish held': `select private.publish_held(${some('held_posts')}, null)`,
    merge: `select public.merge_threads(${some('threads')}, ${some('threads')})`,
    split: `select public.split_thread(thread, array[id], 'Un sujet à part') from posts where position > 1 order by random() limit 1`,
    'hide thread': `select private.remove_thread(${some('threads')}, null)`,
    'sum up': 'select private.sum_community_counts()',
    undo: `select public.start_thread('methode', 'Jamais publié', ${body('')}); select 1 / 0`,
    age: `update posts set published_at = published_at - interval '2 days' where id = ${some('posts')}`,
  }
  let worked = 0
  let looking = true
  // A reader never sees a sum that was not true at some moment: negative, or more than was ever written.
  const reader = (async () => {
    while (looking) {
      const { threads, posts } = await counted()
      expect(posts).toBeGreaterThanOrEqual(threads)
      expect(threads).toBeGreaterThanOrEqual(0)
    }
  })()
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.constantFrom(...WRITES), { minLength: 4, maxLength: 12 }), {
        minLength: 4,
        maxLength: 4,
      }),
      async (plans) => {
        await Promise.all(
          plans.map(async (plan) => {
            const session = await vigie.admin.connect()
            try {
              for (const write of plan) {
                try {
                  await session.query(
                    `begin; set local lock_timeout = '10s'; ${as(['merge', 'split'].includes(write) ? 'admin' : 'freemium')}; ${statement[write]}; commit`,
                  )
                  worked++
                } catch (error) {
                  await session.query('rollback')
                  // Refusals are fine; waiting in a ring, or for ever, is not.
                  expect(['40P01', '55P03']).not.toContain((error as { code: string }).code)
                }
              }
            } finally {
              session.release()
            }
          }),
        )
        expect(await counted()).toEqual(await vigie.one(TRUTH))
      },
    ),
    { numRuns: 12 },
  )
  looking = false
  await reader
  expect(worked).toBeGreaterThan(100)
}, 120_000)

it('loses a member whose account goes, and adds rows up to one a day without a change of the sums', async () => {
  const { id } = await vigie.member()
  const before = await counted()
  await vigie.admin.query('delete from auth.users where id = $1', [id])
  expect(await counted()).toEqual({ ...before, members: before.members - 1 })
  await vigie.admin.query('select private.sum_community_counts()')
  expect(await counted()).toEqual({ ...before, members: before.members - 1 })
  const { rows } = await vigie.admin.query(
    'select day, count(*) from private.community_counts group by day having count(*) > 1',
  )
  expect(rows).toEqual([])
})

it('is told to nobody who is no member', async () => {
  expect((await vigie.as.visitor.rpc('community_summary')).error?.code).toBe('42501')
})
