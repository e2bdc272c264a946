import type { FastifyRequest } from 'fastify'
import { addressOf } from '../caller.ts'
import type { Query } from '../database.ts'
import { authError } from '../errors.ts'
import { PKCE_PREFIX } from '../identities/pkce.ts'
import { nowText, type Service } from '../service.ts'
import { beginSession, type Grant } from '../sessions/session.ts'
import { audit } from '../store/audit-log.ts'
import { issueAuthCode } from '../store/flow-states.ts'
import { lockOneTimeToken, type OneTimeTokenRow, type TokenType } from '../store/one-time-tokens.ts'
import { lockUser, type UserRow } from '../store/users.ts'
import { confirmEmail, savingUser } from '../users/new-user.ts'
import { isBanned } from '../users/user.ts'
import { confirmNewEmail } from './change-email.ts'
import { confirmNewPhone, confirmPhone } from './change-phone.ts'

/**
 * Redeems a code or link once: confirms the address and signs its owner in. Shared by the link (GET /verify) and the
 * typed code (POST /verify).
 */
export type VerifyType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email' | 'email_change'

/** Codes by text message are only typed; they have no link. */
export type TextType = 'sms' | 'phone_change'

const tokensOf: Record<VerifyType | TextType, TokenType[]> = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  magiclink: ['recovery_token'],
  recovery: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_current', 'email_change_token_new'],
  sms: ['confirmation_token'],
  phone_change: ['phone_change_token'],
}

export const isTextType = (type: string): type is TextType => type === 'sms' || type === 'phone_change'
export const isVerifyType = (type: string): type is VerifyType =>
  Object.hasOwn(tokensOf, type) && !isTextType(type)

export type Verified =
  | { kind: 'session'; grant: Grant }
  /** Exchanged by the browser that started the flow (PKCE). */
  | { kind: 'code'; code: string }
  /** The first of the two links of an address change. */
  | { kind: 'half' }

export const HALF_WAY = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

export type Presented = {
  type: VerifyType | TextType
  hashes: string[]
  /** The address or number that a typed code was sent to. */
  receiver?: string
  /** Error message for an invalid token. */
  refusal: string
}

/** Redeems the token. Throws `otp_expired` when it is unknown, used or expired. */
export function redeem(service: Service, request: FastifyRequest, presented: Presented): Promise<Verified> {
  return savingUser('Database error saving new user', () =>
    service.database.transaction(async (query): Promise<Verified> => {
      const token = await lockOneTimeToken(query, presented.hashes, tokensOf[presented.type])
      const user = token ? await lockUser(query, token.user_id) : null
      if (!token || !user || isExpired(service, user, token))
        throw authError('otp_expired', presented.refusal)
      if (isBanned(user, service.context.now())) throw authError('user_banned', undefined, { status: 403 })
      const proven = await prove(service, query, user, token)
      if (!proven) return { kind: 'half' }
      if (token.token_hash.startsWith(PKCE_PREFIX) && request.method === 'GET') {
        const code = await issueAuthCode(query, user.id, methodOf(presented.type, token), nowText(service))
        if (!code) throw authError('flow_state_not_found')
        return { kind: 'code', code }
      }
      await audit(query, service.context.random, {
        action: 'login',
        actor: proven,
        address: addressOf(request),
        now: nowText(service),
      })
      return { kind: 'session', grant: await beginSession(service, query, request, proven, 'otp') }
    }),
  )
}

/** Returns null while the second link is pending. */
function prove(
  service: Service,
  query: Query,
  user: UserRow,
  token: OneTimeTokenRow,
): Promise<UserRow | null> {
  if (token.token_type === 'phone_change_token') return confirmNewPhone(service, query, user)
  if (token.token_type === 'confirmation_token' && token.relates_to === user.phone) {
    return confirmPhone(service, query, user)
  }
  return token.token_type === 'email_change_token_current' || token.token_type === 'email_change_token_new'
    ? confirmNewEmail(service, query, user, token.token_type)
    : confirmEmail(service, query, user)
}

function isExpired({ context, settings }: Service, user: UserRow, { token_type }: OneTimeTokenRow): boolean {
  const sentAt =
    token_type === 'recovery_token'
      ? user.recovery_sent_at
      : token_type === 'confirmation_token'
        ? (user.confirmation_sent_at ?? user.invited_at)
        : token_type === 'phone_change_token'
          ? user.phone_change_sent_at
          : user.email_change_sent_at
  return !sentAt || Date.parse(sentAt) + settings.email.otp_expiry * 1000 <= context.now().getTime()
}

/** The authentication method recorded when the link was requested. */
function methodOf(type: VerifyType | TextType, { token_type }: OneTimeTokenRow): string {
  if (type === 'signup' || (type === 'email' && token_type === 'confirmation_token')) return 'email/signup'
  return type === 'email' ? 'magiclink' : type
}
