import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { addressOf, isUuid } from '../caller.ts'
import { authError, invalid } from '../errors.ts'
import { limit } from '../rate-limit.ts'
import { optionalText, readBody } from '../request-body.ts'
import { samlWith } from '../saml/service-provider.ts'
import { uuid } from '../secrets.ts'
import { nowText, type Service } from '../service.ts'
import { insertExternalFlow } from '../store/external-flows.ts'
import { insertRelayState } from '../store/relay-states.ts'
import { findSsoProvider, findSsoProviderByDomain, type SsoProvider } from '../store/sso-providers.ts'
import { type Challenge, readChallenge } from './pkce.ts'
import { redirectFor, redirectTarget } from './redirect-url.ts'

const shape = z.object({
  provider_id: optionalText,
  domain: optionalText,
  redirect_to: optionalText,
  skip_http_redirect: z.boolean().nullish(),
  code_challenge: optionalText,
  code_challenge_method: optionalText,
})

/** POST /sso: redirects to an organisation's identity provider, found by id or by mail domain. */
export function sso(app: FastifyInstance, service: Service): void {
  app.post('/sso', async (request, reply) => {
    if (!service.settings.saml.enabled) throw authError('saml_provider_disabled')
    const body = readBody(request, shape)
    const provider = await wanted(service, body)
    const challenge = readChallenge(body)
    await limit(service, 'external', addressOf(request))
    const redirectTo = redirectTarget(service.settings, [
      body.redirect_to,
      redirectFor(service.settings, request),
    ])
    const url = await signOnAddress(service, provider, challenge, redirectTo)
    return body.skip_http_redirect ? { url } : reply.redirect(url, 303)
  })
}

async function wanted(
  { database }: Service,
  { provider_id: id, domain }: z.output<typeof shape>,
): Promise<SsoProvider> {
  if (id && domain) throw invalid('Only one of provider_id or domain supported')
  if (!id && !domain) throw invalid('A provider_id or domain needs to be provided')
  if (id && !isUuid(id)) throw invalid('provider_id must be an UUID')
  const found = id
    ? await findSsoProvider(database.query, id)
    : await findSsoProviderByDomain(database.query, domain as string)
  if (!found) {
    throw authError('sso_provider_not_found', id ? undefined : 'No SSO provider assigned for this domain')
  }
  if (found.disabled) throw authError('sso_provider_disabled')
  return found
}

async function signOnAddress(
  service: Service,
  provider: SsoProvider,
  challenge: Challenge | null,
  redirectTo: string,
): Promise<string> {
  const { random } = service.context
  const now = nowText(service)
  const relayState = uuid(random)
  // An XML id must begin with a letter or an underscore.
  const requestId = `_${random(20).toString('hex')}`
  const url = await addressFor(service, provider, requestId, relayState)
  const flowId = challenge && uuid(random)
  await service.database.transaction(async (query) => {
    if (challenge && flowId) {
      await insertExternalFlow(query, {
        id: flowId,
        auth_code: uuid(random),
        code_challenge: challenge.challenge,
        code_challenge_method: challenge.method,
        provider_type: `sso:${provider.id}`,
        authentication_method: 'sso/saml',
        referrer: redirectTo,
        oauth_client_state_id: null,
        linking_target_id: null,
        invite_token: null,
        email_optional: false,
        created_at: now,
      })
    }
    await insertRelayState(query, {
      id: relayState,
      sso_provider_id: provider.id,
      request_id: requestId,
      redirect_to: redirectTo,
      flow_state_id: flowId,
      created_at: now,
    })
  })
  return url
}

async function addressFor(
  service: Service,
  provider: SsoProvider,
  requestId: string,
  relayState: string,
): Promise<string> {
  try {
    const { saml } = samlWith(service, provider, requestId)
    return await saml.getAuthorizeUrlAsync(relayState, undefined, {})
  } catch (cause) {
    throw authError('saml_idp_not_found', 'The metadata of this Identity Provider cannot be used', { cause })
  }
}
