import type { FastifyInstance } from 'fastify'
import { requireUser } from '../caller.ts'
import { invalid } from '../errors.ts'
import type { Service } from '../service.ts'
import { userJson } from './user.ts'

/** GET /user: the token's user, read from the database rather than from the token. */
export function userGet(app: FastifyInstance, service: Service): void {
  app.get('/user', async (request) => {
    const { user, claims } = await requireUser(service, request)
    const audience = request.headers['x-jwt-aud'] ?? 'authenticated'
    if (claims.aud !== audience) throw invalid("Token audience doesn't match request audience")
    return userJson(user)
  })
}
