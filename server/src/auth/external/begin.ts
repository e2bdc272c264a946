import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { loggable } from '../error-log.ts'
import { authError, invalid } from '../errors.ts'
import { readChallenge } from '../identities/pkce.ts'
import { errorParameters } from '../identities/redirect-answer.ts'
import { redirectFor, withQuery } from '../identities/redirect-url.ts'
import { formFields, queryValue } from '../request-body.ts'
import { uuid } from '../secrets.ts'
import { nowText, type Service } from '../service.ts'
import { insertClientState, insertExternalFlow } from '../store/external-flows.ts'
import type { Provider } from './provider.ts'
import { knownNames } from './providers.ts'
import { signState } from './state.ts'

/** Query parameters for this server; all others are forwarded to the provider. */
const ours = new Set([
  ...['provider', 'scopes', 'redirect_to', 'invite_token', 'skip_http_redirect', 'apikey'],
  ...['code_challenge', 'code_challenge_method'],
])

/** Starts a sign-in with a provider, or linking it to `linkTo`, and returns the URL to redirect to. */
export async function beginExternal(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  linkTo: string | null,
): Promise<FastifyReply> {
  const provider = providerNamed(service, queryValue(request, 'provider') ?? '')
  const challenge = readChallenge({
    code_challenge: queryValue(request, 'code_challenge'),
    code_challenge_method: queryValue(request, 'code_challenge_method'),
  })
  const { random } = service.context
  const now = nowText(service)
  const flowId = uuid(random)
  const clientStateId = uuid(random)
  const verifier = random(32).toString('base64url')
  const redirectTo = redirectFor(service.settings, request)
  const told = queryValue(request, 'skip_http_redirect') === 'true'
  const url = await whereTo(service, request, provider, signState(service, flowId), verifier)
  if (!url) {
    const error = authError('unexpected_failure', 'The sign-in provider could not be reached')
    if (told) throw error
    return reply.redirect(withQuery(redirectTo, errorParameters(error)), 302)
  }
  await service.database.transaction(async (query) => {
    const secret = {
      id: clientStateId,
      provider_type: provider.name,
      code_verifier: verifier,
      created_at: now,
    }
    await insertClientState(query, secret)
    await insertExternalFlow(query, {
      id: flowId,
      auth_code: challenge ? uuid(random) : null,
      code_challenge: challenge?.challenge ?? null,
      code_challenge_method: challenge?.method ?? null,
      provider_type: provider.name,
      authentication_method: 'oauth',
      referrer: redirectTo,
      oauth_client_state_id: clientStateId,
      linking_target_id: linkTo,
      invite_token: queryValue(request, 'invite_token'),
      email_optional: provider.emailOptional,
      created_at: now,
    })
  })
  if (told) return reply.send({ url })
  return reply.redirect(url, 302)
}

/** Null, with the cause logged, when the provider's authorization URL cannot be determined. */
async function whereTo(
  service: Service,
  request: FastifyRequest,
  provider: Provider,
  state: string,
  verifier: string,
): Promise<string | null> {
  const search = new URL(request.url, 'http://here').searchParams
  const extra = Object.entries(formFields(search)).filter(([name]) => !ours.has(name))
  // Parsed outside the try block: a caller's mistake must be reported as such, not as the provider's failure.
  const scopes = (queryValue(request, 'scopes') ?? '').split(/[\s,]+/).filter(Boolean)
  try {
    return await provider.authorizationUrl({
      redirectUri: callbackUrl(service, provider),
      state,
      challenge: createHash('sha256').update(verifier).digest('base64url'),
      nonce: nonceOf(verifier),
      scopes,
      extra: Object.fromEntries(extra),
    })
  } catch (error) {
    request.log.error({ error: loggable(error) }, `provider ${provider.name} could not be reached`)
    return null
  }
}

/** Throws `validation_failed` for a provider that is unknown, off, or not fully configured. */
export function providerNamed(service: Service, name: string): Provider {
  const provider = service.providers.get(name)
  if (!provider) {
    const known = knownNames.includes(name) || Object.hasOwn(service.settings.external, name)
    throw invalid(
      known
        ? 'Unsupported provider: provider is not enabled'
        : `Unsupported provider: Provider ${name} could not be found`,
    )
  }
  if (!provider.canAuthorize) throw invalid('Unsupported provider: missing OAuth secret')
  return provider
}

export const callbackUrl = ({ context }: Service, provider: Provider): string =>
  provider.redirectUri ?? `${context.publicUrl}/auth/v1/callback`

/** Binds the ID token to the flow; derived from the PKCE verifier, so nothing more is stored. */
export const nonceOf = (verifier: string): string =>
  createHash('sha256').update(`nonce ${verifier}`).digest('base64url')
