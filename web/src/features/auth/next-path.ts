// Owns where a person goes after signing in. It must never lead to another origin, whatever the address says.

/** The default, if the address names nothing else. */
export const FIRST_SCREEN = '/'
const ENTRY = ['/login', '/signup', '/password-reset', '/confirm', '/']

/** The path in `next` if it is on this origin and no entry screen, otherwise the first screen. */
export function nextPath(search: string, origin: string): string {
  const path = pathWithin(new URLSearchParams(search).get('next'), origin)
  return path === null || ENTRY.includes(new URL(path, origin).pathname) ? FIRST_SCREEN : path
}

/** The path if it is on this origin, otherwise null. */
export function pathWithin(wanted: string | null, origin: string): string | null {
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, origin)) return null
  const url = new URL(wanted, origin)
  // The parser drops tabs and dots and reads a backslash as a slash, so check origin and path after parsing, not before.
  const leaves = url.origin !== origin || url.pathname.startsWith('//')
  return leaves ? null : `${url.pathname}${url.search}${url.hash}`
}

/** Another entry screen, with `next` (and a referral code) passed along. */
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
