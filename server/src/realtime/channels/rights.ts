import type { Hub } from '../hub.ts'

/**
 * Rights may end before a token expires. SQL that revokes a right calls `select pg_notify('realtime_access', <user
 * id>)`, which re-evaluates the user's private channels on commit. Rights that merely expire, and notifications lost
 * with the listening connection, are found by the periodic sweep (Channel, `judgedWithinMs`).
 */
const ACCESS = 'realtime_access'

/** Re-evaluates the users named in notifications; the returned function stops that. */
export async function followRights(hub: Hub): Promise<() => void> {
  // Coalesces many notifications, such as when a subscription period ends.
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
