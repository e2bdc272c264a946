import { auth } from '#lib/session/auth.ts'
import { env } from './env.ts'

/** The session's access token, or the public key without a session. */
export const accessToken = async (): Promise<string> =>
  (await auth.getSession()).data.session?.access_token ?? env.anonKey

let unanswered = () => {}

/** Registers a callback for each request that got no response. */
export function onUnanswered(listener: () => void): void {
  unanswered = listener
}

/**
 * `fetch` for every service of the project: adds the public key and the member's token. If a session was ended elsewhere, or
 * lost its second factor, its requests are refused: the session is then refreshed and the request repeated, or the page learns
 * that the session has ended.
 */
export const authorizedFetch: typeof fetch = async (input, init) => {
  const headers = new Headers(init?.headers)
  if (!headers.has('apikey')) headers.set('apikey', env.anonKey)
  if (headers.has('authorization')) return send(input, { ...init, headers })
  const token = await accessToken()
  headers.set('authorization', `Bearer ${token}`)
  const answer = await send(input, { ...init, headers })
  if (answer.status !== 401 || token === env.anonKey) return answer
  // Of several concurrent refusals, only the first refreshes the session.
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
    // An aborted request says nothing about the server; any other failure may mean that it is unreachable.
    if (!init.signal?.aborted) unanswered()
    throw error
  }
}
