// Owns the checkpoints of the ledger's tree: signs a head when the chain has grown, then has it cosigned and time-stamped.
import { fromBase64 } from 'trading/base64'
import { inTransaction } from '../database.ts'
import type { LedgerSettings } from '../ledger/settings.ts'
import { openSigner } from '../ledger/signer.ts'
import type { TaskContext } from './registry.ts'

/** Signs the tree as it is now, unless the newest checkpoint is of it already. */
export async function makeCheckpoint(
  { pool, log, now }: TaskContext,
  settings: LedgerSettings,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ size: string; root: string }>(
      'select * from private.next_checkpoint()',
    )
    const next = rows[0]
    if (!next) return
    const signer = await openSigner(client, settings)
    const note = signer.sign({ size: Number(next.size), root: fromBase64(next.root)! })
    await client.query('select private.keep_checkpoint($1, $2, $3, $4, $5)', [
      next.size,
      next.root,
      note,
      signer.verifierKey,
      new Date(now()),
    ])
    log.info({ size: next.size }, 'a checkpoint of the ledger is signed')
  })
}
