import type { FastifyRequest } from 'fastify'
import { addressOf } from '../caller.ts'
import type { Query } from '../database.ts'
import { nowText, type Service } from '../service.ts'
import { beginSession, type Grant } from '../sessions/session.ts'
import { audit } from '../store/audit-log.ts'
import { type ExternalFlow, settleFlow } from '../store/external-flows.ts'
import type { UserRow } from '../store/users.ts'

export type ProviderTokens = { accessToken: string | null; refreshToken: string | null }

/** Completes a flow with a code for the browser that started it (PKCE), or with a session in the URL fragment. */
export type Concluded = { kind: 'code'; code: string } | { kind: 'session'; grant: Grant }

export async function conclude(
  service: Service,
  query: Query,
  request: FastifyRequest,
  flow: Pick<ExternalFlow, 'id' | 'auth_code' | 'authentication_method' | 'provider_type'>,
  user: UserRow,
  tokens: ProviderTokens,
): Promise<Concluded> {
  if (flow.auth_code) {
    const kept = {
      user_id: user.id,
      provider_access_token: tokens.accessToken,
      provider_refresh_token: tokens.refreshToken,
    }
    await settleFlow(query, flow.id, nowText(service), kept)
    return { kind: 'code', code: flow.auth_code }
  }
  const grant = await beginSession(service, query, request, user, flow.authentication_method)
  await recordLogin(service, query, request, user, flow.provider_type)
  return { kind: 'session', grant }
}

export async function recordLogin(
  service: Service,
  query: Query,
  request: FastifyRequest,
  user: UserRow,
  provider: string,
): Promise<void> {
  await audit(query, service.context.random, {
    action: 'login',
    actor: user,
    address: addressOf(request),
    now: nowText(service),
    traits: { provider_type: provider },
  })
}
