import { AuthClient } from '@supabase/auth-js'
import { readSetting, storeSetting } from '#lib/browser/setting.ts'
import { env } from '#lib/data/env.ts'
import { sessionIdOf } from './assurance.ts'
import { authPresence } from './auth-presence.ts'
import { SESSION_KEY } from './session-key.ts'

/**
 * The official client of the auth service alone, for pages that read no data: it is less than half the size of the whole
 * client, which `client.ts` builds on it. It checks the session every 30 s, refreshes it when 90 s (3 checks) remain, and
 * keeps signing keys for 10 minutes (S-45). These are its own defaults, and a test checks them.
 */
export const auth = new AuthClient({
  url: `${location.origin}/auth/v1`,
  headers: { apikey: env.anonKey, Authorization: `Bearer ${env.anonKey}` },
  storageKey: SESSION_KEY,
  autoRefreshToken: true,
  persistSession: true,
  detectSessionInUrl: true,
  // PKCE: mails and providers return a code that only the requesting browser can exchange, so a leaked link opens nothing.
  flowType: 'pkce',
  // The client hides recovery codes behind this option; without it, it rejects their calls before sending.
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
 * Whether a recovery link opened this page and no new password was saved since. The client may have read the link, and
 * reported it, before any screen listened.
 */
export const isRecovering = (): boolean => recovery

/** Ends this browser's session in all its tabs. The local session is cleared even if the server refuses (S-44). */
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

/** The session being left: another tab may report its own sign-in while this one is signing out. */
function noteLeaving(): void {
  const stored = JSON.parse(readSetting(SESSION_KEY) ?? '{}') as { access_token?: string }
  storeSetting(LEFT_KEY, sessionIdOf(stored.access_token ?? '') ?? '')
}

/** What another tab stored before its message is visible within this time; otherwise the session found is a different one. */
const CAUGHT_UP_MS = 1000

/**
 * Whether the person ended the session, here or in another tab, and not the service. No time limit: a background tab may hear
 * of it minutes later. Another tab's message may also arrive before what it stored.
 */
export async function leftOnPurpose(sessionId: string | null): Promise<boolean> {
  const latest = performance.now() + CAUGHT_UP_MS
  while (readSetting(SESSION_KEY) !== null && performance.now() < latest)
    await new Promise((resolve) => setTimeout(resolve, 20))
  return sessionId !== null && readSetting(LEFT_KEY) === sessionId
}
