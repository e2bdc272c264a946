import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../http/api-error.ts'
import { secondsToWait } from '../codes/mail-link.ts'
import type { Query } from '../database.ts'
import { authError } from '../errors.ts'
import type { Service } from '../service.ts'
import { findUserByConfirmationToken, type UserRow } from '../store/users.ts'
import { savingUser } from '../users/new-user.ts'
import { askToConfirm } from '../users/signup.ts'
import { accountOf, type Vouched } from './account.ts'
import { linkTo } from './link.ts'

export type Admission = {
  vouched: Vouched
  /** The signed-in account to link to; null signs in. */
  linkingTarget: string | null
  inviteToken: string | null
  /** Target of the confirmation mail for an unverified address. */
  redirectTo: string
}

/** Signs in the asserted person: finding the account and `conclude`'s writes are one transaction. */
export async function admit<T>(
  service: Service,
  request: FastifyRequest,
  admission: Admission,
  conclude: (query: Query, user: UserRow) => Promise<T>,
): Promise<T> {
  const attempt = () =>
    savingUser('Database error saving new user', () =>
      service.database.transaction(async (query): Promise<T | ApiError> => {
        const user = await resolve(service, query, request, admission)
        if (!user.email || user.email_confirmed_at) return conclude(query, user)
        await remind(service, query, user, admission.redirectTo)
        const { provider } = admission.vouched
        const words = `Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`
        return authError('provider_email_needs_verification', words)
      }),
    )
  let outcome: T | ApiError
  try {
    outcome = await attempt()
  } catch (error) {
    // Two concurrent sign-ins of a new person: the retry finds the account that the first one created.
    if (!isRace(error)) throw error
    outcome = await attempt()
  }
  if (outcome instanceof ApiError) throw outcome
  return outcome
}

async function resolve(
  service: Service,
  query: Query,
  request: FastifyRequest,
  { vouched, linkingTarget, inviteToken }: Admission,
): Promise<UserRow> {
  if (linkingTarget) return linkTo(service, query, linkingTarget, vouched)
  if (inviteToken) {
    const invited = await findUserByConfirmationToken(query, inviteToken)
    if (!invited || invited.email !== vouched.profile.email) throw authError('invite_not_found')
  }
  return accountOf(service, query, request, vouched)
}

/** Subject to the same minimum interval as other mails to an account. */
async function remind(service: Service, query: Query, user: UserRow, redirectTo: string): Promise<void> {
  const { settings, context } = service
  const wait = secondsToWait(user.confirmation_sent_at, settings.email.max_frequency, context.now())
  if (wait === 0) await askToConfirm(service, query, user, null, redirectTo)
}

function isRace(error: unknown): boolean {
  const { constraint } = ((error as { cause?: unknown }).cause ?? error) as { constraint?: string }
  return constraint === 'identities_provider_id_provider_unique' || constraint === 'users_email_partial_key'
}
