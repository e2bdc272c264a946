import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { requireAdmin, requireUser } from './caller.ts'
import { type AuthErrorCode, authError, invalid } from './errors.ts'
import { redirectTarget, withQuery } from './redirect-url.ts'
import type { Service } from './service.ts'

/**
 * Endpoints of the protocol that are not offered: each answers what GoTrue answers when the feature is off,
 * after the same check of the caller. An endpoint moves out of this file into its own when it is built.
 */
type Level = 'public' | 'user' | 'admin'

const off: [HTTPMethods, string, Level, AuthErrorCode][] = [
  ['POST', '/sso', 'public', 'saml_provider_disabled'],
  ['GET', '/sso/saml/metadata', 'public', 'saml_provider_disabled'],
  ['POST', '/sso/saml/acs', 'public', 'saml_provider_disabled'],
  ['GET', '/user/identities/authorize', 'user', 'manual_linking_disabled'],
  ['DELETE', '/user/identities/:identity', 'user', 'manual_linking_disabled'],
  ['GET', '/oauth/authorize', 'public', 'feature_disabled'],
  ['GET', '/oauth/authorizations/:id', 'user', 'feature_disabled'],
  ['POST', '/oauth/authorizations/:id/consent', 'user', 'feature_disabled'],
  ['POST', '/oauth/token', 'public', 'feature_disabled'],
  ['GET', '/oauth/userinfo', 'public', 'feature_disabled'],
  ['POST', '/oauth/clients/register', 'public', 'feature_disabled'],
  ['GET', '/user/oauth/grants', 'user', 'feature_disabled'],
  ['DELETE', '/user/oauth/grants', 'user', 'feature_disabled'],
]

const everyMethod: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

export function unsupported(app: FastifyInstance, service: Service): void {
  for (const [method, url, level, code] of off) {
    app.route({
      method,
      url,
      handler: async (request) => {
        await admit(service, request, level)
        throw authError(code)
      },
    })
  }
  app.route({
    method: everyMethod,
    url: '/admin/*',
    handler: async (request) => {
      await admit(service, request, 'admin')
      throw authError(request.url.includes('/admin/oauth/') ? 'feature_disabled' : 'unknown')
    },
  })
  app.get('/authorize', async () => {
    throw invalid('Unsupported provider: provider is not enabled')
  })
  app.route({
    method: ['GET', 'POST'],
    url: '/callback',
    handler: (_, reply) => refuseCallback(service, reply),
  })
}

async function admit(service: Service, request: FastifyRequest, level: Level): Promise<void> {
  if (level === 'user') await requireUser(service, request)
  if (level === 'admin') await requireAdmin(service, request)
}

/** No sign-in with a provider was begun here, so nothing that comes back from one is expected. */
function refuseCallback(service: Service, reply: FastifyReply): FastifyReply {
  const { code, message } = authError('bad_oauth_state')
  const parameters = { error: 'invalid_request', error_code: code, error_description: message }
  return reply.redirect(withQuery(redirectTarget(service.settings, []), parameters), 302)
}
