import type { FastifyInstance } from 'fastify'
import { addressOf } from '../caller.ts'
import { authError } from '../errors.ts'
import { limit } from '../rate-limit.ts'
import { queryValue } from '../request-body.ts'
import type { GrantHandler, Service } from '../service.ts'
import { tokenIdToken } from './token-id-token.ts'
import { tokenPassword } from './token-password.ts'
import { tokenPkce } from './token-pkce.ts'
import { tokenRefresh } from './token-refresh.ts'

/** POST /token?grant_type=…: each grant is a file. */
export function token(app: FastifyInstance, service: Service): void {
  const grants = new Map<string | null, GrantHandler>([
    ['password', tokenPassword],
    ['refresh_token', tokenRefresh],
    ['pkce', tokenPkce],
    ['id_token', tokenIdToken],
    ['web3', refuseWeb3],
  ])
  app.post('/token', async (request, reply) => {
    const grant = grants.get(queryValue(request, 'grant_type'))
    if (!grant) throw authError('invalid_credentials', 'unsupported_grant_type')
    await limit(service, 'token', addressOf(request))
    return grant(service, request, reply)
  })
}

const refuseWeb3: GrantHandler = async () => {
  throw authError('web3_provider_disabled')
}
