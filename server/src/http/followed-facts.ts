import type { Pool } from 'pg'
import type { Listener } from '../database/listener.ts'

/**
 * Facts of the database that every process holds in memory, so that a request looks into a map and not into a table. The table is
 * the truth; a trigger tells of each change as it commits, and after a cut of the listening connection all of it is read again.
 */
export type FollowedFacts<Row, Change> = {
  channel: string
  /** Reads all of them. */
  read(admin: Pool): Promise<Row[]>
  /** Puts what was read in the place of what was known. */
  replace(rows: Row[]): void
  hear(change: Change): void
}

/** Reads the facts and follows every change; the returned function ends that. */
export async function followFacts<Row, Change>(
  { channel, read, replace, hear }: FollowedFacts<Row, Change>,
  { admin, listener, failed }: { admin: Pool; listener: Listener; failed: (error: unknown) => void },
): Promise<() => void> {
  let changes = 0
  // What is heard while the list is read may be newer than the list: then it is read once more.
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
