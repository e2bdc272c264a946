import type { FileStore } from '../file-store.ts'
import type { TaskContext } from './task-context.ts'

const BUCKET = 'proofs'
const AT_ONCE = 500

/**
 * Removes the proofs whose time is over (supabase: `privacy/proof_retention.sql`). The requests let
 * go of them first: what no request names is due again in the next run, should this one end in between.
 */
export async function trimProofs({ pool, log, now }: TaskContext, store: FileStore | null): Promise<void> {
  if (!store) return
  const moment = new Date(now())
  for (;;) {
    const { rows } = await pool.query<{ name: string }>('select private.due_proofs($1, $2) as name', [
      moment,
      AT_ONCE,
    ])
    if (rows.length === 0) return
    const paths = rows.map(({ name }) => name)
    await pool.query('select private.forget_proofs($1, $2)', [paths, moment])
    await store.remove(BUCKET, paths)
    log.info({ proofs: paths.length }, 'proofs whose time is over are removed')
    if (paths.length < AT_ONCE) return
  }
}
