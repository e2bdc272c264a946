// Owns which screen an address shows, where a member and a visitor meet different ones.
import { mayBeSignedIn } from '#lib/session/session-key.ts'
import { NOT_FOUND, SCREENS, type Screen } from './screens.ts'

type Address = { pathname: string; search: string; hash: string }

/**
 * The screen at an address, for whoever comes there now. Without a session, an address that asks for the screen alone shows the
 * page in front of it; one that asks for something in it is a member's link, and leads through the log-in screen.
 */
export function screenAt({ pathname, search, hash }: Address): Screen {
  const screen = SCREENS[pathname] ?? NOT_FOUND
  return screen.front && !mayBeSignedIn() && !asksWithin(search, hash) ? screen.front : screen
}

/** Kept in step with `public/first-paint.js`. */
const asksWithin = (search: string, hash: string): boolean =>
  [...new URLSearchParams(search).keys()].some((name) => !/^(lang|bare|ref|utm_.*)$/.test(name)) ||
  /[#&](access_token|error)=/.test(hash)
