import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { sql } from '../../database/sql.ts'
import type { Query } from '../database.ts'
import { readBody } from '../request-body.ts'
import { nowText, type Service } from '../service.ts'
import { deleteOneTimeTokens } from '../store/one-time-tokens.ts'
import { deleteSessions } from '../store/sessions.ts'
import { type UserRow, updateUser } from '../store/users.ts'
import { savingUser } from '../users/new-user.ts'
import { auditByAdmin } from './admin-audit.ts'
import { requireNamedUser } from './admin-user-get.ts'

const shape = z.object({ should_soft_delete: z.boolean().nullish() })

/**
 * DELETE /admin/users/{id}: deletes the row with everything that references it or, with `should_soft_delete`, keeps an
 * anonymised row.
 */
export function adminUserDelete(app: FastifyInstance, service: Service): void {
  app.delete('/admin/users/:id', async (request) => {
    const user = await requireNamedUser(service, request)
    const { should_soft_delete: softly } = readBody(request, shape)
    await savingUser('Database error deleting user', () =>
      service.database.transaction(async (query) => {
        await auditByAdmin(service, query, request, 'user_deleted', user)
        if (softly) await forget(service, query, user)
        else await query(sql`delete from auth.users where id = ${user.id}::uuid`)
      }),
    )
    return {}
  })
}

/** Hashes keep the addresses unique without revealing them. */
async function forget(service: Service, query: Query, user: UserRow): Promise<void> {
  const now = nowText(service)
  const hidden = (text: string | null) =>
    text &&
    createHash('sha256')
      .update(user.id + text)
      .digest('base64url')
  await deleteSessions(query, user.id, 'global', null)
  await deleteOneTimeTokens(query, user.id)
  await query(sql`delete from auth.mfa_factors where user_id = ${user.id}::uuid`)
  for (const { id, provider_id } of user.identities) {
    await query(sql`
      update auth.identities set provider_id = ${hidden(provider_id)}, identity_data = '{}', updated_at = ${now}::timestamptz
      where id = ${id}::uuid`)
  }
  await updateUser(query, user.id, now, {
    email: hidden(user.email),
    phone: hidden(user.phone),
    encrypted_password: '',
    email_change: '',
    phone_change: '',
    confirmation_token: '',
    recovery_token: '',
    email_change_token_new: '',
    email_change_token_current: '',
    reauthentication_token: '',
    raw_app_meta_data: {},
    raw_user_meta_data: {},
    deleted_at: now,
  })
}
