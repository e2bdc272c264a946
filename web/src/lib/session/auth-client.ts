import { authPresence } from './auth-presence.ts'
import { SESSION_KEY } from './session-key.ts'

/** The client of the auth service, fetched when it is first asked for: whoever has no session reads the log-in page without it. */
export async function authClient(): Promise<typeof import('./auth.ts').auth> {
  return (await import('./auth.ts')).auth
}

/** Resolves when the client is there because some part of the page needed it, or when another tab has signed in. */
export function authWanted(): Promise<void> {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === SESSION_KEY && newValue !== null) authPresence.resolve()
  }
  addEventListener('storage', onStorage)
  return authPresence.promise.finally(() => removeEventListener('storage', onStorage))
}

const CALLBACK = /[#?&](error|error_code|error_description|access_token|code)=/

/** Whether a message or a provider led here, with something for the client to read. */
export const isCallback = ({ search, hash }: { search: string; hash: string } = location): boolean =>
  CALLBACK.test(search + hash)
