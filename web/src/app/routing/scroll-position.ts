import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const positions = new Map<string, number>()

/**
 * Where a page stands: at the top on a new screen, at the named part when the address has one, and where it was when one
 * goes back. A detail that opens by a search parameter moves nothing.
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
