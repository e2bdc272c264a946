import { createHash, timingSafeEqual } from 'node:crypto'
import type { Query } from '../database.ts'
import { invalid } from '../errors.ts'
import { uuid } from '../secrets.ts'
import { nowText, type Service } from '../service.ts'
import { insertFlowState } from '../store/flow-states.ts'

/** PKCE (RFC 7636): a link yields a code that only the browser which requested it can exchange. */
export type Challenge = { challenge: string; method: 's256' }

/** Prefix of tokens whose link yields a code instead of a session. */
export const PKCE_PREFIX = 'pkce_'

/** Lifetime of a flow in milliseconds. */
export const FLOW_LIFE = 300_000

type Body = { code_challenge: string | null; code_challenge_method: string | null }

/**
 * The request's challenge; null for the implicit flow. Only S256 is accepted: with `plain`, the link would reveal the verifier.
 */
export function readChallenge({
  code_challenge: challenge,
  code_challenge_method: method,
}: Body): Challenge | null {
  if (!challenge && !method) return null
  if (!challenge || !method) throw invalid('PKCE flow requires code_challenge_method and code_challenge')
  if (challenge.length < 43 || challenge.length > 128) {
    throw invalid('code challenge has to be between 43 and 128 characters')
  }
  if (!/^[\w.~-]+$/.test(challenge)) {
    throw invalid(
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    )
  }
  if (method.toLowerCase() !== 's256') throw invalid('code_challenge_method has to be s256')
  return { challenge, method: 's256' }
}

export function answers(challenge: string, verifier: string): boolean {
  const given = createHash('sha256')
    .update(createHash('sha256').update(verifier).digest('base64url'))
    .digest()
  return timingSafeEqual(given, createHash('sha256').update(challenge).digest())
}

/** Stores the challenge until the link is followed. `method` becomes the session's authentication method. */
export async function beginFlow(
  service: Service,
  query: Query,
  userId: string,
  { challenge, method }: Challenge,
  authentication: string,
): Promise<void> {
  const { random } = service.context
  await insertFlowState(query, {
    id: uuid(random),
    user_id: userId,
    auth_code: uuid(random),
    code_challenge: challenge,
    code_challenge_method: method,
    authentication_method: authentication,
    created_at: nowText(service),
  })
}
