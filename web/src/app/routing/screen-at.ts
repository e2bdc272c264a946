// Owns which screen an address shows where members and visitors see different ones.
import { mayBeSignedIn } from '#lib/session/session-key.ts'
import { NOT_FOUND, SCREENS, type Screen } from './screens.ts'

type Address = { pathname: string; search: string; hash: string }

/**
 * The screen at an address for the current reader. Without a session, an address that names only the screen shows its public
 * page; one that names something within the screen is a member's link and leads through log-in.
 */
export function screenAt({ pathname, search, hash }: Address): Screen {
  const screen = SCREENS[pathname] ?? NOT_FOUND
  return screen.front && !mayBeSignedIn() && !asksWithin(search, hash) ? screen.front : screen
}

/** Keep in step with `public/first-paint.js`. */
const asksWithin = (search: string, hash: string): boolean =>
  [...new URLSearchParams(search).keys()].some((name) => !/^(lang|bare|ref|utm_.*)$/.test(name)) ||
  /[#&](access_token|error)=/.test(hash)
