import type { Query } from '../database.ts'
import { authError } from '../errors.ts'
import { requireNonce } from '../factors/step-up.ts'
import { nowText, type Service } from '../service.ts'
import { deleteOneTimeTokens } from '../store/one-time-tokens.ts'
import { deleteSessions, type SessionRow } from '../store/sessions.ts'
import { type UserRow, updateUser } from '../store/users.ts'
import { requireUnguessable } from './guessable-password.ts'
import { requireStrong } from './password-policy.ts'

/** Milliseconds. In an older session, the project may require reauthentication. */
const FRESH = 24 * 3_600_000

/** Checks the new password and hashes it. Runs outside any transaction, because hashing is slow. */
export async function prepareNewPassword(
  service: Service,
  user: UserRow,
  session: SessionRow | null,
  password: string,
  nonce: string | null,
): Promise<string> {
  requireStrong(password, service.settings)
  await requireUnguessable(service, password, { ...user, data: user.raw_user_meta_data })
  if (service.settings.email.secure_password_change) reauthenticate(service, user, session, nonce)
  if (user.encrypted_password && (await service.passwords.verify(user.encrypted_password, password))) {
    throw authError('same_password')
  }
  return service.passwords.hash(password)
}

/** Sets the password, invalidates pending links and ends every other session. */
export async function setPassword(
  service: Service,
  query: Query,
  user: UserRow,
  sessionId: string | null,
  hash: string,
): Promise<void> {
  await updateUser(query, user.id, nowText(service), {
    encrypted_password: hash,
    confirmation_token: '',
    recovery_token: '',
    reauthentication_token: '',
  })
  await deleteOneTimeTokens(query, user.id)
  await deleteSessions(query, user.id, sessionId ? 'others' : 'global', sessionId)
}

function reauthenticate(
  service: Service,
  user: UserRow,
  session: SessionRow | null,
  nonce: string | null,
): void {
  const now = service.context.now().getTime()
  if (session && Date.parse(session.created_at) + FRESH > now) return
  if (!nonce) throw authError('reauthentication_needed')
  requireNonce(service, user, nonce)
}
