import type { Decision, QueuedRequest } from './queries.ts'

/** Whether a colleague has taken it: then no single key decides it, only a button. */
export const isTaken = ({ assignee }: Pick<QueuedRequest, 'assignee'>, me: string | null): boolean =>
  assignee !== null && assignee !== me

/** Whether a request can still be decided so; a question is asked once, then the member answers. */
export const mayDecide = ({ state }: Pick<QueuedRequest, 'state'>, decision: Decision): boolean =>
  state === 'pending' || (state === 'needs_information' && decision !== 'needs_information')
