import { createHash } from 'node:crypto'
import { errors } from 'jose'
import { z } from 'zod'
import { knownIssuers } from '../../external-config.ts'
import { requireUser } from '../caller.ts'
import { authError, oauthError } from '../errors.ts'
import { admit } from '../external/admit.ts'
import { recordLogin } from '../external/conclude.ts'
import { requireAccessToken, requireAudience, sameText } from '../external/openid-provider.ts'
import type { ExternalProfile, OpenId, Provider } from '../external/provider.ts'
import { requireStepUp } from '../factors/step-up.ts'
import { redirectFor } from '../identities/redirect-url.ts'
import { optionalText, readBody } from '../request-body.ts'
import type { GrantHandler, Service } from '../service.ts'
import { beginSession, sendSession } from './session.ts'

const shape = z.object({
  provider: optionalText,
  id_token: optionalText,
  access_token: optionalText,
  nonce: optionalText,
  client_id: optionalText,
  issuer: optionalText,
  link_identity: z.boolean().nullish(),
})

type Body = z.output<typeof shape>

/** grant_type=id_token: a native application signed in with a provider itself and brings its token. */
export const tokenIdToken: GrantHandler = async (service, request, reply) => {
  const body = readBody(request, shape)
  if (!body.id_token) throw oauthError('invalid request', 'id_token required')
  if (!body.provider && !(body.client_id && body.issuer)) {
    throw oauthError('invalid request', 'provider or client_id and issuer required')
  }
  const linking = body.link_identity ? await requireUser(service, request) : null
  const linkingTarget = linking?.user.id ?? null
  if (linking && !service.settings.enable_manual_linking) throw authError('manual_linking_disabled')
  if (linking) await requireStepUp(service, linking)
  const { provider, openid } = providerOf(service, body)
  const profile = await readToken(openid, body.id_token, body)
  const admission = {
    vouched: { provider: provider.name, profile, emailOptional: provider.emailOptional },
    linkingTarget,
    inviteToken: null,
    redirectTo: redirectFor(service.settings, request),
  }
  const grant = await admit(service, request, admission, async (query, user) => {
    await recordLogin(service, query, request, user, provider.name)
    return beginSession(service, query, request, user, 'oauth')
  })
  return sendSession(service, reply, grant)
}

/** By name, or by the issuer and client of the token (the older form). */
function providerOf(service: Service, { provider: name, issuer, client_id: client }: Body) {
  const found = name
    ? service.providers.get(name)
    : [...service.providers.values()].find(
        ({ openid }) => openid?.issuers.includes(issuer ?? '') && openid.clientIds.includes(client ?? ''),
      )
  if (!found?.openid) {
    const about = knownIssuers[name ?? ''] ?? issuer ?? name ?? ''
    throw authError('provider_disabled', `Provider (issuer "${about}") is not enabled`)
  }
  return { provider: found as Provider, openid: found.openid }
}

async function readToken(openid: OpenId, token: string, body: Body): Promise<ExternalProfile> {
  const claims = await verified(openid, token)
  attempt('Unacceptable audience in id_token', () => requireAudience(claims, openid.clientIds))
  if (body.access_token) {
    attempt('Bad ID token', () => requireAccessToken(claims, body.access_token as string))
  }
  if (!openid.skipNonceCheck) requireNonce(claims.nonce, body.nonce)
  return openid.profile(claims)
}

async function verified(openid: OpenId, token: string) {
  try {
    return await openid.verify(token)
  } catch (error) {
    // A key that does not fit its algorithm is a TypeError; that the provider cannot be reached is neither.
    if (error instanceof errors.JOSEError || error instanceof TypeError) {
      throw oauthError('invalid request', 'Bad ID token', error)
    }
    throw error
  }
}

function attempt(refusal: string, check: () => void): void {
  try {
    check()
  } catch (error) {
    throw oauthError('invalid request', refusal, error)
  }
}

/** The token holds the SHA-256 of what the application kept: a stolen token alone signs nobody in. */
function requireNonce(inToken: unknown, given: string | null): void {
  const hashed = typeof inToken === 'string' && inToken !== '' ? inToken : null
  if (!hashed !== !given) {
    throw oauthError('invalid request', 'Passed nonce and nonce in id_token should either both exist or not.')
  }
  if (hashed && given && !sameText(createHash('sha256').update(given).digest('hex'), hashed)) {
    throw oauthError('invalid nonce', 'Nonces mismatch')
  }
}
