import type { SupabaseClient } from '@supabase/supabase-js'
import type pg from 'pg'
import { joined } from '../../server/src/realtime/realtime-clients.ts'
import { signUp, withServer } from '../bench-server.ts'
import type { Credentials } from '../process.ts'
import { sized } from '../short.ts'
import { quantile, rounded, table } from '../statistics.ts'
import { fillForum, WORDS } from './community-rows.ts'
import { registrations } from './registrations.ts'

/**
 * The forum with 100 000 threads and two million posts: what its screens ask of the API, as they ask it, and how long after a
 * publication the other open pages of a thread hear of it. And how many get a seat when all register for an event at once.
 */
const THREADS = sized(100_000, 300)
const POSTS = sized(2_000_000, 2000)
const MEMBERS = sized(20_000, 50)
const READERS = sized(8, 2)
const CALLS = sized(120, 3)
const PAGES = sized(20, 3)
const PUBLICATIONS = sized(60, 3)

const MEMBER = 'id,handle,name,staff_role,joined_at'
const LINE = `*,unread_posts,popular,author:community_members!threads_author_fkey(${MEMBER}),last:community_members!threads_last_author_fkey(${MEMBER})`
const POST = `*,author:community_members!posts_author_fkey(${MEMBER})`

export const measure = async (): Promise<string> => `${await forum()}\n\n${await registrations()}`

const forum = (): Promise<string> =>
  withServer(async ({ credentials, database }) => {
    const readers: SupabaseClient[] = []
    for (let n = 0; n < READERS; n++) readers.push((await signUp(credentials, `reader${n}`)).client)
    const filled = await fillForum(database, { threads: THREADS, posts: POSTS, members: MEMBERS })
    const asked = table(
      [
        `${rounded(filled.threads)} threads, ${rounded(filled.posts)} posts, ${rounded(MEMBERS)} members, at the API`,
        'calls',
        'p50 ms',
        'p95 ms',
        'aim p95',
      ],
      (await read(readers, database)).map(([name, took]) => line(name, took, 50)),
    )
    const told = await heard(credentials, database)
    return `${asked}\n\n${table(['post → another open page', 'arrivals', 'p50 ms', 'p95 ms', 'aim p95'], [line(`${PAGES} pages of one thread`, told, 150)])}`
  })

const line = (name: string, took: readonly number[], aim: number) => [
  name,
  rounded(took.length),
  ...[0.5, 0.95].map((share) => rounded(quantile([...took], share), 1)),
  String(aim),
]

