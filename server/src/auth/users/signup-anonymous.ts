import type { FastifyRequest } from 'fastify'
import { addressOf } from '../caller.ts'
import { authError } from '../errors.ts'
import { limit } from '../rate-limit.ts'
import { uuid } from '../secrets.ts'
import { nowText, type Service } from '../service.ts'
import { beginSession, type Grant } from '../sessions/session.ts'
import { insertUser, type Metadata, type UserRow } from '../store/users.ts'
import { blankUser, savingUser } from './new-user.ts'

/** POST /signup without e-mail and phone: creates an anonymous account, which PUT /user can make permanent. */
export async function signUpAnonymously(
  service: Service,
  request: FastifyRequest,
  data: Metadata,
): Promise<Grant> {
  if (!service.settings.enable_anonymous_sign_ins) throw authError('anonymous_provider_disabled')
  await limit(service, 'anonymous', addressOf(request))
  const now = nowText(service)
  const columns = {
    ...blankUser,
    id: uuid(service.context.random),
    raw_user_meta_data: data,
    is_anonymous: true,
    created_at: now,
    updated_at: now,
  }
  const user: UserRow = { ...columns, identities: [], factors: [] }
  return savingUser('Database error creating anonymous user', () =>
    service.database.transaction(async (query) => {
      await insertUser(query, columns)
      return beginSession(service, query, request, user, 'anonymous')
    }),
  )
}
