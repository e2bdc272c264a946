// The key that signs checkpoints: the configured one, else the database's own, generated at the first start.
import { randomBytes } from 'node:crypto'
import { checkpointText } from 'trading/proof/log/checkpoint'
import type { TreeHead } from 'trading/proof/log/merkle-tree'
import { keyOfSecret, keyText, NOTE_KEY, signNote } from 'trading/proof/log/signed-note'
import type { Queryable } from '../database.ts'
import type { LedgerSettings } from './settings.ts'

export type Signer = {
  /** The public key in the form that verifiers use. */
  verifierKey: string
  sign(head: TreeHead): string
}

/** Returns the same key for all workers on a database. */
export async function openSigner(
  client: Queryable,
  { origin: given, isNamed, secretKey }: Pick<LedgerSettings, 'origin' | 'isNamed' | 'secretKey'>,
): Promise<Signer> {
  const { rows } = await client.query<{ kept: string }>('select private.keep_ledger_signer($1, $2) as kept', [
    secretKey ?? randomBytes(32).toString('base64url'),
    secretKey !== null,
  ])
  const origin = (isNamed ? null : await presentName(client)) ?? given
  const kept = Uint8Array.from(Buffer.from(rows[0]!.kept, 'base64url'))
  return {
    verifierKey: keyText(keyOfSecret(origin, NOTE_KEY, kept)),
    sign: (head) => signNote(checkpointText(origin, head), origin, kept),
  }
}

/** The name in the last checkpoint; null before the first one. */
async function presentName(client: Queryable): Promise<string | null> {
  const { rows } = await client.query<{ origin: string }>(
    `select split_part(note, E'\n', 1) as origin from public.ledger_checkpoints order by size desc limit 1`,
  )
  return rows[0]?.origin ?? null
}
