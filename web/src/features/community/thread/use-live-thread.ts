import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { UNREAD } from '#lib/community/unread.ts'
import { useTopic } from '#lib/live/use-topic.ts'
import { THREADS } from '../forum.ts'
import {
  appendPosts,
  changePost,
  PAGE,
  type Posts,
  postsKey,
  postsQuery,
  readPostsAfter,
  refreshPost,
} from './posts-query.ts'

/**
 * Keeps an open thread up to date. A message carries an id and a number, never words: the posts after the last one known are read, so
 * they are complete, in order, and only those this reader may see.
 */
export function useLiveThread(thread: string, from: number): { readNew: () => Promise<void> } {
  const cache = useQueryClient()
  const { queryKey } = postsQuery(thread, from)
  const reading = useRef<Promise<void> | null>(null)
  const again = useRef(false)
  /** The highest position that was told. */
  const told = useRef(0)
  const left = useRef(false)
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
    }
  }, [])

  const readOnce = async () => {
    // A read that is running may have begun before the post was published.
    const query = cache.getQueryCache().find({ queryKey, exact: true })
    while (query?.state.fetchStatus === 'fetching') await query.promise?.catch(() => undefined)
    const data = cache.getQueryData<Posts>(queryKey)
    const end = data?.pages.findLast((page) => page.length > 0)?.at(-1)?.position
    // Far from the end of a long thread its pages come as one reads on.
    if (!data || end === undefined || told.current > end + PAGE) return
    const added = await readPostsAfter(thread, end)
    if (left.current) return
    cache.setQueryData<Posts>(queryKey, (now) => now && appendPosts(now, added))
  }
  /** One read at a time; what is told during it is read after it. */
  const readNew = (): Promise<void> => {
    if (reading.current) {
      again.current = true
      return reading.current
    }
    const run = async () => {
      do {
        again.current = false
        await readOnce().catch(() => undefined)
      } while (again.current && !left.current)
      reading.current = null
    }
    reading.current = run()
    return reading.current
  }

  useTopic(
    `thread:${thread}`,
    {
      post: ({ position }: { position: number }) => {
        told.current = Math.max(told.current, position)
        void readNew()
        void cache.invalidateQueries({ queryKey: ['community', 'thread', thread] })
      },
      edit: ({ id }: { id: string }) => void refreshPost(cache, thread, id).catch(() => undefined),
      reactions: ({ id, counts }: { id: string; counts: object }) =>
        changePost(cache, thread, id, (post) => ({ ...post, reactions: counts })),
      thread: ({ event }: { event?: string }) => {
        void cache.invalidateQueries({ queryKey: ['community', 'thread', thread] })
        void cache.invalidateQueries({ queryKey: ['community', 'events', thread] })
        void cache.invalidateQueries({ queryKey: THREADS, refetchType: 'none' })
        void cache.invalidateQueries({ queryKey: UNREAD, refetchType: 'none' })
        // Posts moved: their numbers changed.
        if (event && /merged|split/.test(event)) void cache.resetQueries({ queryKey: postsKey(thread) })
      },
    },
    () => {
      // Where a full page ends, the posts after it come as one reads on: what was missed is among them.
      const last = cache.getQueryData<Posts>(queryKey)?.pages.at(-1)
      if (!last || last.length < PAGE) void readNew()
    },
  )
  return { readNew }
}
