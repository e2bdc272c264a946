import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ownMemberQuery } from '#lib/community/members.ts'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import type { Waiting } from '#parts/conversation/outbox.ts'
import { useWaitingReplies } from '#parts/conversation/use-waiting-replies.ts'
import { DRAFTS } from '../list/threads-query.ts'
import { heldKey } from '../thread/posts-query.ts'
import type { Written } from '../thread/thread-writes.ts'

export type Reply = Waiting & { thread: string; replyTo: string | null; anonymous: boolean }
type Told = {
  arrived: (reply: Reply, written: Written) => void
  refused: (reply: Reply, error: unknown) => void
}

const send = async ({ thread, body, replyTo, anonymous }: Reply): Promise<Written> =>
  unwrap(
    await supabase.rpc('publish_post', {
      thread,
      body,
      anonymous,
      ...(replyTo ? { reply_to: replyTo } : {}),
    }),
  ) as unknown as Written

/** An hour that clocks may differ by. */
const CLOCKS_MS = 3_600_000

/** The post or the held text that an earlier sending made. */
async function find(me: string, { thread, body, at }: Reply): Promise<Written | null> {
  const since = new Date(at - CLOCKS_MS).toISOString()
  const same = (text: string) => text.normalize().trim() === body.normalize().replaceAll('\r\n', '\n').trim()
  const posts = unwrap(
    await supabase
      .from('posts')
      .select('id,position,body,state,reasons,mine' as '*')
      .eq('thread', thread)
      .gte('published_at', since),
  ) as unknown as {
    id: string
    position: number
    body: string
    state: string
    reasons: string[]
    mine: boolean
  }[]
  const post = posts.find((one) => one.mine && same(one.body))
  if (post) return { ...post, held: false, shielded: post.state === 'shielded' }
  const waiting = unwrap(
    await supabase.from('held_posts').select('id,request,reasons').eq('author', me).eq('thread', thread),
  ) as unknown as { id: string; request: { body: string }; reasons: string[] }[]
  const held = waiting.find(({ request }) => same(request.body))
  return held ? { ...held, position: null, held: true, shielded: false } : null
}

/** The reader's replies that the server does not have yet. */
export function useOutbox(told: Told) {
  const cache = useQueryClient()
  const { data: me } = useQuery(ownMemberQuery)
  const id = me?.id
  return useWaitingReplies<Reply, Written>(id ? `vigie-replies:${id}` : null, {
    send,
    find: (reply) => find(id ?? '', reply),
    arrived: (reply, written) => {
      void cache.invalidateQueries({ queryKey: heldKey(reply.thread) })
      void cache.invalidateQueries({ queryKey: DRAFTS })
      told.arrived(reply, written)
    },
    refused: told.refused,
  })
}
