// Owns the key that signs checkpoints: the configured one, else the one that the database keeps, made at the first start.
import { randomBytes } from 'node:crypto'
import { checkpointText } from 'trading/proof/checkpoint'
import type { TreeHead } from 'trading/proof/merkle-tree'
import { keyOfSecret, keyText, NOTE_KEY, signNote } from 'trading/proof/signed-note'
import type { Queryable } from '../database.ts'
import type { LedgerSettings } from './settings.ts'

export type Signer = {
  /** How the key is handed on. */
  verifierKey: string
  sign(head: TreeHead): string
}

/** Every worker on a database gets the same key. */
export async function openSigner(
  client: Queryable,
  { origin, secretKey }: Pick<LedgerSettings, 'origin' | 'secretKey'>,
): Promise<Signer> {
  const { rows } = await client.query<{ kept: string }>('select private.keep_ledger_signer($1, $2) as kept', [
    secretKey ?? randomBytes(32).toString('base64url'),
    secretKey !== null,
  ])
  const kept = Uint8Array.from(Buffer.from(rows[0]!.kept, 'base64url'))
  return {
    verifierKey: keyText(keyOfSecret(origin, NOTE_KEY, kept)),
    sign: (head) => signNote(checkpointText(origin, head), origin, kept),
  }
}
