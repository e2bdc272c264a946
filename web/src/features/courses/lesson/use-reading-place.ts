import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Told only in steps, so that reading does not become a stream of requests. */
const STEP = 5
/** What a reader moves a page with; other movements are those of the page itself. */
const INPUTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/**
 * Shows a text where its reader stopped, and tells how far down they read, in hundredths of its height at the lower edge of the window.
 * Until the reader moves the page, it stays at that place while the text and its pictures are still being drawn.
 */
export function useReadingPlace(
  text: RefObject<HTMLElement | null>,
  stopped: number,
  tell: (hundredths: number) => void,
): void {
  const told = useEffectEvent(tell)
  // Where the reader was when the text was first shown, which can be later than when it was drawn: what they read meanwhile does not
  // move the page.
  const lastStopped = useEffectEvent(() => stopped)
  useEffect(() => {
    const element = text.current
    if (!element) return
    const stopped = lastStopped()
    let moved = false
    let read = stopped
    const stay = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0
      // At the end there is nothing left to go on with.
      if (moved || stopped >= 100 || height * stopped <= innerHeight * 100) return
      const top = element.getBoundingClientRect().top + scrollY
      scrollTo(0, top + (height * stopped) / 100 - innerHeight)
    })
    if (stopped > 0) stay.observe(element)
    const move = () => {
      moved = true
      stay.disconnect()
    }
    // Going back, the browser moves the page while this text is still shown.
    const leave = () => {
      moved = false
    }
    const follow = () => {
      const { top, height } = element.getBoundingClientRect()
      if (!moved || height === 0) return
      const at = Math.max(0, Math.min(100, ((innerHeight - top) / height) * 100))
      const step = Math.floor(at / STEP) * STEP
      if (step <= read) return
      read = step
      told(step)
    }
    for (const input of INPUTS) addEventListener(input, move, { passive: true })
    addEventListener('popstate', leave)
    addEventListener('scroll', follow, { passive: true })
    return () => {
      stay.disconnect()
      removeEventListener('popstate', leave)
      for (const input of INPUTS) removeEventListener(input, move)
      removeEventListener('scroll', follow)
    }
  }, [text])
}
