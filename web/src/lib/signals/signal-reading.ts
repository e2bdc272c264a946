import type { Signal } from './signal.ts'
import { applyMessage, type SignalMessage } from './signal-message.ts'

/** What came since each list that is being read now was asked for. */
const underWay = new Set<SignalMessage[]>()

/** Every message passes here: a list that is being read may be answered as it stood before it. */
export function noteMessage(message: SignalMessage): void {
  for (const messages of underWay) messages.push(message)
}

/** What `read` answers, after the messages that came meanwhile; those that it knows already change nothing. */
export async function readThroughMessages(
  read: () => Promise<readonly Signal[]>,
): Promise<readonly Signal[]> {
  const messages: SignalMessage[] = []
  underWay.add(messages)
  try {
    return messages.reduce(applyMessage, await read())
  } finally {
    underWay.delete(messages)
  }
}
