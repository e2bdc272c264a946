import type { Context } from '../context.ts'

/** Makes the partitions of realtime.messages ahead of time, and forgets old messages. Any process may do it; one does. */
const EVERY_MS = 600_000
const RELAYS_KEPT = '5 minutes'

export function startJanitor({ admin, log }: Context): () => void {
  const clean = async () => {
    try {
      await admin.query('select _server.maintain_realtime_messages()')
      await admin.query('delete from _server.realtime_relays where sent_at < now() - $1::interval', [
        RELAYS_KEPT,
      ])
    } catch (error) {
      // Messages without a partition of their own go to the default one, so nothing is lost until the next run.
      log.warn({ err: error }, 'the partitions of realtime.messages were not maintained')
    }
  }
  const timer = setInterval(clean, EVERY_MS).unref()
  void clean()
  return () => clearInterval(timer)
}
