import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const positions = new Map<string, number>()

/**
 * The scroll position: the top on a new screen, the named part if the address has one, and the earlier position when going
 * back. A detail opened by a search parameter scrolls nothing.
 */
export function useScrollPosition(): void {
  const { key, pathname, hash } = useLocation()
  const type = useNavigationType()
  const shown = useRef(pathname)

  useLayoutEffect(() => {
    const another = shown.current !== pathname
    shown.current = pathname
    const part = hash ? document.getElementById(hash.slice(1)) : null
    if (part && type !== 'POP') part.scrollIntoView()
    else if (another) scrollTo(0, type === 'POP' ? (positions.get(key) ?? 0) : 0)
  }, [key, pathname, hash, type])

  useEffect(() => {
    const keep = () => positions.set(key, scrollY)
    addEventListener('scroll', keep, { passive: true })
    return () => removeEventListener('scroll', keep)
  }, [key])
}
