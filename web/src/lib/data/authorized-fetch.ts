import { auth } from '#lib/session/auth.ts'
import { env } from './env.ts'

/** The token to send: the session's, or the public key without a session. */
export const accessToken = async (): Promise<string> =>
  (await auth.getSession()).data.session?.access_token ?? env.anonKey

let unanswered = () => {}

/** Called for each request that got no answer. */
export function onUnanswered(listener: () => void): void {
  unanswered = listener
}

/**
 * `fetch` as every service of the project expects it: with the public key, and on behalf of the signed-in member. If a
 * session was ended elsewhere, or lost its second factor, requests are refused: the page then renews it, or learns that it is
 * over.
 */
export const authorizedFetch: typeof fetch = async (input, init) => {
  const headers = new Headers(init?.headers)
  if (!headers.has('apikey')) headers.set('apikey', env.anonKey)
  if (headers.has('authorization')) return send(input, { ...init, headers })
  const token = await accessToken()
  headers.set('authorization', `Bearer ${token}`)
  const answer = await send(input, { ...init, headers })
  if (answer.status !== 401 || token === env.anonKey) return answer
  // Several requests may be refused at once: the first one renews the session.
  if ((await accessToken()) === token) {
    const { error } = await auth.refreshSession()
    // The client keeps a session whose token has not expired until the service itself rejects it.
    if (error) await auth.getUser()
  }
  const renewed = await accessToken()
  if (renewed === token || renewed === env.anonKey) return answer
  headers.set('authorization', `Bearer ${renewed}`)
  return send(input, { ...init, headers })
}

async function send(input: Parameters<typeof fetch>[0], init: RequestInit): Promise<Response> {
  try {
    return await fetch(input, init)
  } catch (error) {
    // Nobody waits for an aborted request; every other failure may mean that the server is unreachable.
    if (!init.signal?.aborted) unanswered()
    throw error
  }
}
