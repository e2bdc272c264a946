import { createHash } from 'node:crypto'

/** Subscriptions to changes of tables: they are acknowledged as the client expects, and not served yet. */
export function acknowledge(entries: Record<string, unknown>[]): Record<string, unknown>[] {
  return entries.map((entry) => ({ ...entry, id: entryId(entry) }))
}

export const NOT_SERVED =
  'Unable to subscribe to changes with given parameters. This server does not capture changes of tables; broadcast them from the database instead.'

/** Equal entries have equal ids; never zero, which the client takes for absent. */
function entryId(entry: Record<string, unknown>): number {
  return (createHash('sha256').update(JSON.stringify(entry)).digest().readUInt32BE(0) >>> 1) + 1
}
