import { z } from 'zod'
import type { ApiError } from '../../http/api-error.ts'
import { addressOf } from '../caller.ts'
import { authError, invalid } from '../errors.ts'
import { answers, FLOW_LIFE } from '../identities/pkce.ts'
import { optionalText, readBody } from '../request-body.ts'
import { type GrantHandler, nowText, type Service } from '../service.ts'
import { audit } from '../store/audit-log.ts'
import { type FlowState, takeFlowState } from '../store/flow-states.ts'
import { findUserById } from '../store/users.ts'
import { isBanned } from '../users/user.ts'
import { beginSession, type Grant, sendSession } from './session.ts'

const shape = z.object({ auth_code: optionalText, code_verifier: optionalText })

/** grant_type=pkce: the code a link led to, with the secret that only the asking browser has. A code is tried once. */
export const tokenPkce: GrantHandler = async (service, request, reply) => {
  const { auth_code: code, code_verifier: verifier } = readBody(request, shape)
  if (!code || !verifier)
    throw invalid('invalid request: both auth code and code verifier should be non-empty')
  const outcome = await service.database.transaction(async (query): Promise<Exchanged | ApiError> => {
    const flow = await takeFlowState(query, code)
    if (!flow) return authError('flow_state_not_found')
    if (isExpired(flow, service)) return authError('flow_state_expired')
    if (!answers(flow.code_challenge, verifier)) return authError('bad_code_verifier')
    const user = await findUserById(query, flow.user_id)
    if (!user) return authError('flow_state_not_found')
    if (isBanned(user, service.context.now())) return authError('user_banned')
    await audit(query, service.context.random, {
      action: 'login',
      actor: user,
      address: addressOf(request),
      now: nowText(service),
      traits: { provider_type: flow.provider_type },
    })
    const grant = await beginSession(service, query, request, user, flow.authentication_method)
    return { grant, flow }
  })
  if (outcome instanceof Error) throw outcome
  const { provider_access_token: access, provider_refresh_token: refresh } = outcome.flow
  return sendSession(service, reply, outcome.grant, {
    ...(access && { provider_token: access }),
    ...(refresh && { provider_refresh_token: refresh }),
  })
}

type Exchanged = { grant: Grant; flow: FlowState }

/** A magic link may wait in the mailbox: its flow's life begins when the link is followed. */
function isExpired(flow: FlowState, { context }: Service): boolean {
  const begun = flow.authentication_method === 'magiclink' ? flow.auth_code_issued_at : flow.created_at
  return Date.parse(begun as string) + FLOW_LIFE < context.now().getTime()
}
