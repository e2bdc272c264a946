import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { phoneNumber } from '../codes/phone-number.ts'
import { authError } from '../errors.ts'
import { factorId, lockOwnFactor } from '../factors/factor.ts'
import { optionalText, readBody } from '../request-body.ts'
import { nowText, type Service } from '../service.ts'
import { lowerSessions } from '../sessions/session-assurance.ts'
import { deleteFactor, updateFactor } from '../store/factors.ts'
import { deleteRecoverySet } from '../store/recovery-codes.ts'
import { factorJson } from '../users/user.ts'
import { auditByAdmin } from './admin-audit.ts'
import { requireNamedUser } from './admin-user-get.ts'

const shape = z.object({ friendly_name: optionalText, phone: optionalText })

/** /admin/users/{id}/factors: lets support remove the factors of a lost device. */
export function adminFactors(app: FastifyInstance, service: Service): void {
  app.get('/admin/users/:id/factors', async (request) =>
    (await requireNamedUser(service, request)).factors.map(factorJson),
  )

  app.put('/admin/users/:id/factors/:factor', async (request) => {
    const { id: userId } = await requireNamedUser(service, request)
    const id = factorId(request, 'factor')
    const { friendly_name, phone } = readBody(request, shape)
    return service.database.transaction(async (query) => {
      const { user, factor } = await lockOwnFactor(query, userId, id)
      const changes = {
        ...(friendly_name && { friendly_name }),
        ...(phone && factor.factor_type === 'phone' && { phone: phoneNumber(phone) }),
      }
      const clash = user.factors.some(
        (other) =>
          other.id !== id &&
          ((friendly_name && other.friendly_name === friendly_name) ||
            (changes.phone && other.phone === changes.phone)),
      )
      if (clash) throw authError('mfa_factor_name_conflict')
      await updateFactor(query, id, nowText(service), changes)
      await auditByAdmin(service, query, request, 'factor_updated', user, { factor_id: id })
      return factorJson({ ...factor, ...changes, updated_at: nowText(service) })
    })
  })

  app.delete('/admin/users/:id/factors/:factor', async (request) => {
    const known = await requireNamedUser(service, request)
    const id = factorId(request, 'factor')
    return service.database.transaction(async (query) => {
      const set = known.factors.find((factor) => factor.id === id && factor.factor_type === 'recovery_code')
      if (set) {
        await deleteRecoverySet(query, known.id)
        await auditByAdmin(service, query, request, 'recovery_codes_deleted', known, { factor_id: id })
        return factorJson(set)
      }
      const { user, factor } = await lockOwnFactor(query, known.id, id)
      await deleteFactor(query, id)
      await lowerSessions(query, user.id, id)
      await auditByAdmin(service, query, request, 'factor_deleted', user, { factor_id: id })
      return factorJson(factor)
    })
  })
}
