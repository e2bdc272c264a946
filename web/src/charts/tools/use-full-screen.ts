import { type RefObject, useEffect, useState } from 'react'

/** Whether an element fills the screen, and how to change it; `toggle` is null if the browser cannot (iPhones). */
export function useFullScreen(element: RefObject<HTMLElement | null>): {
  full: boolean
  toggle: (() => void) | null
} {
  const [full, setFull] = useState(false)
  useEffect(() => {
    const follow = () =>
      setFull(document.fullscreenElement !== null && document.fullscreenElement === element.current)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [element])
  if (!document.fullscreenEnabled) return { full: false, toggle: null }
  return {
    full,
    toggle: () => void (full ? document.exitFullscreen() : element.current?.requestFullscreen()),
  }
}
