import { createHmac, timingSafeEqual } from 'node:crypto'
import { isUuid } from '../caller.ts'
import type { Service } from '../service.ts'

/**
 * What travels through the provider and comes back: the id of the flow's row with this server's mark, so that
 * a state nobody was given is refused before the database is asked.
 */
export const signState = (service: Service, flowId: string): string => `${flowId}.${mark(service, flowId)}`

/** The id of the flow; null for a state that is not ours. */
export function readState(service: Service, state: string): string | null {
  const [flowId = '', given = ''] = state.split('.')
  if (!isUuid(flowId) || state.length > 100) return null
  const expected = Buffer.from(mark(service, flowId))
  const actual = Buffer.from(given)
  return expected.length === actual.length && timingSafeEqual(expected, actual) ? flowId : null
}

const mark = ({ context }: Service, flowId: string): string =>
  createHmac('sha256', context.keys.jwtSecret).update(`oauth state ${flowId}`).digest('base64url')
