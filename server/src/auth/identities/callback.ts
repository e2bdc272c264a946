import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../http/api-error.ts'
import { loggable } from '../error-log.ts'
import { authError, oauthError } from '../errors.ts'
import { admit } from '../external/admit.ts'
import { callbackUrl, nonceOf } from '../external/begin.ts'
import { type Concluded, conclude } from '../external/conclude.ts'
import type { Provider, SignedIn } from '../external/provider.ts'
import { readState } from '../external/state.ts'
import { acceptForms, formFields } from '../request-body.ts'
import type { Service } from '../service.ts'
import { type ExternalFlow, findExternalFlow, takeVerifier } from '../store/external-flows.ts'
import { FLOW_LIFE } from './pkce.ts'
import { errorParameters, sessionParameters } from './redirect-answer.ts'
import { redirectTarget, withFragment, withQuery } from './redirect-url.ts'

/**
 * GET and POST /callback: receives the provider's answer and always redirects the browser (302): to the flow's start,
 * or to the site when the flow is unknown.
 */
export function callback(app: FastifyInstance, service: Service): void {
  app.register(async (scope) => {
    acceptForms(scope)
    scope.route({
      method: ['GET', 'POST'],
      url: '/callback',
      exposeHeadRoute: false,
      handler: (request, reply) => answer(service, request, reply),
    })
  })
}

type Begun = { flow: ExternalFlow; verifier: string }

async function answer(service: Service, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const parameters = read(request)
  let begun: Begun
  try {
    begun = await takeFlow(service, parameters.state)
  } catch (error) {
    const site = redirectTarget(service.settings, [])
    return reply.redirect(withQuery(site, errorParameters(shown(error, request))), 302)
  }
  const target = begun.flow.referrer
  try {
    const { concluded, tokens } = await finish(service, request, begun, parameters)
    if (concluded.kind === 'code') return reply.redirect(withQuery(target, { code: concluded.code }), 302)
    const session = await sessionParameters(service, concluded.grant)
    return reply.redirect(withFragment(target, { ...session, ...tokens }), 302)
  } catch (error) {
    const told = errorParameters(shown(error, request))
    return reply.redirect(withFragment(withQuery(target, told), { ...told, sb: '' }), 302)
  }
}

function read(request: FastifyRequest): Record<string, string> {
  if (request.method === 'GET') return formFields(new URL(request.url, 'http://here').searchParams)
  const fields = Object.entries((request.body ?? {}) as Record<string, unknown>)
  return formFields(fields.filter((field): field is [string, string] => typeof field[1] === 'string'))
}

/** The error to show the browser; an unexpected one is logged and replaced by a constant message. */
function shown(error: unknown, request: FastifyRequest): ApiError {
  const known = error instanceof ApiError
  if (!known || error.status >= 500) request.log.error({ error: loggable(error) }, 'external sign-in failed')
  return known ? error : authError('unexpected_failure')
}

/** Consumes the flow of a state: the secret is deleted before any request to the provider. */
async function takeFlow(service: Service, state: string | undefined): Promise<Begun> {
  if (!state) throw authError('bad_oauth_callback')
  const id = readState(service, state)
  if (!id) throw authError('bad_oauth_state', 'OAuth state parameter is invalid')
  const { query } = service.database
  const flow = await findExternalFlow(query, id)
  if (!flow) throw authError('bad_oauth_state')
  if (Date.parse(flow.created_at) + FLOW_LIFE < service.context.now().getTime()) {
    throw authError('bad_oauth_state', 'OAuth state has expired')
  }
  const verifier = flow.oauth_client_state_id && (await takeVerifier(query, flow.oauth_client_state_id))
  if (!verifier) throw authError('flow_state_already_used')
  return { flow, verifier }
}

async function finish(
  service: Service,
  request: FastifyRequest,
  { flow, verifier }: Begun,
  parameters: Record<string, string>,
): Promise<{ concluded: Concluded; tokens: Record<string, string> }> {
  const provider = service.providers.get(flow.provider_type)
  if (!provider) throw authError('bad_oauth_state')
  if (parameters.error)
    throw oauthError(parameters.error.slice(0, 200), (parameters.error_description ?? '').slice(0, 500))
  if (!parameters.code) {
    throw authError('bad_oauth_callback', 'OAuth callback with missing authorization code missing')
  }
  const { profile, accessToken, refreshToken } = await redeem(service, provider, verifier, parameters)
  const admission = {
    vouched: { provider: provider.name, profile, emailOptional: flow.email_optional },
    linkingTarget: flow.linking_target_id,
    inviteToken: flow.invite_token,
    redirectTo: flow.referrer,
  }
  const concluded = await admit(service, request, admission, (query, user) =>
    conclude(service, query, request, flow, user, { accessToken, refreshToken }),
  )
  const tokens = {
    ...(accessToken && { provider_token: accessToken }),
    ...(refreshToken && { provider_refresh_token: refreshToken }),
  }
  return { concluded, tokens }
}

async function redeem(
  service: Service,
  provider: Provider,
  verifier: string,
  parameters: Record<string, string>,
): Promise<SignedIn> {
  const redirectUri = callbackUrl(service, provider)
  try {
    return await provider.redeem({ parameters, redirectUri, verifier, nonce: nonceOf(verifier) })
  } catch (cause) {
    throw authError('unexpected_failure', 'Unable to exchange external code', { cause })
  }
}
