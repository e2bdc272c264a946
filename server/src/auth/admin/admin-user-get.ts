import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isUuid, requireAdmin } from '../caller.ts'
import { authError } from '../errors.ts'
import type { Service } from '../service.ts'
import { findUserById, type UserRow } from '../store/users.ts'
import { userJson } from '../users/user.ts'

export function adminUserGet(app: FastifyInstance, service: Service): void {
  app.get('/admin/users/:id', async (request) => userJson(await requireNamedUser(service, request)))
}

/** The account named in an administrator's path. Throws 401, 403 and 404. */
export async function requireNamedUser(service: Service, request: FastifyRequest): Promise<UserRow> {
  await requireAdmin(service, request)
  const { id } = request.params as { id: string }
  if (!isUuid(id)) throw authError('validation_failed', 'user_id must be an UUID', { status: 404 })
  const user = await findUserById(service.database.query, id)
  if (!user) throw authError('user_not_found', 'User not found', { status: 404 })
  return user
}
