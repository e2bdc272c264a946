import type { FastifyInstance } from 'fastify'
import type { Query } from '../database.ts'
import { putOwnIdentity, withProvider } from '../identities/own-identity.ts'
import { setPassword } from '../passwords/change-password.ts'
import { readBody } from '../request-body.ts'
import { nowText, type Service } from '../service.ts'
import { findUserById, lockUser, type UserColumns, type UserRow, updateUser } from '../store/users.ts'
import { requireShort } from '../users/metadata-limit.ts'
import { mergeMetadata, userJson } from '../users/user.ts'
import {
  type AdminAttributes,
  addresses,
  adminAttributes,
  bannedUntil,
  passwordHash,
} from './admin-attributes.ts'
import { auditByAdmin } from './admin-audit.ts'
import { saving } from './admin-user-create.ts'
import { requireNamedUser } from './admin-user-get.ts'

/** PUT /admin/users/{id}: replaces the given attributes and merges metadata. A new password ends every session. */
export function adminUserUpdate(app: FastifyInstance, service: Service): void {
  app.put('/admin/users/:id', async (request) => {
    const named = await requireNamedUser(service, request)
    const wanted = { ...readBody(request, adminAttributes), password_hash: null }
    const hash = await passwordHash(service, wanted)
    const changes = { ...columns(service, wanted), ...addressesOf(service, wanted) }
    const user = await saving(() =>
      service.database.transaction(async (query) => {
        const locked = (await lockUser(query, named.id)) ?? named
        if (hash) await setPassword(service, query, locked, null, hash)
        await identities(service, query, locked, wanted)
        const app_metadata = mergeMetadata(ways(locked, changes), wanted.app_metadata)
        const user_metadata = mergeMetadata(locked.raw_user_meta_data, wanted.user_metadata)
        requireShort(
          [user_metadata, app_metadata],
          [locked.raw_user_meta_data ?? {}, locked.raw_app_meta_data ?? {}],
        )
        const merged = { raw_app_meta_data: app_metadata, raw_user_meta_data: user_metadata }
        await updateUser(query, named.id, nowText(service), { ...changes, ...merged })
        await auditByAdmin(service, query, request, 'user_modified', locked)
        return findUserById(query, named.id)
      }),
    )
    return user && userJson(user)
  })
}

function columns(service: Service, wanted: AdminAttributes): Partial<UserColumns> {
  const until = bannedUntil(service, wanted)
  return {
    ...(wanted.role && { role: wanted.role }),
    ...(wanted.aud && { aud: wanted.aud }),
    ...(until !== undefined && { banned_until: until }),
  }
}

function addressesOf(service: Service, wanted: AdminAttributes): Partial<UserColumns> {
  const { email, phone } = addresses(wanted)
  const now = nowText(service)
  return {
    ...(email && { email, email_change: '' }),
    ...(phone && { phone, phone_change: '' }),
    ...(wanted.email_confirm && { email_confirmed_at: now }),
    ...(wanted.phone_confirm && { phone_confirmed_at: now }),
  }
}

async function identities(
  service: Service,
  query: Query,
  user: UserRow,
  wanted: AdminAttributes,
): Promise<void> {
  const { email, phone } = addresses(wanted)
  const verified = (name: string, confirm: boolean | null | undefined) => (confirm ? { [name]: true } : {})
  if (email) {
    const about = { email, ...verified('email_verified', wanted.email_confirm) }
    await putOwnIdentity(service, query, user, 'email', about)
  }
  if (phone) {
    const about = { phone, ...verified('phone_verified', wanted.phone_confirm) }
    await putOwnIdentity(service, query, user, 'phone', about)
  }
}

function ways(user: UserRow, changes: Partial<UserColumns>) {
  const email = changes.email ? withProvider(user.raw_app_meta_data, 'email') : user.raw_app_meta_data
  return changes.phone ? withProvider(email, 'phone') : email
}
