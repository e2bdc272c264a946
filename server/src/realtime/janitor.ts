import type { Context } from '../context.ts'

/** Creates partitions of realtime.messages in advance and drops old ones. Every process tries; one does it. */
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
      // Messages without their own partition go to the default one, so nothing is lost.
      log.warn({ err: error }, 'partitions of realtime.messages could not be maintained')
    }
  }
  const timer = setInterval(clean, EVERY_MS).unref()
  void clean()
  return () => clearInterval(timer)
}
