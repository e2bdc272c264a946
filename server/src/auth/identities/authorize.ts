import type { FastifyInstance } from 'fastify'
import { addressOf } from '../caller.ts'
import { beginExternal, providerNamed } from '../external/begin.ts'
import { limit } from '../rate-limit.ts'
import { queryValue } from '../request-body.ts'
import type { Service } from '../service.ts'

/** GET /authorize: redirects the browser to a provider (302), or returns the URL with `skip_http_redirect=true`. */
export function authorize(app: FastifyInstance, service: Service): void {
  app.get('/authorize', { exposeHeadRoute: false }, async (request, reply) => {
    providerNamed(service, queryValue(request, 'provider') ?? '')
    await limit(service, 'external', addressOf(request))
    return beginExternal(service, request, reply, null)
  })
}
