// Creates checkpoints of the ledger's tree: signs a head when the chain has grown, then requests cosignatures and timestamps.
// Failed requests are repeated each minute, and an unreachable witness blocks nothing.
import type { Pool } from 'pg'
import { fromBase64 } from 'trading/proof/log/base64'
import { readCheckpoint } from 'trading/proof/log/checkpoint'
import { inTransaction } from '../database.ts'
import type { TaskContext } from '../tasks/task-context.ts'
import type { LedgerSettings, Witness } from './settings.ts'
import { openSigner } from './signer.ts'
import { askWitness } from './witness.ts'

/** Free authorities should not be asked for every signal: an hourly timestamp covers all earlier entries. */
const STAMP_EVERY_MS = 3_600_000

/** Signs the current tree, unless the newest checkpoint covers it; then requests its missing confirmations. */
export async function makeCheckpoint(context: TaskContext, settings: LedgerSettings): Promise<void> {
  await sign(context, settings)
  const { rows } = await context.pool.query<{ size: string; note: string }>(
    'select size, note from ledger_checkpoints order by size desc limit 1',
  )
  const newest = rows[0] && { size: Number(rows[0].size), note: rows[0].note }
  if (!newest) return
  const asked = [
    ...settings.witnesses.map((witness) => ({
      who: witness.key.name,
      work: () => cosign(context, witness, newest),
    })),
    ...settings.authorities.map((url) => ({ who: url, work: () => stamp(context, url, newest) })),
  ]
  await Promise.all(
    asked.map(({ who, work }) =>
      work().catch((error: Error) => {
        context.log.warn({ who, reason: error.message, size: newest.size }, 'checkpoint not confirmed')
      }),
    ),
  )
}

async function sign({ pool, log, now }: TaskContext, settings: LedgerSettings): Promise<void> {
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
    log.info({ size: next.size }, 'ledger checkpoint signed')
  })
}

type Newest = { size: number; note: string }

async function cosign({ pool }: TaskContext, witness: Witness, { size, note }: Newest): Promise<void> {
  const { rows } = await pool.query<{ at: string | null }>(
    'select max(size) as at from ledger_cosignatures where witness = $1',
    [witness.key.name],
  )
  const from = Number(rows[0]?.at ?? 0)
  if (from >= size) return
  const { line, at } = await askWitness(witness, { note, size, from }, (old, next) =>
    consistency(pool, old, next),
  )
  await pool.query('insert into ledger_cosignatures values ($1, $2, $3, $4) on conflict do nothing', [
    size,
    witness.key.name,
    line,
    at,
  ])
}

async function consistency(pool: Pool, old: number, size: number): Promise<readonly string[]> {
  const { rows } = await pool.query<{ path: string[] }>('select ledger_consistency_proof($1, $2) as path', [
    old,
    size,
  ])
  return rows[0]!.path
}

async function stamp({ pool, now }: TaskContext, authority: string, { size, note }: Newest): Promise<void> {
  const { rows } = await pool.query<{ due: boolean }>(
    `select coalesce(bool_and(stamps.size < $2 and made_at <= $3), true) as due
       from ledger_timestamps as stamps join ledger_checkpoints using (size) where authority = $1`,
    [authority, size, new Date(now() - STAMP_EVERY_MS)],
  )
  if (!rows[0]?.due) return
  // Loaded lazily: most installations use no authority, and the library is large.
  const { askAuthority } = await import('./authority.ts')
  const { token, at } = await askAuthority(authority, readCheckpoint(note)!.note.text)
  await pool.query('insert into ledger_timestamps values ($1, $2, $3, $4) on conflict do nothing', [
    size,
    authority,
    token,
    at,
  ])
}
