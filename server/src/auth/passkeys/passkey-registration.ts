import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { addressOf } from '../caller.ts'
import { authError } from '../errors.ts'
import { auditFactor } from '../factors/factor.ts'
import { limit } from '../rate-limit.ts'
import { optionalText, readBody } from '../request-body.ts'
import { uuid } from '../secrets.ts'
import { nowText, type Service } from '../service.ts'
import { insertPasskey, passkeysOf } from '../store/passkeys.ts'
import { lockUser } from '../store/users.ts'
import { passkeyJson, putChallenge, requireOwner, takeChallenge } from './passkey.ts'
import { relyingParty } from './relying-party.ts'
import { creationOptions, verifyCreation } from './webauthn.ts'

const shape = z.object({ challenge_id: optionalText, credential: z.unknown().optional() })
const MOST = 10

/** POST /passkeys/registration/options and /verify: register a passkey. */
export function passkeyRegistration(app: FastifyInstance, service: Service): void {
  app.post('/passkeys/registration/options', async (request) => {
    const { user } = await requireOwner(service, request)
    await limit(service, 'passkey', addressOf(request))
    const present = await passkeysOf(service.database.query, user.id)
    if (present.length >= MOST) throw authError('too_many_passkeys')
    const options = await creationOptions(relyingParty(service), user, present, 'required')
    return putChallenge(service, 'registration', user.id, options)
  })

  app.post('/passkeys/registration/verify', async (request) => {
    const { user: known } = await requireOwner(service, request)
    await limit(service, 'passkey', addressOf(request))
    const body = readBody(request, shape)
    const challenge = await takeChallenge(service, 'registration', body.challenge_id, known.id)
    const credential = await verifyCreation(relyingParty(service), challenge, body.credential)
    const id = uuid(service.context.random)
    const now = nowText(service)
    try {
      await service.database.transaction(async (query) => {
        const user = await lockUser(query, known.id)
        if (!user) throw authError('user_not_found')
        if ((await passkeysOf(query, user.id)).length >= MOST) throw authError('too_many_passkeys')
        await insertPasskey(query, id, user.id, credential, now)
        await auditFactor(service, query, request, user, 'passkey_created', { passkey_id: id })
      })
    } catch (error) {
      const { constraint } = error as { constraint?: string }
      throw constraint === 'webauthn_credentials_credential_id_key'
        ? authError('webauthn_credential_exists')
        : error
    }
    const owned = { ...credential, row: id, userId: known.id, name: '', createdAt: now, lastUsedAt: null }
    return passkeyJson(owned)
  })
}
