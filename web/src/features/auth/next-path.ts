// Owns where a person goes once signed in. It must never lead to another origin, whatever the address says.

/** What opens when the address names nothing else. */
export const FIRST_SCREEN = '/'
const ENTRY = ['/login', '/signup', '/password-reset', '/confirm', '/']

/** The path in `next` when it lies on this origin and is no entry screen, else the first screen. */
export function nextPath(search: string, origin: string): string {
  const path = pathWithin(new URLSearchParams(search).get('next'), origin)
  return path === null || ENTRY.includes(new URL(path, origin).pathname) ? FIRST_SCREEN : path
}

/** The path when it lies on this origin, else null. */
export function pathWithin(wanted: string | null, origin: string): string | null {
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, origin)) return null
  const url = new URL(wanted, origin)
  // The parser drops tabs and dots and reads a backslash as a slash, so origin and path are judged after it, not before.
  const leaves = url.origin !== origin || url.pathname.startsWith('//')
  return leaves ? null : `${url.pathname}${url.search}${url.hash}`
}

/** Another entry screen, carrying `next` (and a referral code) along. */
export function entryPath(path: '/login' | '/signup' | '/password-reset', search: string): string {
  const known = new URLSearchParams(search)
  const kept = new URLSearchParams()
  for (const name of ['next', 'ref']) {
    const value = known.get(name)
    if (value) kept.set(name, value)
  }
  const query = kept.toString()
  return query ? `${path}?${query}` : path
}
