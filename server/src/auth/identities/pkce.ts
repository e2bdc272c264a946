import { createHash, timingSafeEqual } from 'node:crypto'
import type { Query } from '../database.ts'
import { invalid } from '../errors.ts'
import { uuid } from '../secrets.ts'
import { nowText, type Service } from '../service.ts'
import { insertFlowState } from '../store/flow-states.ts'

/** PKCE (RFC 7636): a link that another reader of the mail follows gives a code they cannot exchange. */
export type Challenge = { challenge: string; method: 's256' }

/** Marks the tokens of links that lead to a code instead of a session. */
export const PKCE_PREFIX = 'pkce_'

/** A flow lives this long, in milliseconds. */
export const FLOW_LIFE = 300_000

type Body = { code_challenge: string | null; code_challenge_method: string | null }

/** The challenge of a request; null for the implicit flow. Only S256: with `plain` the link itself would hold the answer. */
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

/** Remembers the challenge until the link is followed. `method` says later how the user signed in. */
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
