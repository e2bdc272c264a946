import type { FastifyInstance } from 'fastify'
import { addressOf, isUuid, requireUser } from '../caller.ts'
import type { Query } from '../database.ts'
import { authError } from '../errors.ts'
import { requireStepUp } from '../factors/step-up.ts'
import { nowText, type Service } from '../service.ts'
import { audit } from '../store/audit-log.ts'
import { deleteIdentity } from '../store/identities.ts'
import { type IdentityRow, lockUser, type UserColumns, type UserRow, updateUser } from '../store/users.ts'
import { isTaken, savingUser } from '../users/new-user.ts'

/** DELETE /user/identities/:identity: one way to sign in less. The last one stays. */
export function identityDelete(app: FastifyInstance, service: Service): void {
  app.delete<{ Params: { identity: string } }>('/user/identities/:identity', async (request) => {
    const caller = await requireUser(service, request)
    if (!service.settings.enable_manual_linking) throw authError('manual_linking_disabled')
    const { identity: id } = request.params
    if (!isUuid(id)) throw authError('validation_failed', 'identity_id must be an UUID', { status: 404 })
    await requireStepUp(service, caller)
    try {
      await savingUser('Database error unlinking identity', () =>
        service.database.transaction((query) =>
          unlink(service, query, caller.user.id, id, addressOf(request)),
        ),
      )
    } catch (error) {
      if (isTaken(error) === 'email') throw authError('email_conflict_identity_not_deletable')
      throw error
    }
    return {}
  })
}

async function unlink(
  service: Service,
  query: Query,
  userId: string,
  identityId: string,
  address: string,
): Promise<void> {
  const user = await lockUser(query, userId)
  if (!user) throw authError('user_not_found')
  if (user.identities.length <= 1) throw authError('single_identity_not_deletable')
  const identity = user.identities.find(({ id }) => id === identityId.toLowerCase())
  if (!identity) throw authError('identity_not_found')
  const now = nowText(service)
  const remaining = user.identities.filter((other) => other !== identity)
  await deleteIdentity(query, identity.id)
  await updateUser(query, user.id, now, {
    ...whatGoesWith(identity),
    ...(identity.provider !== 'phone' && addressAfter(user, remaining, now)),
    raw_app_meta_data: withProviders(user, remaining),
  })
  await audit(query, service.context.random, {
    action: 'identity_unlinked',
    actor: user,
    address,
    now,
    traits: { identity_id: identity.id, provider: identity.provider, provider_id: identity.provider_id },
  })
}

/** Without the e-mail identity its password opens nothing either. */
function whatGoesWith({ provider }: IdentityRow): Partial<UserColumns> {
  if (provider === 'phone') return { phone: null, phone_confirmed_at: null }
  return provider === 'email' ? { encrypted_password: '' } : {}
}

/** The account keeps its address while an identity has it; else it takes that of another. */
function addressAfter(user: UserRow, remaining: IdentityRow[], now: string): Partial<UserColumns> {
  const addresses = remaining.filter(({ identity_data: data }) => typeof data.email === 'string')
  if (addresses.some(({ identity_data: data }) => data.email === user.email)) return {}
  const next = addresses.find(({ provider }) => provider === 'email') ?? addresses[0]
  if (!next) return { email: null, email_confirmed_at: null }
  const { email, email_verified: verified } = next.identity_data as {
    email: string
    email_verified?: unknown
  }
  return { email, email_confirmed_at: verified === true ? now : null }
}

function withProviders(user: UserRow, remaining: IdentityRow[]): UserRow['raw_app_meta_data'] {
  const providers = [...new Set(remaining.map(({ provider }) => provider))]
  const first = String(user.raw_app_meta_data?.provider)
  const provider = providers.includes(first) ? first : providers[0]
  return { ...user.raw_app_meta_data, provider, providers }
}
