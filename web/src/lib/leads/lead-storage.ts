// Owns the leads that this browser stores of its own visitor: a bounded backup and the list `users-data`. It must never hold
// a password; the server's copy is the authoritative one.
import type { LeadRecord } from './lead-record.ts'

export const LEAD_BACKUP_KEY = 'lead-backups'
export const USERS_KEY = 'users-data'
/** The maximum length of either list; the oldest entries are removed first. */
export const KEPT = 100
const INTEGRATION_PLATFORM = 'make'

export type LeadBackup = LeadRecord & {
  backup_timestamp: string
  integration_platform: string
  webhook_url: string
}

export type StoredUser = Pick<
  LeadRecord,
  'username' | 'firstName' | 'lastName' | 'email' | 'phone' | 'timestamp' | 'sheet_type'
>

type Store = Pick<Storage, 'getItem' | 'setItem'>

/** Adds the record to the backup. Throws the browser's storage errors (full, or refused in private mode). */
export function backUpLead(store: Store, record: LeadRecord, now: Date, webhook: string): void {
  const backup: LeadBackup = {
    ...record,
    backup_timestamp: now.toISOString(),
    integration_platform: INTEGRATION_PLATFORM,
    webhook_url: webhook,
  }
  append(store, LEAD_BACKUP_KEY, backup, () => true)
}

/** Adds the person to `users-data`, once per username. Throws the browser's storage errors. */
export function rememberUser(store: Store, record: LeadRecord): void {
  const { username, firstName, lastName, email, phone, timestamp, sheet_type } = record
  const user: StoredUser = { username, firstName, lastName, email, phone, timestamp, sheet_type }
  append(store, USERS_KEY, user, (known) => (known as Partial<StoredUser>).username !== username)
}

export function leadBackups(store: Store): LeadBackup[] {
  return list(store, LEAD_BACKUP_KEY) as LeadBackup[]
}

function append(store: Store, key: string, entry: object, keep: (known: object) => boolean): void {
  const entries = [...list(store, key).filter(keep), entry]
  store.setItem(key, JSON.stringify(entries.slice(-KEPT)))
}

function list(store: Store, key: string): object[] {
  try {
    const value: unknown = JSON.parse(store.getItem(key) ?? '[]')
    return Array.isArray(value) ? value.filter((entry) => typeof entry === 'object' && entry !== null) : []
  } catch (error) {
    // Another program's value under this key is not our list: start a new one rather than fail a sign-up.
    if (error instanceof SyntaxError) return []
    throw error
  }
}
