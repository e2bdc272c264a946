import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Forum, forum, writer } from '../community/forum-stage.ts'

/**
 * Where a text of a member could be seen, by whom, in each state it can have: every cell is asked for a word that occurs nowhere
 * else, and compared with what `mayTell` says. The state `published` is the proof that asking finds what may be seen.
 */
const SURFACES = [
  'list',
  'thread',
  'search',
  'counters',
  'mention',
  'notification',
  'mail',
  'push',
  'feed',
  'quote',
  'profile',
  'REST',
  'realtime',
  'sitemap',
] as const
const STATES = ['published', 'held', 'hidden', 'deleted', 'blocked', 'shielded'] as const
const ROLES = ['visitor', 'freemium', 'premium', 'blocked member', 'author', 'analyst', 'admin'] as const
type Surface = (typeof SURFACES)[number]
type State = (typeof STATES)[number]
type Role = (typeof ROLES)[number]

function mayTell(surface: Surface, role: Role, state: State): boolean {
  // Nothing of the community is for visitors; feeds, sitemap and live messages carry none of its words.
  if (role === 'visitor' || ['feed', 'sitemap', 'realtime'].includes(surface)) return false
  const told = ['mention', 'notification', 'mail', 'push'].includes(surface)
  // Nobody is told of what they wrote.
  if (told && role === 'author') return false
  if (state === 'published') return true
  if (state === 'blocked') {
    // Others count and quote it. It is hidden from who blocks its author, not from whom the author blocks.
    if (surface === 'counters' || surface === 'quote') return true
    return role === 'author' || role === 'blocked member'
  }
  // What waits or was taken away: its author and staff read it, where such texts lie, and nowhere else.
  return surface === 'REST' && ['author', 'analyst', 'admin'].includes(role)
}

let vigie: Forum
const clients = {} as Record<Role, SupabaseClient>
const accounts = {} as Record<Exclude<Role, 'visitor'>, { id: string; known: string; handle: string }>
/** Of each state: the word, the thread and posts that hold it, who wrote them, and whether it is counted for whom. */
const texts = {} as Record<
  State,
  { word: string; ids: string[]; threads: string[]; counted: Partial<Record<Role, boolean>> }
>
const rest = {} as Record<Role, string>
let open: string

beforeAll(async () => {
  vigie = await forum()
  for (const role of ROLES) {
    if (role === 'visitor') clients.visitor = vigie.as.visitor
    else {
      const known = role in vigie.known ? role : null
      const member = known
        ? {
            client: vigie.as[known as 'freemium'],
            id: vigie.idOf[known as 'freemium'],
            known: vigie.known[known as 'freemium'],
          }
        : await writer(vigie)
      clients[role] = member.client
      const { handle } = await vigie.one<{ handle: string }>(
        'select handle from community_members where id = $1',
        [member.known],
      )
      accounts[role] = { id: member.id, known: member.known, handle }
      await member.client.rpc('set_forum_digest', { frequency: 'daily' }).throwOnError()
      await member.client.rpc('follow', { category: 'risque', level: 'every' }).throwOnError()
    }
  }
  await vigie.admin.query(`
    update auth.users set email_confirmed_at = now();
    update notification_preferences set email = '{community}', push = '{community}';
    insert into push_devices (user_id, endpoint, p256dh, auth) select id, 'https://push.example/' || id, 'B' || repeat('A', 86), repeat('A', 22) from profiles;
    select private.keep_push_keys('B' || repeat('A', 86), repeat('A', 43), false)`)
  const quoter = await writer(vigie)
  open = (await vigie.begin(quoter.client, { category: 'outils' })).id
  scammer = await writer(vigie)
  await clients.author
    .from('member_blocks')
    .insert({ blocked: accounts['blocked member'].known })
    .throwOnError()
  for (const state of STATES)
    await write(state, state === 'blocked' ? scammer.client : clients.author, quoter.client)
  // What is told of all of them leaves before the last removals and blocks, and once more after them.
  await tell(2)
  await change('hidden')
  await change('deleted')
  await change('shielded')
  for (const role of ROLES)
    if (!['visitor', 'author', 'blocked member'].includes(role))
      await clients[role].from('member_blocks').insert({ blocked: scammer.known }).throwOnError()
  await tell(4)
  await count()
  for (const role of ROLES) rest[role] = await everything(role)
  rest.author += await everything('author', scammer.client)
}, 120_000)
afterAll(() => vigie.stop())
let scammer: Awaited<ReturnType<typeof writer>>

