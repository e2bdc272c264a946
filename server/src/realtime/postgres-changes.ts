import { createHash } from 'node:crypto'

/** Subscriptions to table changes: acknowledged as the client expects, but not supported. */
export function acknowledge(entries: Record<string, unknown>[]): Record<string, unknown>[] {
  return entries.map((entry) => ({ ...entry, id: entryId(entry) }))
}

export const NOT_SERVED =
  'Unable to subscribe to changes with given parameters. This server does not support table changes; broadcast them from the database instead.'

/** Equal entries have equal ids; never zero, which the client treats as absent. */
function entryId(entry: Record<string, unknown>): number {
  return (createHash('sha256').update(JSON.stringify(entry)).digest().readUInt32BE(0) >>> 1) + 1
}
