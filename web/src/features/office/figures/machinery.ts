// Owns the staff's view of what runs behind the product, as the database knows it: jobs, mails, the signed ledger, backups.
import { queryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'

export type Machinery = {
  jobs: { waiting: number; oldest_at: string | null; running: number; failing: number; given_up: number }
  /** Null where the host keeps no outbox. */
  mails: {
    waiting: number
    oldest_at: string | null
    retried: number
    failed: number
    sent_at: string | null
  } | null
  ledger: {
    entries: number | null
    size: number | null
    signed_at: string | null
    stamped_at: string | null
    cosigned_at: string | null
  }
  /** Null where the host says nothing about backups. */
  backup: {
    configured: boolean
    base_at: string | null
    copied_at: string | null
    failed_at: string | null
  } | null
}

export const machineryQuery = queryOptions({
  queryKey: ['office-feeds', 'machinery'],
  queryFn: async () => unwrap(await supabase.rpc('office_machinery')) as unknown as Machinery,
  refetchInterval: 30_000,
})

/** A job or a mail that is due for longer has somebody look at it. */
export const LONG_MS = 5 * 60_000