const naming = () =>
  Object.values(accounts)
    .map(({ handle }) => `@${handle}`)
    .join(' ')
const summary = async (role: Role) =>
  ((await clients[role].rpc('community_summary')).data?.posts ?? null) as number | null
const totals = {} as Record<Role, number | null>

/** A thread of its own, whose title holds the word, and a post in the open thread that somebody quotes. */
async function write(state: State, who: SupabaseClient, quoter: SupabaseClient): Promise<void> {
  const word = `zq${state}${randomUUID().slice(0, 8)}`
  const wait = state === 'held' ? 'ATTENDRE ' : ''
  const thread = await vigie.begin(who, {
    category: 'risque',
    title: `Un titre avec ${word}`,
    body: `${wait}Un corps avec ${word}`,
  })
  const phrase = `${wait}Une phrase entière avec ${word} dedans`
  const post = await vigie.answer(who, open, `${phrase}\n\n${state === 'held' ? naming() : ''}`)
  const ids = [thread.id, post.id]
  if (state !== 'held') {
    ids.push((await vigie.answer(who, thread.id, `${naming()} et ${word}`)).id)
    // A quote of one's own words names nobody who could be told.
    await vigie.answer(quoter, open, `> ${phrase}\n\nVraiment ?`, { reply_to: post.id })
  }
  if (state === 'shielded') ids.push((await vigie.answer(who, open, `MASQUER ${word} ${naming()}`)).id)
  texts[state] = { word, ids, threads: [thread.id], counted: {} }
}

async function change(state: State): Promise<void> {
  const [thread, post, second] = texts[state].ids as [string, string, string]
  if (state === 'hidden') {
    await vigie.admin.query(
      'select private.remove_thread($1, gen_random_uuid()), private.remove_post($2, gen_random_uuid())',
      [thread, post],
    )
  } else if (state === 'deleted') {
    for (const one of [second, thread, post])
      await clients.author.rpc('delete_post', { post: one }).throwOnError()
  } else {
    // Published, and masked by a decision; its thread's title, which cannot be masked, goes with the thread.
    await vigie.admin.query('select private.remove_post($1, gen_random_uuid(), $2)', [
      post,
      'Une phrase entière avec ⟦word⟧ dedans',
    ])
    await vigie.admin.query('select private.remove_thread($1, gen_random_uuid())', [thread])
  }
}

/** What the worker does: followers of the category, and the digests of so many days ahead. */
async function tell(days: number): Promise<void> {
  const { rows } = await vigie.admin.query<{ post: string }>(
    `delete from private.pending_jobs where task = 'tell-followers' returning payload ->> 'post' as post`,
  )
  for (const { post } of rows) await vigie.admin.query('select private.tell_followers($1, 500)', [post])
  await vigie.admin.query('select private.send_forum_digests(now() + make_interval(days => $1), 500)', [days])
}

/** By how much the counter falls when the texts of a state are not there: undone, so that it stays as it was. */
async function count(): Promise<void> {
  for (const role of ROLES) totals[role] = await summary(role)
  for (const state of STATES) {
    const session = await vigie.admin.connect()
    try {
      await session.query('begin')
      await session.query(`update posts set state = 'hidden', body = '' where id = any ($1)`, [
        texts[state].ids,
      ])
      for (const role of ROLES) {
        const total = totals[role]
        if (total === null) continue
        const claims = { role: 'authenticated', sub: accounts[role as 'author'].id }
        await session.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify(claims)])
        const { rows } = await session.query(`select (public.community_summary() ->> 'posts')::int as posts`)
        texts[state].counted[role] = rows[0].posts < total
      }
    } finally {
      await session.query('rollback')
      session.release()
    }
  }
}

