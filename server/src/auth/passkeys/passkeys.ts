import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { auditByAdmin } from '../admin/admin-audit.ts'
import { requireNamedUser } from '../admin/admin-user-get.ts'
import { addressOf } from '../caller.ts'
import { invalid } from '../errors.ts'
import { auditFactor, requireMember } from '../factors/factor.ts'
import { limit } from '../rate-limit.ts'
import { optionalText, readBody } from '../request-body.ts'
import { nowText, type Service } from '../service.ts'
import { deletePasskey, passkeysOf, renamePasskey } from '../store/passkeys.ts'
import { noPasskey, passkeyId, passkeyJson, requireFeature, requireOwner } from './passkey.ts'

const LONGEST_NAME = 120
const shape = z.object({ friendly_name: optionalText })

/** GET, PATCH and DELETE /passkeys for the signed-in user, and the administrator's routes for any user. */
export function passkeys(app: FastifyInstance, service: Service): void {
  const { query, transaction } = service.database
  app.get('/passkeys', async (request) => {
    requireFeature(service)
    const { user } = await requireMember(service, request)
    return (await passkeysOf(query, user.id)).map(passkeyJson)
  })

  app.patch('/passkeys/:id', async (request) => {
    requireFeature(service)
    const { user } = await requireMember(service, request)
    await limit(service, 'passkey', addressOf(request))
    const id = passkeyId(request)
    const name = readBody(request, shape).friendly_name ?? ''
    if ([...name].length < 1 || [...name].length > LONGEST_NAME) {
      throw invalid('friendly_name must be between 1 and 120 characters')
    }
    return transaction(async (query) => {
      if (!(await renamePasskey(query, user.id, id, name, nowText(service)))) throw noPasskey()
      await auditFactor(service, query, request, user, 'passkey_updated', { passkey_id: id })
      const renamed = (await passkeysOf(query, user.id)).find(({ row }) => row === id)
      return renamed ? passkeyJson(renamed) : null
    })
  })

  app.delete('/passkeys/:id', async (request, reply) => {
    const { user } = await requireOwner(service, request)
    await limit(service, 'passkey', addressOf(request))
    const id = passkeyId(request)
    await transaction(async (query) => {
      if (!(await deletePasskey(query, user.id, id))) throw noPasskey()
      await auditFactor(service, query, request, user, 'passkey_deleted', { passkey_id: id })
    })
    return reply.code(204).send()
  })

  app.get('/admin/users/:id/passkeys', async (request) => {
    const { id } = await requireNamedUser(service, request)
    return (await passkeysOf(query, id)).map(passkeyJson)
  })

  app.delete('/admin/users/:id/passkeys/:passkey', async (request, reply) => {
    const user = await requireNamedUser(service, request)
    const id = passkeyId(request, 'passkey')
    await transaction(async (query) => {
      if (!(await deletePasskey(query, user.id, id))) throw noPasskey()
      await auditByAdmin(service, query, request, 'passkey_deleted', user, { passkey_id: id })
    })
    return reply.code(204).send()
  })
}
