import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { arrival } from './arrival.ts'
import { serverAnswers } from './server-answers.ts'

// biome-ignore lint/suspicious/noExplicitAny: the parameters of each component are its own
type Code = { default: ComponentType<any> }

/**
 * As React's `lazy`, but code that cannot be fetched while the connection is lost is waited for: a failure would replace the screen
 * around it, with all that is typed there. It fails where the server answers without it: another version runs there.
 */
export const lazyPart = <C extends Code>(load: () => Promise<C>): LazyExoticComponent<C['default']> =>
  lazy<C['default']>(() => arrival(load, serverAnswers))

/** The same outside of screens, where a failure would take the whole page: it is waited for whatever the server answers. */
export const lazyFramePart = <C extends Code>(load: () => Promise<C>): LazyExoticComponent<C['default']> =>
  lazy<C['default']>(() => arrival(load))

/**
 * As `lazyPart`, with `fetch`, which loads the code before it is drawn. Code that has come is drawn in the same pass: of a promise React
 * learns only after it, however long ago it was kept, and a fallback once shown stays for 300 ms.
 */
export function lazyAhead<C extends Code>(
  load: () => Promise<C>,
): LazyExoticComponent<C['default']> & { fetch: () => Promise<C> } {
  let code: C | undefined
  const fetch = async () => {
    code = await load()
    return code
  }
  return Object.assign(
    lazy<C['default']>(() => (code ? come(code) : arrival(fetch, serverAnswers))),
    { fetch },
  )
}

/** A promise that answers at once. */
const come = <C>(code: C): Promise<C> =>
  // biome-ignore lint/suspicious/noThenProperty: React calls nothing but `then`
  ({ then: (answer: (code: C) => void) => answer(code) }) as Promise<C>
