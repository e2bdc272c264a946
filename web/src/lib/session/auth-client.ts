import { authPresence } from './auth-presence.ts'
import { SESSION_KEY } from './session-key.ts'

/** The client of the auth service, fetched on first use: without a session, the log-in page renders without it. */
export async function authClient(): Promise<typeof import('./auth.ts').auth> {
  return (await import('./auth.ts')).auth
}

/** Resolves when the client was loaded by any part of the page, or when another tab has signed in. */
export function authWanted(): Promise<void> {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === SESSION_KEY && newValue !== null) authPresence.resolve()
  }
  addEventListener('storage', onStorage)
  return authPresence.promise.finally(() => removeEventListener('storage', onStorage))
}

const CALLBACK = /[#?&](error|error_code|error_description|access_token|code)=/

/** Whether a mail or a provider led here, with something in the address for the client to read. */
export const isCallback = ({ search, hash }: { search: string; hash: string } = location): boolean =>
  CALLBACK.test(search + hash)
