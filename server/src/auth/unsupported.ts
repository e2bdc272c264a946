import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify'
import { requireAdmin, requireUser } from './caller.ts'
import { type AuthErrorCode, authError } from './errors.ts'
import type { Service } from './service.ts'

/**
 * Protocol endpoints that this server does not offer. Each authenticates the caller and then answers as GoTrue does
 * when the feature is off.
 */
type Level = 'public' | 'user' | 'admin'

const off: [HTTPMethods, string, Level, AuthErrorCode][] = [
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
}

async function admit(service: Service, request: FastifyRequest, level: Level): Promise<void> {
  if (level === 'user') await requireUser(service, request)
  if (level === 'admin') await requireAdmin(service, request)
}
