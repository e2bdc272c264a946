import pg from 'pg'
import { deleteQuoteMessages } from '../market/market-store.ts'
import type { TaskContext } from './task-context.ts'

const KEPT_MS = 10 * 60_000

/**
 * Deletes broadcast quotes after ten minutes: at one a second they would fill hundreds of megabytes in the three days that
 * messages are kept. Where the database owner may not delete them (hosted Supabase), they are dropped with their partition.
 */
export async function trimQuotes({ pool, log, now }: TaskContext): Promise<void> {
  try {
    const deleted = await deleteQuoteMessages(pool, new Date(now() - KEPT_MS))
    log.debug({ deleted }, 'old quote broadcasts deleted')
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error
    log.debug('quote broadcasts may not be deleted here')
  }
}
