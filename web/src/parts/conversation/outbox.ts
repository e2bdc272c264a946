// Replies on their way. Each is kept on this device before it is sent and leaves when the server has it, so that a lost connection or a
// reload loses none. A reply whose answer was lost is looked for before it is sent again: it never appears twice.
import { readSetting, storeSetting } from '#lib/browser/setting.ts'

export type Waiting = {
  id: string
  body: string
  /** When it was written. */
  at: number
  /** Whether it was sent before, without an answer. */
  sent: boolean
}

export type Send<Reply extends Waiting, Answer> = {
  /** Rejects with an error that has a code if the server refused, otherwise without one. */
  send: (reply: Reply) => Promise<Answer>
  /** The answer to an earlier sending of this reply; null if it never arrived. */
  find: (reply: Reply) => Promise<Answer | null>
  arrived: (reply: Reply, answer: Answer) => void
  refused: (reply: Reply, error: unknown) => void
}

function stored<Reply extends Waiting>(key: string): Reply[] {
  try {
    const read: unknown = JSON.parse(readSetting(key) ?? '[]')
    return Array.isArray(read) ? (read as Reply[]).filter(({ id, body }) => id && body) : []
  } catch {
    return []
  }
}

/** `key`: where this device keeps them; one for each account. */
export function createOutbox<Reply extends Waiting, Answer>(
  key: string,
  { send, find, arrived, refused }: Send<Reply, Answer>,
) {
  let waiting: readonly Reply[] = stored(key)
  let sending: string | null = null
  const listeners = new Set<() => void>()
  const set = (next: readonly Reply[]) => {
    waiting = next
    storeSetting(key, JSON.stringify(next))
    for (const listener of listeners) listener()
  }
  const drop = (id: string) => set(waiting.filter((reply) => reply.id !== id))

  /** Whether sending was asked for while it ran: the connection may have returned after its request was lost. */
  let again = false

  /** Sends what waits, oldest first; stops where there is no answer. */
  const sendAll = async (): Promise<void> => {
    for (let reply = waiting[0]; reply; reply = waiting[0]) {
      const { id } = reply
      sending = id
      try {
        const known = reply.sent ? await find(reply) : null
        if (!reply.sent) set(waiting.map((one) => (one.id === id ? { ...one, sent: true } : one)))
        const answer = known ?? (await send(reply))
        drop(id)
        arrived(reply, answer)
      } catch (error) {
        const unsent = waiting.find((one) => one.id === id)
        if (!unsent || !(error as { code?: string }).code) return
        // What the server refused once it refuses again: the text goes back to its author.
        drop(id)
        refused(unsent, error)
      }
    }
  }
  const flush = async (): Promise<void> => {
    again = sending !== null
    if (again) return
    try {
      do {
        again = false
        await sendAll()
      } while (again)
    } finally {
      sending = null
      for (const listener of listeners) listener()
    }
  }
  return {
    add: (reply: Omit<Reply, 'sent'>): Promise<void> => {
      set([...waiting, { ...reply, sent: false } as Reply])
      return flush()
    },
    drop,
    flush,
    waiting: () => waiting,
    sending: () => sending,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
