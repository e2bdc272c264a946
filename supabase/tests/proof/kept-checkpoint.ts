import { fromBase64 } from 'trading/proof/log/base64'
import { checkpointText } from 'trading/proof/log/checkpoint'
import {
  COSIGNATURE_KEY,
  cosign,
  keyOfSecret,
  keyText,
  NOTE_KEY,
  signNote,
  type VerifierKey,
} from 'trading/proof/log/signed-note'
import type { Product } from '../product.ts'

const ORIGIN = 'vigie.example/ledger'
const WITNESS = 'witness.example/w1'
const secret = (seed: number) => new Uint8Array(32).fill(seed)

/** Verifier key of the witness of `keepCheckpoint`. */
export const WITNESS_KEY: VerifierKey = keyOfSecret(WITNESS, COSIGNATURE_KEY, secret(2))

export const LOG_KEY: string = keyText(keyOfSecret(ORIGIN, NOTE_KEY, secret(1)))

/** Signs the tree as the worker does, adds a witness's cosignature and stores a token. Returns the note. */
export async function keepCheckpoint(
  { admin }: Pick<Product, 'admin'>,
  at = Date.now(),
  stamp: (text: string) => Promise<string> = async () => 'AAAA',
): Promise<string> {
  const { rows } = await admin.query<{ size: string; root: string }>(
    'select * from private.next_checkpoint()',
  )
  const { size, root } = rows[0]!
  const text = checkpointText(ORIGIN, { size: Number(size), root: fromBase64(root)! })
  const note = signNote(text, ORIGIN, secret(1))
  const seconds = Math.floor(at / 1000)
  await admin.query('select private.keep_checkpoint($1, $2, $3, $4, to_timestamp($5))', [
    size,
    root,
    note,
    LOG_KEY,
    seconds,
  ])
  const line = cosign(text, WITNESS, secret(2), seconds)
  await admin.query('insert into ledger_cosignatures values ($1, $2, $3, to_timestamp($4))', [
    size,
    WITNESS,
    line,
    seconds,
  ])
  await admin.query('insert into ledger_timestamps values ($1, $2, $3, to_timestamp($4))', [
    size,
    'https://stamps.example',
    await stamp(text),
    seconds,
  ])
  return note
}
