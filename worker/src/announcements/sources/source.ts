// Owns what a source of the calendar is: where it is fetched, how often at most, and how its answer is read. Each reads one shape into claims
// (trading/src/announcements/claim.ts); fetching, health and storing are the same for all (../import-calendar.ts).
import type { ReadClaims } from 'trading/announcements/claim'

export type CalendarSource = {
  /** As in `announcement_sources`. */
  name: string
  /** The shortest time between two fetches, in milliseconds. */
  everyMs: number
  /** Throws FeedError for an answer that is none of its shape. */
  read(load: Load, now: number): Promise<ReadClaims>
}

/** The bytes of an answer. `label` names it in errors, since an address may hold a key. */
export type Load = (address: string, label: string) => Promise<Uint8Array>

export const HOUR_MS = 3_600_000
export const textOf = (bytes: Uint8Array): string => new TextDecoder('utf-8').decode(bytes)
