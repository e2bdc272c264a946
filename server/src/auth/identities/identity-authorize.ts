import type { FastifyInstance } from 'fastify'
import { addressOf, requireUser } from '../caller.ts'
import { authError } from '../errors.ts'
import { beginExternal } from '../external/begin.ts'
import { requireStepUp } from '../factors/step-up.ts'
import { limit } from '../rate-limit.ts'
import type { Service } from '../service.ts'

/** GET /user/identities/authorize: like /authorize, but links the result to the signed-in account. */
export function identityAuthorize(app: FastifyInstance, service: Service): void {
  app.get('/user/identities/authorize', { exposeHeadRoute: false }, async (request, reply) => {
    const caller = await requireUser(service, request)
    if (!service.settings.enable_manual_linking) throw authError('manual_linking_disabled')
    await limit(service, 'external', addressOf(request))
    await requireStepUp(service, caller)
    return beginExternal(service, request, reply, caller.user.id)
  })
}
