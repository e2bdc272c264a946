import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../http/api-error.ts'
import { addressOf } from '../caller.ts'
import { loggable } from '../error-log.ts'
import { authError, invalid } from '../errors.ts'
import { errorParameters, sessionParameters } from '../identities/redirect-answer.ts'
import { redirectFor, withFragment, withQuery } from '../identities/redirect-url.ts'
import { limit } from '../rate-limit.ts'
import { queryValue } from '../request-body.ts'
import type { Service } from '../service.ts'
import { HALF_WAY, isVerifyType, redeem, type Verified } from './verify.ts'

const REFUSAL = 'Email link is invalid or has expired'

/** GET /verify: follows the link of a mail and always redirects the browser to the application (303). */
export function verifyGet(app: FastifyInstance, service: Service): void {
  // No HEAD route: a mail scanner must not consume the link.
  app.get('/verify', { exposeHeadRoute: false }, async (request, reply) => {
    const token = queryValue(request, 'token')
    const type = queryValue(request, 'type')
    if (!token) throw invalid('Verify requires a token or a token hash')
    if (!type) throw invalid('Verify requires a verification type')
    const target = redirectFor(service.settings, request)
    try {
      await limit(service, 'verify', addressOf(request))
      if (!isVerifyType(type)) throw invalid('Invalid email verification type')
      const verified = await redeem(service, request, { type, hashes: [token], refusal: REFUSAL })
      return reply.redirect(await success(service, target, type, verified), 303)
    } catch (error) {
      const known = error instanceof ApiError && error.status < 500
      if (!known) request.log.error({ error: loggable(error) }, 'a link could not be verified')
      return reply.redirect(failure(target, token, known ? error : authError('unexpected_failure')), 303)
    }
  })
}

async function success(service: Service, target: string, type: string, verified: Verified): Promise<string> {
  if (verified.kind === 'code') return withQuery(target, { code: verified.code })
  if (verified.kind === 'half') return withFragment(target, { message: HALF_WAY, sb: '' })
  return withFragment(target, { ...(await sessionParameters(service, verified.grant)), type })
}

function failure(target: string, token: string, error: ApiError): string {
  const parameters = errorParameters(error)
  const shown = token.startsWith('pkce_') ? withQuery(target, parameters) : target
  return withFragment(shown, { ...parameters, sb: '' })
}
