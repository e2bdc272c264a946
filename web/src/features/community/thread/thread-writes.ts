// Owns what readers and staff do in a thread.
import { useQueryClient } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'
import { THREADS } from '../forum.ts'
import { changePost, heldKey, type Post, type Reaction, refreshPost } from './posts-query.ts'

/** Gives or takes back a reaction; shown at once, and as the server counts it afterwards. */
export function useReact(thread: string) {
  const cache = useQueryClient()
  const write = useWrite(async ({ post, kind, give }: { post: string; kind: Reaction; give: boolean }) =>
    unwrap(await supabase.rpc('react', { post, kind, give })),
  )
  return (post: Post, kind: Reaction) => {
    const isGiven = ({ own }: Post) => own.some((one) => one.kind === kind)
    const give = !isGiven(post)
    // A page that is being read may know of it already.
    const shown = (known: Post): Post =>
      isGiven(known) === give
        ? known
        : {
            ...known,
            own: give ? [...known.own, { kind }] : known.own.filter((own) => own.kind !== kind),
            reactions: {
              ...known.reactions,
              [kind]: Math.max(0, (known.reactions[kind] ?? 0) + (give ? 1 : -1)),
            },
          }
    changePost(cache, thread, post.id, shown)
    write.mutate({ post: post.id, kind, give }, { onError: () => void refreshPost(cache, thread, post.id) })
  }
}

export type Written = {
  id: string
  position: number | null
  held: boolean
  shielded: boolean
  reasons: readonly string[]
}

export function usePostWrites(thread: string) {
  const cache = useQueryClient()
  const edit = useWrite(
    async ({ post, body }: { post: string; body: string }) => {
      const written = unwrap(await supabase.rpc('edit_post', { post, body })) as unknown as Written
      await refreshPost(cache, thread, post)
      return written
    },
    [heldKey(thread), ['community', 'revisions']],
  )
  const remove = useWrite(
    async (post: string) => {
      unwrap(await supabase.rpc('delete_post', { post }))
      await refreshPost(cache, thread, post)
    },
    [THREADS],
  )
  const accept = useWrite(
    async (post: string | null) =>
      unwrap(await supabase.rpc('accept_answer', { thread, post: post as string })),
    [['community', 'thread', thread], THREADS],
  )
  const withdraw = useWrite(
    async (held: string) => unwrap(await supabase.rpc('withdraw_held', { held })),
    [heldKey(thread), heldKey(null)],
  )
  return { edit, remove, accept, withdraw }
}

/** The acts of staff; each is an event that readers see. */
export function useThreadActs(thread: string) {
  const stale = [
    ['community', 'thread', thread],
    ['community', 'events', thread],
    ['community', 'posts', thread],
    THREADS,
  ] as const
  return {
    lock: useWrite(
      async (reason: string) => unwrap(await supabase.rpc('lock_thread', { thread, reason })),
      stale,
    ),
    unlock: useWrite(async () => unwrap(await supabase.rpc('unlock_thread', { thread })), stale),
    pin: useWrite(
      async (pinned: boolean) => unwrap(await supabase.rpc('pin_thread', { thread, pinned })),
      stale,
    ),
    move: useWrite(
      async (category: string) => unwrap(await supabase.rpc('move_thread', { thread, category })),
      stale,
    ),
    merge: useWrite(
      async (target: string) => unwrap(await supabase.rpc('merge_threads', { source: thread, target })),
      stale,
    ),
    split: useWrite(
      async ({ posts, title }: { posts: string[]; title: string }) =>
        unwrap(await supabase.rpc('split_thread', { thread, posts, title })) as unknown as string,
      stale,
    ),
  }
}
