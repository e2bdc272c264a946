import type { FastifyInstance } from 'fastify'
import { addressOf, requireUser } from '../caller.ts'
import { invalid } from '../errors.ts'
import { limit } from '../rate-limit.ts'
import { queryValue } from '../request-body.ts'
import { nowText, type Service } from '../service.ts'
import { audit } from '../store/audit-log.ts'
import { deleteSessions, type LogoutScope } from '../store/sessions.ts'

const scopes: readonly string[] = ['global', 'local', 'others'] satisfies LogoutScope[]

/** POST /logout?scope=: ends all sessions of the user, the current one, or all others. */
export function logout(app: FastifyInstance, service: Service): void {
  app.post('/logout', async (request, reply) => {
    const scope = queryValue(request, 'scope') ?? 'global'
    if (!scopes.includes(scope)) throw invalid(`Unsupported logout scope "${scope}"`)
    const { user, session } = await requireUser(service, request)
    await limit(service, 'logout', user.id)
    await service.database.transaction(async (query) => {
      await deleteSessions(query, user.id, scope as LogoutScope, session?.id ?? null)
      const event = { actor: user, address: addressOf(request), now: nowText(service) }
      await audit(query, service.context.random, { ...event, action: 'logout', traits: { scope } })
    })
    return reply.code(204).send()
  })
}
