import type { Decision, QueuedRequest } from './queries.ts'

/** Whether a request can still be decided so; a question is asked once, then the member answers. */
export const mayDecide = ({ state }: Pick<QueuedRequest, 'state'>, decision: Decision): boolean =>
  state === 'pending' || (state === 'needs_information' && decision !== 'needs_information')