/** Every relation that a role may read over REST, and each embed of those that hold texts. */
async function everything(role: Role, client = clients[role]): Promise<string> {
  const database = role === 'visitor' ? 'anon' : 'authenticated'
  const { rows } = await vigie.admin.query<{ query: string }>(
    `with readable as (
       select oid, relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') and has_any_column_privilege($1, oid, 'select')
     )
     select format('%s?select=*', relname) as query from readable
     union select format('%s?select=*,%s!%s(*)', one.relname, other.relname, conname)
       from pg_constraint join readable as one on one.oid in (conrelid, confrelid) join readable as other on other.oid in (conrelid, confrelid) and other.oid <> one.oid
      where contype = 'f' and (one.relname in ('posts', 'threads') or other.relname in ('posts', 'threads', 'held_posts', 'removed_texts'))`,
    [database],
  )
  const token = (await client.auth.getSession()).data.session?.access_token ?? vigie.anonKey
  const headers = { apikey: vigie.anonKey, authorization: `Bearer ${token}` }
  const answers: string[] = []
  for (const { query } of rows) {
    // The notifications are a surface of their own.
    if (/^notif/.test(query)) continue
    answers.push(await (await fetch(`${vigie.url}/rest/v1/${query}`, { headers })).text())
  }
  // A quote by somebody else is a surface of its own.
  return answers.join('\n').replace(/"body":\s?"> [^"]*"/g, '')
}

/** The client that asks: of what the blocked one wrote, its author is they. */
const asking = (role: Role, state: State) =>
  role === 'author' && state === 'blocked' ? scammer.client : clients[role]
const text = async (...asked: PromiseLike<{ data: unknown; error: unknown }>[]) =>
  JSON.stringify((await Promise.all(asked)).map(({ data, error }) => data ?? error))

const ASK: Record<Surface, (client: SupabaseClient, role: Role, state: State) => Promise<string>> = {
  list: (client) =>
    text(
      client.from('threads').select('*,unread_posts').order('last_post_at', { ascending: false }).limit(1000),
      client.rpc('forum_unread'),
    ),
  thread: (client, _, state) =>
    text(
      ...[...texts[state].threads, open].flatMap((thread) => [
        // Quotes are a surface of their own.
        client.from('posts').select('*').eq('thread', thread).not('body', 'like', '>%'),
        client.from('thread_events').select('*').eq('thread', thread),
        client.from('threads').select('*').eq('id', thread),
        client.rpc('thread_mark', { thread }),
      ]),
      client.from('post_revisions').select('*'),
    ),
  search: (client, _, state) =>
    text(
      client
        .rpc('search_threads', { query: texts[state].word })
        .not('excerpt', 'like', 'Vraiment%')
        .neq('written_by', 'x')
        .then(withoutQuotes),
      client.rpc('similar_threads', { title: texts[state].word }),
    ),
  counters: async (_, role, state) => (texts[state].counted[role] ? texts[state].word : ''),
  mention: (client) => text(client.from('notifications').select('*').eq('kind', 'forum_mention')),
  notification: (client) =>
    text(
      client
        .from('notifications')
        .select('*')
        .in('kind', ['forum_thread', 'forum_post', 'forum_reply', 'forum_quote']),
    ),
  mail: (_, role, state) => sent(role, state, 'email'),
  push: (_, role, state) => sent(role, state, 'push'),
  feed: () =>
    pages('/feed', '/feed.xml', '/rss.xml', '/atom.xml', '/communaute/feed', '/functions/v1/calendar'),
  quote: (client) => text(client.from('posts').select('body, reply_to').like('body', '>%')),
  profile: (client, _, state) =>
    text(
      client
        .from('community_members')
        .select('id, handle, name, posts!posts_author_fkey(*), threads!threads_author_fkey(*)')
        .eq('id', authorOf(state)),
      client.from('profiles').select('*'),
    ),
  REST: async (_, role) => rest[role],
  realtime: (client, role, state) =>
    text(
      ...['community', ...[...texts[state].threads, open].map((thread) => `thread:${thread}`)].map((topic) =>
        caughtUp(client, topic),
      ),
      ...(role === 'visitor'
        ? []
        : [caughtUp(client, `member:${accounts[role].id}`).then(withoutNotifications)]),
    ),
  sitemap: () => pages('/sitemap.xml', '/robots.txt', '/communaute'),
}

