// Owns the reads and writes of the page behind a security mail's link. The link is the authorisation; no session is needed.
import { queryOptions } from '@tanstack/react-query'
import { publicRpc } from '#lib/data/public-rpc.ts'
import { useWrite } from '#lib/data/query.ts'
import { requestPasswordReset } from '../auth-calls.ts'

/** The change that the link stops; null if it is no longer known. */
export type SecurityChange = {
  kind:
    | 'password'
    | 'email'
    | 'phone'
    | 'factor_added'
    | 'factor_removed'
    | 'passkey_added'
    | 'passkey_removed'
    | 'identity_added'
    | 'identity_removed'
    | 'recovery_codes'
  at: string
  state: 'open' | 'stopped' | 'too_late'
} | null

const changeKey = (token: string) => ['auth', 'security-change', token] as const

export const securityChangeQuery = (token: string) =>
  queryOptions({
    queryKey: changeKey(token),
    queryFn: ({ signal }) => publicRpc<SecurityChange>('security_change_state', { token }, signal),
  })

type Stopped = { email: string | null; mailed: boolean }

/** Stops the change, then has a link for a new password mailed; if mail cannot be sent, the page offers to request it. */
export const useStopChange = (token: string) => useWrite(() => stopChange(token), [changeKey(token)])

async function stopChange(token: string): Promise<Stopped> {
  const timeout = AbortSignal.timeout(15_000)
  const stopped = await publicRpc<{ email: string | null } | null>('stop_security_change', { token }, timeout)
  const email = stopped?.email ?? null
  if (!email) return { email, mailed: false }
  try {
    await requestPasswordReset(email)
    return { email, mailed: true }
  } catch (error) {
    // The change is stopped all the same.
    console.error('the link for a new password could not be sent', error)
    return { email, mailed: false }
  }
}
