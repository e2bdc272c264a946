import type { AuthChangeEvent, Session, User } from '@supabase/auth-js'
import {
  createContext,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { readSetting, storeSetting } from '#lib/browser/setting.ts'
import { secondFactorDue, sessionIdOf } from './assurance.ts'
import { authWanted, isCallback } from './auth-client.ts'
import { mayBeSignedIn, SESSION_KEY } from './session-key.ts'

/** Who uses the page. The official client keeps the session; this component follows its events. */
export type Tier = 'freemium' | 'premium'
export type StaffRole = 'analyst' | 'admin'
export type SessionState =
  | { status: 'loading' | 'signed-out'; user: null; tier: null; staffRole: null }
  | {
      status: 'signed-in'
      user: User
      tier: Tier
      staffRole: StaffRole | null
      /** The session expired: the screen stays until the person signs in again or leaves. */
      expired: boolean
      /** The account has a second factor that this session has not answered yet. */
      secondFactorDue: boolean
    }

const LOADING: SessionState = { status: 'loading', user: null, tier: null, staffRole: null }
const SIGNED_OUT: SessionState = { status: 'signed-out', user: null, tier: null, staffRole: null }
const SessionContext = createContext<SessionState>(LOADING)
const RefreshContext = createContext<() => void>(() => {})

export const useSession = (): SessionState => useContext(SessionContext)

/** Reads tier and role again, when they may have changed during the session. */
export const useRefreshAccess = (): (() => void) => useContext(RefreshContext)

type Props = {
  children: ReactNode
  /** Called when a recovery link opened the page: ask for the new password. */
  onRecovery: () => void
  /** Called when the session ended, here or in another tab. */
  onSignedOut: () => void
}

export function SessionProvider({ children, onRecovery, onSignedOut }: Props) {
  const [state, setState] = useState<SessionState>(LOADING)
  // The callbacks change with each address. Subscribing again for that would forget the person and drop the data that the
  // next screen has just requested.
  const recovered = useEffectEvent(onRecovery)
  const signedOut = useEffectEvent(onSignedOut)

  useEffect(() => {
    let current: string | undefined
    let sessionId: string | null = null
    let ended = false
    // Reads were refused since the session ended.
    let lapsed = false
    let stop = () => {}
    const follow = async (event: AuthChangeEvent, session: Session | null) => {
      if (ended) return
      if (!session) {
        const wasIn = current !== undefined
        if (event === 'SIGNED_OUT' && wasIn) {
          const leaving = sessionId
          const left = await (await loadAuth()).leftOnPurpose(leaving)
          if (ended || sessionId !== leaving) return
          if (!left) {
            lapsed = true
            setState((before) => (before.status === 'signed-in' ? { ...before, expired: true } : before))
            return
          }
        }
        const kept = wasIn ? null : offlineUser()
        if (kept) {
          current = kept.id
          setState({
            status: 'signed-in',
            user: kept,
            ...lastAccess(kept.id),
            expired: false,
            // Offline, nothing can be sent; ask when the connection is back.
            secondFactorDue: false,
          })
          return
        }
        current = undefined
        if (wasIn) (await loadCache()).clear()
        // A person who sees that they are signed out may close the browser at once: by then their data are deleted.
        if (event === 'SIGNED_OUT' && wasIn) await forgetKept()
        if (ended || current !== undefined) return
        // Hydration comes first: any other update would make React discard the prerendered page, with what was typed into it.
        startTransition(() => setState(SIGNED_OUT))
        if (event === 'SIGNED_OUT' && wasIn) signedOut()
        return
      }
      const { user } = session
      const another = current !== user.id
      current = user.id
      sessionId = sessionIdOf(session.access_token)
      // Another person's data must not be visible, even for a moment.
      if (another) (await loadCache()).clear()
      if (event === 'PASSWORD_RECOVERY') recovered()
      if (event === 'TOKEN_REFRESHED' && !another) {
        setState((before) =>
          before.status === 'signed-in'
            ? { ...before, user, secondFactorDue: secondFactorDue(session) }
            : before,
        )
        return
      }
      const access = (await readAccess(user.id)) ?? NO_ACCESS
      if (ended || current !== user.id) return
      const due = secondFactorDue(session)
      setState((before) => ({
        status: 'signed-in',
        user,
        ...access,
        // The first factor alone is not enough: the page stays as it is until the second is answered too.
        expired: due && !another && before.status === 'signed-in' && before.expired,
        secondFactorDue: due,
      }))
      // Data read at a lower assurance level, before a change of the person, or before the session ended, are read again.
      if (lapsed || event === 'MFA_CHALLENGE_VERIFIED' || event === 'USER_UPDATED') {
        lapsed = false
        void (await loadCache()).invalidateQueries()
      }
    }
    const listen = async () => {
      const { auth, isRecovering } = await loadAuth()
      if (ended) return
      if (isRecovering()) recovered()
      const { data } = auth.onAuthStateChange((event, session) => {
        // The client holds its lock during the callback: calling it here would deadlock.
        setTimeout(() => void follow(event, session), 0)
      })
      stop = () => data.subscription.unsubscribe()
    }
    if (mayBeSignedIn() || isCallback()) void listen()
    else {
      // Hydration comes first: any other update would make React discard the prerendered page, with what was typed into it.
      startTransition(() => setState(SIGNED_OUT))
      void authWanted().then(listen)
    }
    return () => {
      ended = true
      stop()
    }
  }, [])

  const userId = state.user?.id
  const refresh = useCallback(() => {
    if (userId)
      // A failed read changes nothing: a session that has just ended must not remove what is typed on the screen.
      void readAccess(userId).then((access) =>
        setState((before) => (access ? withAccess(before, userId, access) : before)),
      )
  }, [userId])
  const tier = useRef(state.tier)
  useEffect(() => {
    // Data read with another tier were limited to what that tier may read.
    if (state.tier && tier.current && state.tier !== tier.current)
      void loadCache().then((cache) => cache.invalidateQueries())
    tier.current = state.tier
  }, [state.tier])

  return (
    <RefreshContext value={refresh}>
      <SessionContext value={state}>{children}</SessionContext>
    </RefreshContext>
  )
}

/** The same person with new access; the same object if the access is unchanged. */
function withAccess(before: SessionState, userId: string, access: Access): SessionState {
  if (before.status !== 'signed-in' || before.user.id !== userId) return before
  const same = before.tier === access.tier && before.staffRole === access.staffRole
  return same ? before : { ...before, ...access }
}

/** The auth client, which pages without a session need only once they send something. */
const loadAuth = () => import('./auth.ts')

/** The data cache, which log-in and sign-up need only after signing in. */
const loadCache = async () => (await import('#lib/data/query.ts')).queryClient

/** Deletes the offline data of this browser; a sign-out never waits for code that cannot be fetched. */
async function forgetKept(): Promise<void> {
  try {
    await (await import('#lib/browser/offline-data.ts')).forgetOfflineData()
  } catch (error) {
    console.error('what was kept for times without a network could not be forgotten', error)
  }
}

/** Tier and staff role, as the database computes them; null without an answer. */
async function readAccess(userId: string): Promise<Access | null> {
  try {
    const [{ supabase }, { unwrap }] = await Promise.all([
      import('#lib/data/client.ts'),
      import('#lib/data/query.ts'),
    ])
    const access = unwrap(await supabase.rpc('my_access')) as { tier: Tier; staff_role: StaffRole | null }
    const read: Access = { tier: access.tier, staffRole: access.staff_role }
    storeSetting(ACCESS_KEY, JSON.stringify({ userId, ...read }))
    return read
  } catch (error) {
    if (!navigator.onLine) return lastAccess(userId)
    console.error('the access of this session could not be read', error)
    return null
  }
}

type Access = { tier: Tier; staffRole: StaffRole | null }
/** Until the access is known, the person sees the public content. */
const NO_ACCESS: Access = { tier: 'freemium', staffRole: null }
const ACCESS_KEY = 'vigie-access'

/** The last known access of somebody, for the appearance while offline; the database decides again afterwards. */
function lastAccess(userId: string): Access {
  const stored = JSON.parse(readSetting(ACCESS_KEY) ?? '{}') as Partial<Access> & { userId?: string }
  if (stored.userId !== userId) return NO_ACCESS
  return { tier: stored.tier ?? 'freemium', staffRole: stored.staffRole ?? null }
}

/** Who was signed in when the connection was lost: a session that cannot be refreshed offline is not over. */
function offlineUser(): User | null {
  const stored = navigator.onLine ? null : readSetting(SESSION_KEY)
  return stored ? (JSON.parse(stored) as Session).user : null
}
