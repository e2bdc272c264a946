import type { FastifyReply, FastifyRequest } from 'fastify'
import { addressOf, userAgentOf } from '../caller.ts'
import type { Query } from '../database.ts'
import { refreshToken, uuid } from '../secrets.ts'
import { nowText, type Service } from '../service.ts'
import { insertRow } from '../store/rows.ts'
import type { Proof } from '../store/sessions.ts'
import { type UserRow, updateUser } from '../store/users.ts'
import { type UserJson, userJson } from '../users/user.ts'
import { rememberDevice } from './known-device.ts'

/** A new or refreshed session before its access token is signed. */
export type Grant = {
  user: UserRow
  sessionId: string
  refreshToken: string
  aal: string
  proofs: Proof[]
}

export type SessionJson = {
  access_token: string
  token_type: 'bearer'
  /** Seconds. */
  expires_in: number
  /** Unix seconds. */
  expires_at: number
  refresh_token: string
  user: UserJson
}

/** Creates a session in the sign-in's transaction. `method` is the authentication method (`amr`). */
export async function beginSession(
  service: Service,
  query: Query,
  request: FastifyRequest,
  user: UserRow,
  method: string,
): Promise<Grant> {
  const { random } = service.context
  const now = nowText(service)
  const session = { id: uuid(random), user_id: user.id, created_at: now, updated_at: now, aal: 'aal1' }
  await insertRow(query, 'sessions', {
    ...session,
    ip: addressOf(request),
    user_agent: userAgentOf(request),
  })
  const claim = { session_id: session.id, created_at: now, updated_at: now }
  await insertRow(query, 'mfa_amr_claims', { id: uuid(random), ...claim, authentication_method: method })
  const token = refreshToken(random)
  await insertRow(query, 'refresh_tokens', {
    instance_id: '00000000-0000-0000-0000-000000000000',
    token,
    user_id: user.id,
    session_id: session.id,
    revoked: false,
    created_at: now,
    updated_at: now,
  })
  await updateUser(query, user.id, now, { last_sign_in_at: now })
  return {
    user: { ...user, last_sign_in_at: now, updated_at: now },
    sessionId: session.id,
    refreshToken: token,
    aal: session.aal,
    proofs: [{ method, timestamp: Math.floor(Date.parse(now) / 1000) }],
  }
}

/** The session as JSON for the client, with a newly signed access token. */
export async function sessionJson(service: Service, grant: Grant): Promise<SessionJson> {
  const { context, settings } = service
  const { user } = grant
  const issued = Math.floor(context.now().getTime() / 1000)
  const expires = issued + settings.jwt_expiry
  const access = await context.keys.issue({
    iss: settings.jwt_issuer ?? `${context.publicUrl}/auth/v1`,
    sub: user.id,
    aud: user.aud || 'authenticated',
    exp: expires,
    iat: issued,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    role: user.role || 'authenticated',
    aal: grant.aal,
    amr: grant.proofs.map((proof) => ({ ...proof, ...vouchedBy(proof, user) })),
    session_id: grant.sessionId,
    is_anonymous: user.is_anonymous,
  })
  return {
    access_token: access,
    token_type: 'bearer',
    expires_in: settings.jwt_expiry,
    expires_at: expires,
    refresh_token: grant.refreshToken,
    user: userJson(user),
  }
}

/** The SSO provider's id, which GoTrue adds to `amr`. */
function vouchedBy({ method }: Proof, user: UserRow): { provider?: string } {
  const identity =
    method === 'sso/saml' && user.identities.find(({ provider }) => provider.startsWith('sso:'))
  return identity ? { provider: identity.provider.slice('sso:'.length) } : {}
}

/** Sends the session and marks the browser as known. The headers let the gateway log the user without reading the body. */
export async function sendSession(
  service: Service,
  reply: FastifyReply,
  grant: Grant,
  extra: object = {},
): Promise<FastifyReply> {
  const session = await sessionJson(service, grant)
  if (grant.user.encrypted_password) rememberDevice(service, reply, grant.user.id)
  return reply
    .header('sb-auth-user-id', grant.user.id)
    .header('sb-auth-session-id', grant.sessionId)
    .header('sb-auth-refresh-token-prefix', grant.refreshToken.slice(0, 5))
    .send({ ...session, ...extra })
}
