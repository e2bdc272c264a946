import type { FileStore } from '../file-store.ts'
import type { TaskContext } from '../tasks/task-context.ts'

const BUCKET = 'proofs'
const AT_ONCE = 500

/**
 * Deletes expired proofs (supabase: `privacy/proof_retention.sql`). Requests drop their reference first: a file that no request
 * names is due again in the next run, in case this one is interrupted.
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
    log.info({ proofs: paths.length }, 'expired proofs deleted')
    if (paths.length < AT_ONCE) return
  }
}
