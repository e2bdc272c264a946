import type { Hub } from '../hub.ts'

/**
 * A token says who somebody is for an hour; what they may hear is the database's to say, and it may change its mind sooner.
 * Whatever takes a right away says so as it commits, `select pg_notify('realtime_access', <the user's id>)`, and their private
 * channels are judged again at once. What ends by time alone, and what is said while the listening connection is cut, the
 * sweep finds (Channel, `judgedWithinMs`).
 */
const ACCESS = 'realtime_access'

/** Judges anew whoever the database names; the returned function ends that. */
export async function followRights(hub: Hub): Promise<() => void> {
  // Many at once, as when a period of many ends, are gone through together.
  const named = new Set<string>()
  return hub.context.listener.on(ACCESS, (userId) => {
    if (named.size === 0)
      setImmediate(() => {
        const users = new Set(named)
        named.clear()
        for (const socket of [...hub.sockets]) socket.judge(users)
      })
    named.add(userId)
  })
}