type Answer = { data: unknown; error: unknown }
const withoutQuotes = ({ data, error }: Answer): Answer => ({
  data:
    (data as { excerpt: string }[] | null)?.filter(({ excerpt }) => !excerpt.includes('Vraiment')) ?? null,
  error,
})
/** A notification is told live to whom it is for; that is the surface of notifications. */
const withoutNotifications = ({ data, error }: Answer): Answer => ({
  data:
    (data as { messages: { event: string }[] } | null)?.messages?.filter(
      ({ event }) => event !== 'notification',
    ) ?? null,
  error,
})

async function caughtUp(client: SupabaseClient, topic: string): Promise<Answer> {
  const { data, error } = await client.rpc('catch_up', { topic })
  return error
    ? { data: null, error }
    : await client.rpc('catch_up', { topic, epoch: data.epoch, after: Math.max(0, data.head - 500) })
}

const authorOf = (state: State) => written.get(state) ?? ''
const written = new Map<State, string>()

/** What leaves for a member by mail or push, as the worker would read it now. */
async function sent(role: Role, state: State, channel: 'email' | 'push'): Promise<string> {
  if (role === 'visitor') return ''
  const account = role === 'author' && state === 'blocked' ? scammer.id : accounts[role].id
  const session = await vigie.admin.connect()
  try {
    await session.query('begin')
    const { rows } = await session.query(
      `select kind, parameters, link, stale from private.claim_deliveries($1, 1000, now() + interval '9 days') where user_id = $2`,
      [channel, account],
    )
    const mails = await session.query(
      `select data from _server.mail_outbox where sent_at is null and to_address = (select email from auth.users where id = $1)`,
      [account],
    )
    return JSON.stringify([rows, channel === 'email' ? mails.rows : []])
  } finally {
    await session.query('rollback')
    session.release()
  }
}

const pages = async (...paths: string[]) =>
  (await Promise.all(paths.map(async (path) => (await fetch(`${vigie.url}${path}`)).text()))).join('\n')

it('[wish §2.1] every surface tells each reader of a text, in each state, what the rules say: not one cell is wrong', async () => {
  for (const state of STATES)
    written.set(
      state,
      (
        await vigie.one<{ author: string }>(
          'select author from removed_texts where subject = any ($1::uuid[]) union select author from posts where id = any ($1::uuid[]) and author is not null union select author from held_posts where id = any ($1::uuid[])',
          [texts[state].ids],
        )
      ).author,
    )
  const wrong: string[] = []
  let cells = 0
  for (const state of STATES)
    for (const role of ROLES)
      for (const surface of SURFACES) {
        const answer = await ASK[surface](asking(role, state), role, state)
        const { word, ids } = texts[state]
        const told = ['mention', 'notification', 'mail', 'push'].includes(surface)
        // A notification of a text tells of it without its words, too.
        const tells = answer.includes(word) || (told && ids.some((id) => answer.includes(id)))
        cells++
        if (tells !== mayTell(surface, role, state))
          wrong.push(`${surface} × ${role} × ${state}: ${tells ? 'told' : 'not told'}`)
      }
  expect(wrong).toEqual([])
  expect(cells).toBe(SURFACES.length * ROLES.length * STATES.length)
}, 120_000)
