// Owns where a person goes once signed in. It must never lead to another origin, whatever the address says.

/** What opens when the address names nothing else. */
export const FIRST_SCREEN = '/'
const ENTRY = ['/login', '/signup', '/password-reset', '/']

/** The path in `next` when it lies on this origin and is no entry screen, else the first screen. */
export function nextPath(search: string, origin: string): string {
  const wanted = new URLSearchParams(search).get('next')
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, origin)) return FIRST_SCREEN
  const url = new URL(wanted, origin)
  // The parser drops tabs and reads a backslash as a slash, so the origin is compared after it, not before.
  if (url.origin !== origin || ENTRY.includes(url.pathname)) return FIRST_SCREEN
  return `${url.pathname}${url.search}${url.hash}`
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
