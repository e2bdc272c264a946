import { createHmac, timingSafeEqual } from 'node:crypto'
import { isUuid } from '../caller.ts'
import type { Service } from '../service.ts'

/** The OAuth state: the flow's id with this server's signature, so that a forged state is refused without a database query. */
export const signState = (service: Service, flowId: string): string => `${flowId}.${mark(service, flowId)}`

/** The flow's id; null when this server did not sign the state. */
export function readState(service: Service, state: string): string | null {
  const [flowId = '', given = ''] = state.split('.')
  if (!isUuid(flowId) || state.length > 100) return null
  const expected = Buffer.from(mark(service, flowId))
  const actual = Buffer.from(given)
  return expected.length === actual.length && timingSafeEqual(expected, actual) ? flowId : null
}

const mark = ({ context }: Service, flowId: string): string =>
  createHmac('sha256', context.keys.jwtSecret).update(`oauth state ${flowId}`).digest('base64url')
