import type { ThreadRow } from '../forum.ts'

/**
 * Where the reader stopped: the place before the first of the threads that are all read, in a list by activity; null where nothing
 * or everything is read, since a line would then say nothing.
 */
export function readingLine(threads: readonly Pick<ThreadRow, 'unread_posts'>[]): number | null {
  const last = threads.findLastIndex(({ unread_posts }) => unread_posts > 0)
  return last === -1 || last === threads.length - 1 ? null : last + 1
}
