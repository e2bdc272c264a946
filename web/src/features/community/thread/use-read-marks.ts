import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { UNREAD } from '#lib/community/unread.ts'
import { sendMark } from './posts-query.ts'

const SEND_AFTER_MS = 1000
/** Shorter than this, a post was passed, not read. */
const SEEN_AFTER_MS = 400

/** Marks posts as read while they are on the screen, at most once a second; `current` is the last position in view. */
export function useReadMarks(
  thread: string,
  readTo: number,
): { watch: (node: HTMLElement | null) => void; current: number } {
  const cache = useQueryClient()
  const [current, setCurrent] = useState(1)
  const marked = useRef(readTo)
  const state = useRef<{ observer: IntersectionObserver; inView: Map<Element, number> }>(undefined)
  const nodes = useRef(new Set<HTMLElement>())
  useEffect(() => {
    marked.current = Math.max(marked.current, readTo)
  }, [readTo])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let seenTimer: ReturnType<typeof setTimeout> | undefined
    let reached = 0
    const inView = new Map<Element, number>()
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
      if (document.visibilityState !== 'visible' || inView.size === 0) return
      reached = Math.max(reached, ...inView.values())
      setCurrent(Math.max(...inView.values()))
      timer ??= setTimeout(send, SEND_AFTER_MS)
    }
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (isIntersecting) inView.set(target, Number((target as HTMLElement).dataset.position))
          else inView.delete(target)
        }
        clearTimeout(seenTimer)
        seenTimer = setTimeout(look, SEEN_AFTER_MS)
      },
      { rootMargin: '0px 0px -10% 0px' },
    )
    state.current = { observer, inView }
    for (const node of nodes.current) observer.observe(node)
    const onHide = () => document.visibilityState === 'hidden' && send()
    document.addEventListener('visibilitychange', onHide)
    return () => {
      document.removeEventListener('visibilitychange', onHide)
      clearTimeout(seenTimer)
      send()
      observer.disconnect()
      state.current = undefined
    }
  }, [cache, thread])
  const watch = useCallback((node: HTMLElement | null) => {
    if (!node) return
    nodes.current.add(node)
    state.current?.observer.observe(node)
    return () => {
      nodes.current.delete(node)
      state.current?.observer.unobserve(node)
      state.current?.inView.delete(node)
    }
  }, [])
  return { watch, current }
}
