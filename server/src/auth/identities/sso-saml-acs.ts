import type { Profile } from '@node-saml/node-saml'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ApiError } from '../../http/api-error.ts'
import { isUuid } from '../caller.ts'
import { loggable } from '../error-log.ts'
import { authError, invalid } from '../errors.ts'
import { admit } from '../external/admit.ts'
import { type Concluded, conclude } from '../external/conclude.ts'
import { acceptForms, optionalText, readBody } from '../request-body.ts'
import { profileOf, requireMeantForUs, sessionEnd } from '../saml/assertion.ts'
import { acsUrl, samlWith } from '../saml/service-provider.ts'
import { requireSoundAnswer } from '../saml/xml-limits.ts'
import type { Service } from '../service.ts'
import { findExternalFlow } from '../store/external-flows.ts'
import { type RelayState, takeRelayState } from '../store/relay-states.ts'
import { updateRow } from '../store/rows.ts'
import { findSsoProvider, type SsoProvider } from '../store/sso-providers.ts'
import { FLOW_LIFE } from './pkce.ts'
import { errorParameters, sessionParameters } from './redirect-answer.ts'
import { redirectTarget, withFragment, withQuery } from './redirect-url.ts'

const shape = z.object({ SAMLResponse: optionalText, RelayState: optionalText })

/**
 * POST /sso/saml/acs: receives an identity provider's response, posted by the browser. It must answer a pending request
 * of this server, once: an unsolicited assertion could sign someone in to another person's account. Always redirects
 * (303): to the start of the flow or, with the error, to the site.
 */
export function ssoSamlAcs(app: FastifyInstance, service: Service): void {
  app.register(async (scope) => {
    acceptForms(scope)
    scope.post('/sso/saml/acs', async (request, reply) => {
      if (!service.settings.saml.enabled) throw authError('saml_provider_disabled')
      const body = readBody(request, shape)
      try {
        return reply.redirect(await answer(service, request, body), 303)
      } catch (error) {
        return failure(service, request, reply, error)
      }
    })
  })
}

async function answer(
  service: Service,
  request: FastifyRequest,
  { SAMLResponse: response, RelayState: relayState }: z.output<typeof shape>,
): Promise<string> {
  if (!response) throw invalid('SAMLResponse is missing')
  const relay = await takeRelay(service, relayState)
  const provider = await findSsoProvider(service.database.query, relay.sso_provider_id)
  if (!provider) throw authError('saml_idp_not_found')
  if (provider.disabled) throw authError('sso_provider_disabled')
  const asserted = await check(service, provider, relay, response)
  const concluded = await signIn(service, request, provider, relay, asserted)
  if (concluded.kind === 'code') return withQuery(relay.redirect_to, { code: concluded.code })
  return withFragment(relay.redirect_to, await sessionParameters(service, concluded.grant))
}

async function takeRelay(service: Service, relayState: string | null): Promise<RelayState> {
  const relay = relayState && isUuid(relayState) && (await takeRelayState(service.database.query, relayState))
  if (!relay) throw authError('saml_relay_state_not_found')
  if (Date.parse(relay.created_at) + FLOW_LIFE < service.context.now().getTime()) {
    throw authError('saml_relay_state_expired')
  }
  return relay
}

type Asserted = { profile: Profile; entityId: string }

/** Validates the response. Every failure gives the caller the same message. */
async function check(
  service: Service,
  provider: SsoProvider,
  relay: RelayState,
  response: string,
): Promise<Asserted> {
  try {
    requireSoundAnswer(Buffer.from(response, 'base64').toString('utf8'))
    const { idp, saml } = samlWith(service, provider, relay.request_id)
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: response })
    if (!profile) throw new Error('the response is not a sign-in')
    const expected = { issuer: idp.entityId, recipient: acsUrl(service), requestId: relay.request_id }
    requireMeantForUs(profile, expected)
    return { profile, entityId: idp.entityId }
  } catch (cause) {
    throw authError('validation_failed', 'SAML Assertion is not valid', { cause })
  }
}

async function signIn(
  service: Service,
  request: FastifyRequest,
  provider: SsoProvider,
  relay: RelayState,
  { profile, entityId }: Asserted,
): Promise<Concluded> {
  const name = `sso:${provider.id}`
  const person = profileOf(profile, entityId, provider.saml.attribute_mapping)
  const admission = {
    vouched: { provider: name, profile: person, emailOptional: false },
    linkingTarget: null,
    inviteToken: null,
    redirectTo: relay.redirect_to,
  }
  return admit(service, request, admission, async (query, user) => {
    const begun = relay.flow_state_id && (await findExternalFlow(query, relay.flow_state_id))
    if (relay.flow_state_id && !begun) throw authError('flow_state_not_found')
    const implicit = {
      id: relay.id,
      auth_code: null,
      authentication_method: 'sso/saml',
      provider_type: name,
    } as const
    const none = { accessToken: null, refreshToken: null }
    const concluded = await conclude(service, query, request, begun || implicit, user, none)
    const until = sessionEnd(profile)
    if (until && concluded.kind === 'session') {
      await updateRow(query, 'sessions', concluded.grant.sessionId, { not_after: until })
    }
    return concluded
  })
}

function failure(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): FastifyReply {
  const known = error instanceof ApiError
  const told = known ? error : authError('unexpected_failure')
  const level = told.status >= 500 ? 'error' : 'info'
  request.log[level]({ error: loggable(error) }, 'single sign-on failed')
  const parameters = errorParameters(told)
  const site = redirectTarget(service.settings, [])
  return reply.redirect(withFragment(withQuery(site, parameters), { ...parameters, sb: '' }), 303)
}
