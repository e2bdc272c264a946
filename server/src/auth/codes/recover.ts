import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { addressOf } from '../caller.ts'
import { invalid } from '../errors.ts'
import { beginFlow, readChallenge } from '../identities/pkce.ts'
import { redirectFor } from '../identities/redirect-url.ts'
import { limit } from '../rate-limit.ts'
import { optionalText, readBody } from '../request-body.ts'
import { nowText, type Service } from '../service.ts'
import { audit } from '../store/audit-log.ts'
import { findUserByEmail, lockUser, updateUser } from '../store/users.ts'
import { emailAddress } from './email-address.ts'
import { inEvenTime } from './even-time.ts'
import { limitMails } from './mail-limit.ts'
import { secondsToWait, sendLink } from './mail-link.ts'

const shape = z.object({
  email: optionalText,
  code_challenge: optionalText,
  code_challenge_method: optionalText,
})

/** POST /recover: mails a link to set a new password. The answer never reveals whether the address has an account. */
export function recover(app: FastifyInstance, service: Service): void {
  app.post('/recover', async (request) => {
    const { context, database, settings } = service
    const body = readBody(request, shape)
    if (!body.email) throw invalid('Password recovery requires an email')
    const email = emailAddress(body.email)
    const challenge = readChallenge(body)
    await limit(service, 'recover', addressOf(request))
    await limitMails(service, email)
    const redirectTo = redirectFor(settings, request)
    await inEvenTime(service, async () => {
      const known = await findUserByEmail(database.query, email)
      if (!known) return
      await database.transaction(async (query) => {
        const user = await lockUser(query, known.id)
        const wait = secondsToWait(
          user?.recovery_sent_at ?? null,
          settings.email.max_frequency,
          context.now(),
        )
        // Skipped silently: an error would reveal that the account exists.
        if (!user || wait > 0) return
        const now = nowText(service)
        const link = { template: 'recovery', token: 'recovery_token', type: 'recovery' } as const
        const hash = await sendLink(service, query, { ...link, user, to: email, redirectTo, challenge })
        if (challenge) await beginFlow(service, query, user.id, challenge, 'recovery')
        await updateUser(query, user.id, now, { recovery_token: hash, recovery_sent_at: now })
        const event = { actor: user, address: addressOf(request), now }
        await audit(query, context.random, { ...event, action: 'user_recovery_requested' })
      })
    })
    return {}
  })
}
