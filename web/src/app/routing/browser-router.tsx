import { createContext, type ReactNode, useContext, useLayoutEffect, useState, useTransition } from 'react'
import { createPath, NavigationType, type Navigator, Router, type To } from 'react-router'
import { needsDocument } from './connections.ts'

/** The state of a history entry: its own key, under which its scroll position is stored, and the caller's state. */
type Kept = { key?: string; state?: unknown } | null

type Place = { location: Location; navigationType: NavigationType }
type Location = { pathname: string; search: string; hash: string; state: unknown; key: string }

function here(): Location {
  const { key = 'default', state = null } = (history.state ?? {}) as NonNullable<Kept>
  const { pathname, search, hash } = location
  return { pathname, search, hash, state, key }
}

let listener: (navigationType: NavigationType) => void = () => {}

const href = (to: To) => (typeof to === 'string' ? to : createPath(to))

const anotherDocument = (to: To) =>
  needsDocument(location.pathname, new URL(href(to), location.href).pathname)

const navigator: Navigator = {
  createHref: href,
  go: (steps) => history.go(steps),
  push: (to, state) => {
    if (anotherDocument(to)) return location.assign(href(to))
    history.pushState({ key: crypto.randomUUID(), state }, '', href(to))
    listener(NavigationType.Push)
  },
  replace: (to, state) => {
    if (anotherDocument(to)) return location.replace(href(to))
    history.replaceState({ key: crypto.randomUUID(), state }, '', href(to))
    listener(NavigationType.Replace)
  },
}

const OnTheWay = createContext(false)

/** Whether another screen was requested and has not loaded yet. */
export const useOnTheWay = (): boolean => useContext(OnTheWay)

/**
 * The browser's address. While another screen loads, the current one and its whole address stay; changes within a screen,
 * such as its filters, apply at once.
 */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<Place>(() => ({ location: here(), navigationType: NavigationType.Pop }))
  const [onTheWay, startTransition] = useTransition()
  useLayoutEffect(() => {
    let { pathname } = location
    listener = (navigationType) => {
      const next = { location: here(), navigationType }
      const go = () => setPlace(next)
      if (next.location.pathname === pathname) go()
      else startTransition(go)
      pathname = next.location.pathname
    }
    const back = () => listener(NavigationType.Pop)
    addEventListener('popstate', back)
    return () => {
      listener = () => {}
      removeEventListener('popstate', back)
    }
  }, [])
  return (
    <OnTheWay value={onTheWay}>
      <Router {...place} navigator={navigator}>
        {children}
      </Router>
    </OnTheWay>
  )
}
