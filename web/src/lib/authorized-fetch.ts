import { auth } from './auth.ts'
import { env } from './env.ts'

/** What says who asks: the token of the session, or the public key where there is none. */
export const accessToken = async (): Promise<string> =>
  (await auth.getSession()).data.session?.access_token ?? env.anonKey

let unanswered = () => {}

/** Tells of each request that got no answer. */
export function onUnanswered(listener: () => void): void {
  unanswered = listener
}

/** `fetch` as every service of the project expects it: with the public key, and in the name of whoever is signed in. */
export const authorizedFetch: typeof fetch = async (input, init) => {
  const headers = new Headers(init?.headers)
  if (!headers.has('apikey')) headers.set('apikey', env.anonKey)
  if (!headers.has('authorization')) headers.set('authorization', `Bearer ${await accessToken()}`)
  return fetch(input, { ...init, headers }).catch((error: unknown) => {
    // Nobody waits for what was given up; all else may mean that nothing answers.
    if (!init?.signal?.aborted) unanswered()
    throw error
  })
}
