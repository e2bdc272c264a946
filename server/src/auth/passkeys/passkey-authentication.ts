import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { addressOf } from '../caller.ts'
import type { Query } from '../database.ts'
import { authError } from '../errors.ts'
import { limit } from '../rate-limit.ts'
import { optionalText, readBody } from '../request-body.ts'
import { nowText, type Service } from '../service.ts'
import { beginSession, type Grant, sendSession } from '../sessions/session.ts'
import { audit } from '../store/audit-log.ts'
import { lockPasskey, usePasskey } from '../store/passkeys.ts'
import { findUserById } from '../store/users.ts'
import { isBanned } from '../users/user.ts'
import { putChallenge, requireFeature, takeChallenge } from './passkey.ts'
import { relyingParty } from './relying-party.ts'
import { requestOptions, verifyRequest } from './webauthn.ts'

const shape = z.object({
  challenge_id: optionalText,
  credential: z
    .object({ id: z.string().max(2000) })
    .loose()
    .optional(),
})

/** POST /passkeys/authentication/options and /verify: sign in with a passkey that the user selects. */
export function passkeyAuthentication(app: FastifyInstance, service: Service): void {
  app.post('/passkeys/authentication/options', async (request) => {
    requireFeature(service)
    await limit(service, 'passkey', addressOf(request))
    return putChallenge(service, 'authentication', null, await requestOptions(relyingParty(service), []))
  })

  app.post('/passkeys/authentication/verify', async (request, reply) => {
    requireFeature(service)
    await limit(service, 'passkey', addressOf(request))
    const { challenge_id: id, credential } = readBody(request, shape)
    const challenge = await takeChallenge(service, 'authentication', id, null)
    const grant = await service.database.transaction((query) =>
      signIn(service, query, request, challenge, credential),
    )
    return sendSession(service, reply, grant)
  })
}

async function signIn(
  service: Service,
  query: Query,
  request: FastifyRequest,
  challenge: string,
  response: { id: string } | undefined,
): Promise<Grant> {
  const passkey = response ? await lockPasskey(query, response.id) : null
  const user = passkey ? await findUserById(query, passkey.userId) : null
  if (!passkey || !user) throw authError('webauthn_verification_failed')
  const { counter, backedUp } = await verifyRequest(relyingParty(service), challenge, response, passkey)
  if (isBanned(user, service.context.now())) throw authError('user_banned')
  const now = nowText(service)
  await usePasskey(query, passkey.row, { counter, backedUp, now })
  const event = { actor: user, address: addressOf(request), now }
  await audit(query, service.context.random, { ...event, action: 'login', traits: { provider: 'passkey' } })
  return beginSession(service, query, request, user, 'passkey')
}
