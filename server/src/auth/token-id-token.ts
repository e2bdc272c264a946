import { z } from 'zod'
import { authError } from './errors.ts'
import { optionalText, readBody } from './request-body.ts'
import type { GrantHandler } from './token.ts'

const shape = z.object({ provider: optionalText, issuer: optionalText, id_token: optionalText })

/** grant_type=id_token: a provider's own token. No provider is on. */
export const tokenIdToken: GrantHandler = async (_service, request) => {
  const { provider, issuer } = readBody(request, shape)
  throw authError('provider_disabled', `Provider (issuer "${issuer ?? provider ?? ''}") is not enabled`)
}
