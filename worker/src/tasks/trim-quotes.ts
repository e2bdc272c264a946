import pg from 'pg'
import { deleteQuoteMessages } from '../market/market-store.ts'
import type { TaskContext } from './task-context.ts'

const KEPT_MS = 10 * 60_000

/**
 * Deletes the broadcasts of quotes after ten minutes: one a second would fill hundreds of megabytes in the three days that
 * messages are kept. Where the database's owner may not delete them (hosted Supabase) they leave with their day.
 */
export async function trimQuotes({ pool, log, now }: TaskContext): Promise<void> {
  try {
    const deleted = await deleteQuoteMessages(pool, new Date(now() - KEPT_MS))
    log.debug({ deleted }, 'old broadcasts of quotes are deleted')
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error
    log.debug('broadcasts of quotes may not be deleted here')
  }
}
