import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { UNREAD } from '#lib/community/unread.ts'
import { type Post, sendMark } from './posts-query.ts'

const SEND_AFTER_MS = 1000
/** Shorter than this, a post was passed, not read. */
const SEEN_AFTER_MS = 400
/** What is in the lowest tenth of the window is not read yet. */
const READ_SHARE = 0.9

/**
 * Marks posts as read while they are on the screen, at most once a second; `current` is the last position in view. Nothing is
 * done while one scrolls: observing each of thousands of posts takes a large part of every frame.
 */
export function useReadMarks(
  thread: string,
  readTo: number,
  posts: readonly Post[],
  feed: RefObject<HTMLElement | null>,
): { current: number } {
  const cache = useQueryClient()
  const [current, setCurrent] = useState(1)
  const marked = useRef(readTo)
  const settle = useRef<() => void>(undefined)
  useEffect(() => {
    marked.current = Math.max(marked.current, readTo)
  }, [readTo])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let seenTimer: ReturnType<typeof setTimeout> | undefined
    let reached = 0
    const send = () => {
      clearTimeout(timer)
      timer = undefined
      if (reached <= marked.current) return
      marked.current = reached
      void sendMark(thread, reached)
        .then(() => cache.invalidateQueries({ queryKey: UNREAD }))
        .catch(() => undefined)
    }
    const look = () => {
      if (document.visibilityState !== 'visible') return
      const last = lastInView(feed.current)
      if (last === null) return
      reached = Math.max(reached, last)
      setCurrent(last)
      timer ??= setTimeout(send, SEND_AFTER_MS)
    }
    const moved = () => {
      clearTimeout(seenTimer)
      seenTimer = setTimeout(look, SEEN_AFTER_MS)
    }
    settle.current = moved
    moved()
    window.addEventListener('scroll', moved, { passive: true })
    window.addEventListener('resize', moved)
    const onVisibility = () => (document.visibilityState === 'hidden' ? send() : moved())
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      window.removeEventListener('scroll', moved)
      window.removeEventListener('resize', moved)
      document.removeEventListener('visibilitychange', onVisibility)
      clearTimeout(seenTimer)
      send()
    }
  }, [cache, thread, feed])
  // biome-ignore lint/correctness/useExhaustiveDependencies: posts that arrive where one looks are seen without scrolling.
  useEffect(() => settle.current?.(), [posts])
  return { current }
}

/** The position of the last post in the window. Groups are asked first: those far away are not laid out for it. */
function lastInView(feed: HTMLElement | null): number | null {
  const end = window.innerHeight * READ_SHARE
  const isSeen = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return bottom > 0 && top < end
  }
  const seen = [...(feed?.children ?? [])]
    .filter(isSeen)
    .flatMap((group) => [...group.querySelectorAll<HTMLElement>('[data-position]')].filter(isSeen))
  return seen.length === 0 ? null : Math.max(...seen.map(({ dataset }) => Number(dataset.position)))
}