async function read(readers: readonly SupabaseClient[], database: pg.Client): Promise<[string, number[]][]> {
  const { rows: threads } = await database.query<{ id: string; last_position: number; author: string }>(
    'select id, last_position, author from public.threads order by hashtextextended(id::text, 1) limit 500',
  )
  const { rows: longest } = await database.query<{ id: string; last_position: number }>(
    'select id, last_position from public.threads order by last_position desc limit 5',
  )
  const {
    rows: [fourth],
  } = await database.query<{ last_post_at: string }>(
    `select last_post_at::text from public.threads where category = 'risque' order by last_post_at desc offset ${sized(89, 9)} limit 1`,
  )
  const list = (client: SupabaseClient, order: string) =>
    client
      .from('threads')
      .select(LINE)
      .eq('state', 'published')
      .order(order, { ascending: false })
      .order('id')
      .limit(30)
  const posts = (client: SupabaseClient, thread: string, from: number) =>
    client.from('posts').select(POST).eq('thread', thread).gte('position', from).order('position').limit(30)
  type Ask = (client: SupabaseClient, call: number) => PromiseLike<{ error: unknown }>
  const some = (call: number) => threads[call % threads.length]!
  const questions: [string, Ask][] = [
    ['list, recent', (client) => list(client, 'last_post_at')],
    ['list, popular', (client) => list(client, 'heat')],
    [
      'list of a category, fourth page',
      (client) =>
        list(client, 'last_post_at').eq('category', 'risque').lt('last_post_at', fourth!.last_post_at),
    ],
    ['list, unanswered', (client) => list(client, 'created_at').eq('replies', 0)],
    ['thread, its first posts', (client, call) => posts(client, some(call).id, 1)],
    [
      'thread of thousands, its last posts',
      (client, call) =>
        posts(client, longest[call % longest.length]!.id, longest[call % longest.length]!.last_position - 30),
    ],
    ['where one stands in a thread', (client, call) => client.rpc('thread_mark', { thread: some(call).id })],
    [
      'mark a thread as read',
      (client, call) => client.rpc('mark_read', { thread: some(call).id, position: 1 }),
    ],
    ['unread by category', (client) => client.rpc('forum_unread')],
    ['counters', (client) => client.rpc('community_summary')],
    ['search, a common word', (client, call) => client.rpc('search_threads', { query: WORDS[call % 5] })],
    [
      'search, a rare word',
      (client, call) => client.rpc('search_threads', { query: WORDS[WORDS.length - 1 - (call % 40)] }),
    ],
    [
      'search, every word of a row',
      (client, call) =>
        client.rpc('search_threads', { query: WORDS[(50 + (call % WORDS.length) * 0.3) | 0] }),
    ],
    [
      'search, two words',
      (client, call) =>
        client.rpc('search_threads', { query: `${WORDS[call % 30]} ${WORDS[100 + (call % 200)]}` }),
    ],
    [
      'search, word and category',
      (client, call) => client.rpc('search_threads', { query: WORDS[60 + (call % 100)], category: 'outils' }),
    ],
    [
      'search, word and author',
      (client, call) => client.rpc('search_threads', { query: WORDS[call % 30], author: some(call).author }),
    ],
    [
      'threads like a typed title',
      (client, call) =>
        client.rpc('similar_threads', {
          title: `${WORDS[call % 30]} ${WORDS[30 + (call % 90)]} ${WORDS[call % 300]} et ${WORDS[200 + (call % 99)]}`,
        }),
    ],
    [
      'publish a post',
      (client, call) =>
        client.rpc('publish_post', { thread: some(call).id, body: `Une réponse sur ${WORDS[call % 99]}.` }),
    ],
  ]
  const answers: [string, number[]][] = []
  for (const [name, ask] of questions) {
    const took: number[] = []
    // The first call of each reader plans its statements.
    for (let call = -readers.length; call < CALLS; call++) {
      const client = readers[(call + readers.length) % readers.length]!
      const startedAt = performance.now()
      const { error } = await ask(client, call + readers.length)
      if (error) throw error
      if (call >= 0) took.push(performance.now() - startedAt)
    }
    answers.push([name, took])
  }
  return answers
}

/** Milliseconds from the answered publication to each page that follows the thread. */
async function heard(credentials: Credentials, database: pg.Client): Promise<number[]> {
  const writer = await signUp(credentials, 'writer')
  // What newcomers write waits for review.
  await database.query('update public.community_members set trust = 3')
  const { data } = await writer.client
    .rpc('start_thread', { category: 'methode', title: 'Une page ouverte', body: 'Bonjour.' })
    .throwOnError()
  const pages: SupabaseClient[] = []
  const arrived: number[] = []
  for (let n = 0; n < PAGES; n++) {
    const { client } = await signUp(credentials, `page${n}`)
    const channel = client.channel(`thread:${data.id}`, { config: { private: true } })
    await joined(channel.on('broadcast', { event: 'post' }, () => void arrived.push(performance.now())))
    pages.push(client)
  }
  const took: number[] = []
  for (let n = 0; n < PUBLICATIONS; n++) {
    await database.query('delete from private.forum_writes')
    arrived.length = 0
    const sentAt = performance.now()
    await writer.client.rpc('publish_post', { thread: data.id, body: `Message ${n}` }).throwOnError()
    for (const until = performance.now() + 5000; arrived.length < PAGES && performance.now() < until; )
      await new Promise((resolve) => setTimeout(resolve, 1))
    if (arrived.length < PAGES) throw new Error(`${PAGES - arrived.length} pages did not hear of a post`)
    took.push(...arrived.map((at) => at - sentAt))
  }
  for (const client of pages) await client.removeAllChannels()
  return took
}
