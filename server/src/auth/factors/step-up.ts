import { timingSafeEqual } from 'node:crypto'
import type { Caller } from '../caller.ts'
import { authError } from '../errors.ts'
import { limit } from '../rate-limit.ts'
import { tokenHash } from '../secrets.ts'
import type { Service } from '../service.ts'
import { proofsOf } from '../store/sessions.ts'
import type { UserRow } from '../store/users.ts'
import { verifiedFactors } from './factor.ts'

/** Credentials sent with the request: PUT /user accepts both, the other endpoints neither. */
export type Given = { current_password: string | null; nonce: string | null }

/**
 * Changing a sign-in method requires recent authentication (`[auth] step_up`, a setting of this server): with the
 * second factor where one exists, else with the current password or a code from GET /reauthenticate. This stops someone
 * with a stolen or unattended session from taking over the account. Throws `insufficient_aal`,
 * `reauthentication_needed`, `current_password_required`, or the error of the given credential.
 */
export async function requireStepUp(
  service: Service,
  { user, session }: Caller,
  given?: Given,
): Promise<void> {
  const window = service.settings.step_up
  // An anonymous user has no credential to present.
  if (!window || user.is_anonymous) return
  if (verifiedFactors(user).length > 0 && session?.aal !== 'aal2') {
    throw authError('insufficient_aal', 'AAL2 session is required to change how this account is entered', {
      status: 403,
    })
  }
  if (session && (await provedSince(service, session.id, window))) return
  if (given?.nonce) return requireNonce(service, user, given.nonce)
  if (!given || !user.encrypted_password) {
    throw authError('reauthentication_needed', 'This change requires reauthentication')
  }
  if (!given.current_password) throw authError('current_password_required')
  await limit(service, 'current-password', user.id)
  if (!(await service.passwords.verify(user.encrypted_password, given.current_password))) {
    throw authError('current_password_invalid')
  }
}

async function provedSince(
  { database, context }: Service,
  sessionId: string,
  window: number,
): Promise<boolean> {
  const [newest] = await proofsOf(database.query, sessionId)
  return newest !== undefined && newest.timestamp * 1000 + window > context.now().getTime()
}

/** Checks the code that GET /reauthenticate sent. Throws `reauthentication_not_valid`. */
export function requireNonce({ context, settings }: Service, user: UserRow, nonce: string): void {
  const expected = Buffer.from(user.reauthentication_token ?? '')
  const given = Buffer.from(tokenHash(user.email || user.phone || '', nonce))
  const sentAt = user.reauthentication_sent_at ? Date.parse(user.reauthentication_sent_at) : 0
  const alive = sentAt + settings.email.otp_expiry * 1000 > context.now().getTime()
  if (!alive || expected.length !== given.length || !timingSafeEqual(expected, given)) {
    throw authError('reauthentication_not_valid')
  }
}
