import type { Pool } from 'pg'
import type { Listener } from '../database/listener.ts'

/**
 * Caches a table's rows in every process, so that requests read a map instead of the table. The table is authoritative:
 * a trigger notifies of each committed change, and after a reconnection everything is read again.
 */
export type FollowedFacts<Row, Change> = {
  channel: string
  /** Reads all rows. */
  read(admin: Pool): Promise<Row[]>
  /** Replaces the cached rows. */
  replace(rows: Row[]): void
  hear(change: Change): void
}

/** Loads the rows and follows every change; the returned function stops following. */
export async function followFacts<Row, Change>(
  { channel, read, replace, hear }: FollowedFacts<Row, Change>,
  { admin, listener, failed }: { admin: Pool; listener: Listener; failed: (error: unknown) => void },
): Promise<() => void> {
  let changes = 0
  // A notification during the read may be newer than the result: read again.
  const readAll = async () => {
    for (;;) {
      const seen = changes
      const rows = await read(admin)
      if (seen !== changes) continue
      replace(rows)
      return
    }
  }
  const silence = await listener.on(channel, (payload) => {
    changes++
    hear(JSON.parse(payload) as Change)
  })
  const forget = listener.onReconnect(() => void readAll().catch(failed))
  await readAll()
  return () => {
    silence()
    forget()
  }
}
