import type { FastifyInstance } from 'fastify'
import { addressOf } from '../caller.ts'
import { authError } from '../errors.ts'
import { limit } from '../rate-limit.ts'
import type { Service } from '../service.ts'
import { lowerSessions } from '../sessions/session-assurance.ts'
import { deleteFactor } from '../store/factors.ts'
import { auditFactor, factorId, lockOwnFactor, requireMember, verifiedFactors } from './factor.ts'
import { requireStepUp } from './step-up.ts'

/** DELETE /factors/{id}: removes a factor. Removing a verified factor requires an aal2 session. */
export function factorUnenroll(app: FastifyInstance, service: Service): void {
  app.delete('/factors/:id', async (request) => {
    const caller = await requireMember(service, request)
    const { user: known, session } = caller
    const id = factorId(request)
    await limit(service, 'factor-change', addressOf(request))
    // An unverified factor protects nothing.
    if (verifiedFactors(known).some((factor) => factor.id === id)) await requireStepUp(service, caller)
    await service.database.transaction(async (query) => {
      const { user, factor } = await lockOwnFactor(query, known.id, id)
      if (factor.status === 'verified' && session.aal !== 'aal2') {
        throw authError('insufficient_aal', 'AAL2 required to unenroll verified factor', { status: 422 })
      }
      await deleteFactor(query, id)
      await lowerSessions(query, user.id, id)
      const traits = { factor_id: id, factor_status: factor.status, session_id: session.id }
      await auditFactor(service, query, request, user, 'factor_unenrolled', traits)
    })
    return { id }
  })
}
