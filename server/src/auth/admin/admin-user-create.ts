import type { FastifyInstance } from 'fastify'
import { isUuid, requireAdmin } from '../caller.ts'
import { authError, invalid } from '../errors.ts'
import { putOwnIdentity, withProvider } from '../identities/own-identity.ts'
import { readBody } from '../request-body.ts'
import { uuid } from '../secrets.ts'
import { nowText, type Service } from '../service.ts'
import { findUserById, insertUser, type Metadata } from '../store/users.ts'
import { requireShort } from '../users/metadata-limit.ts'
import { blankUser, isTaken, savingUser } from '../users/new-user.ts'
import { mergeMetadata, userJson } from '../users/user.ts'
import { addresses, adminAttributes, bannedUntil, passwordHash } from './admin-attributes.ts'
import { auditByAdmin } from './admin-audit.ts'

/** POST /admin/users: creates an account without sending a mail. */
export function adminUserCreate(app: FastifyInstance, service: Service): void {
  app.post('/admin/users', async (request) => {
    await requireAdmin(service, request)
    const wanted = readBody(request, adminAttributes)
    const { email, phone } = addresses(wanted)
    if (!email && !phone) throw invalid('Cannot create a user without either an email or phone')
    if (wanted.id && !isUuid(wanted.id)) throw invalid('ID must conform to the uuid v4 format')
    requireShort([wanted.user_metadata, wanted.app_metadata])
    const now = nowText(service)
    const confirmedEmail = email && wanted.email_confirm ? { email_verified: true } : {}
    const confirmedPhone = phone && wanted.phone_confirm ? { phone_verified: true } : {}
    let ways: Metadata = {}
    if (email) ways = withProvider(ways, 'email')
    if (phone) ways = withProvider(ways, 'phone')
    const columns = {
      ...blankUser,
      id: wanted.id ?? uuid(service.context.random),
      aud: wanted.aud ?? 'authenticated',
      role: wanted.role ?? 'authenticated',
      email,
      phone,
      encrypted_password: (await passwordHash(service, wanted)) ?? '',
      email_confirmed_at: email && wanted.email_confirm ? now : null,
      phone_confirmed_at: phone && wanted.phone_confirm ? now : null,
      banned_until: bannedUntil(service, wanted) ?? null,
      raw_app_meta_data: mergeMetadata(ways, wanted.app_metadata),
      raw_user_meta_data: {
        ...mergeMetadata({}, wanted.user_metadata),
        ...confirmedEmail,
        ...confirmedPhone,
      },
      created_at: now,
      updated_at: now,
    }
    const none = { id: columns.id, identities: [] }
    const user = await saving(() =>
      service.database.transaction(async (query) => {
        await insertUser(query, columns)
        if (email) await putOwnIdentity(service, query, none, 'email', { email, ...confirmedEmail })
        if (phone) await putOwnIdentity(service, query, none, 'phone', { phone, ...confirmedPhone })
        await auditByAdmin(service, query, request, 'user_signedup', columns)
        return findUserById(query, columns.id)
      }),
    )
    return user && userJson(user)
  })
}

/** Reports a taken address with GoTrue's message for administrators. */
export async function saving<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await savingUser('Database error creating new user', work)
  } catch (error) {
    const taken = isTaken(error)
    if (taken === 'email') throw authError('email_exists')
    if (taken === 'phone') throw authError('phone_exists', 'Phone number already registered by another user')
    throw error
  }
}
