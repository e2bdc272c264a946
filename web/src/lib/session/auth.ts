import { AuthClient } from '@supabase/auth-js'
import { readSetting, storeSetting } from '#lib/browser/setting.ts'
import { env } from '#lib/data/env.ts'
import { sessionIdOf } from './assurance.ts'
import { authPresence } from './auth-presence.ts'
import { SESSION_KEY } from './session-key.ts'

/**
 * The official client of the auth service alone, for pages that read no data: it weighs less than half of the whole client,
 * which `client.ts` builds upon it. It checks the session every 30 s and refreshes it when 90 s (3 checks) remain, keeps
 * signing keys 10 minutes (S-45); these are its own figures, and a test holds it to them.
 */
export const auth = new AuthClient({
  url: `${location.origin}/auth/v1`,
  headers: { apikey: env.anonKey, Authorization: `Bearer ${env.anonKey}` },
  storageKey: SESSION_KEY,
  autoRefreshToken: true,
  persistSession: true,
  detectSessionInUrl: true,
  // What a mail or a provider leads back with is a code that only the browser that asked can trade: a link that leaks opens nothing.
  flowType: 'pkce',
  // The client hides recovery codes behind this; without it each of their calls is refused unsent.
  experimental: { recoveryCodes: true },
})

authPresence.resolve()

const LEFT_KEY = 'vigie-left'

let recovery = false

auth.onAuthStateChange((event) => {
  if (event === 'PASSWORD_RECOVERY') recovery = true
  if (event === 'USER_UPDATED' || event === 'SIGNED_OUT') recovery = false
})

/**
 * Whether a recovery link opened this page and no new password was saved since. The client may have read the link, and told
 * so, before any screen listened.
 */
export const isRecovering = (): boolean => recovery

/** Ends the session of this browser, in all its tabs. What the server refuses is of no concern: it is cleared anyway (S-44). */
export async function signOut(): Promise<void> {
  noteLeaving()
  await auth.signOut({ scope: 'local' })
}

/** Ends every session of the account, this one too. Throws what the server refuses. */
export async function signOutEverywhere(): Promise<void> {
  noteLeaving()
  const { error } = await auth.signOut({ scope: 'global' })
  if (!error) return
  storeSetting(LEFT_KEY, '')
  throw error
}

/** Which session is being left: another tab may tell of its signing in while this one is on its way out. */
function noteLeaving(): void {
  const stored = JSON.parse(readSetting(SESSION_KEY) ?? '{}') as { access_token?: string }
  storeSetting(LEFT_KEY, sessionIdOf(stored.access_token ?? '') ?? '')
}

/** What another tab stored before it told is there within this time, or the session that is there is another. */
const CAUGHT_UP_MS = 1000

/**
 * Whether a session that ended was ended by the person, here or in another tab, and not by the service. Without a limit of
 * time: a tab in the background may hear of it minutes later. What another tab told may also be here before what it stored.
 */
export async function leftOnPurpose(sessionId: string | null): Promise<boolean> {
  const latest = performance.now() + CAUGHT_UP_MS
  while (readSetting(SESSION_KEY) !== null && performance.now() < latest)
    await new Promise((resolve) => setTimeout(resolve, 20))
  return sessionId !== null && readSetting(LEFT_KEY) === sessionId
}
