// Requests a cosignature for a checkpoint (c2sp.org/tlog-witness): the witness checks that the tree extends the last one it
// signed. Its answer is stored only with a valid signature.
import { readNote, signedBy } from 'trading/proof/log/signed-note'
import { post } from './outside.ts'
import type { Witness } from './settings.ts'

export type Cosignature = { line: string; at: Date }

/** A consistency proof from the size that the witness last signed; 0 if it has signed none. */
export type Proof = (old: number, size: number) => Promise<readonly string[]>

/**
 * Requests a cosignature, starting from the size that we believe the witness has. If it reports another size, the request is
 * repeated once from there. Rejects for any other answer.
 */
export async function askWitness(
  { key, url }: Witness,
  { note, size, from }: { note: string; size: number; from: number },
  proof: Proof,
): Promise<Cosignature> {
  const ask = async (old: number) => {
    const lines = [`old ${old}`, ...(old === 0 || old === size ? [] : await proof(old, size)), '', note]
    return post(`${url}/add-checkpoint`, 'text/plain; charset=utf-8', lines.join('\n'))
  }
  let answer = await ask(from)
  if (answer.status === 409) {
    const told = /^(0|[1-9]\d{0,14})\n$/.exec(text(answer.body))?.[1]
    // An equal or larger size means that it signed another tree, or a newer one that we do not know.
    if (told === undefined || Number(told) === from || Number(told) > size)
      throw new Error(`conflict at size ${told ?? 'unknown'}`)
    answer = await ask(Number(told))
  }
  if (answer.status !== 200) throw new Error(`it answered ${answer.status}`)
  const cosigned = readNote(`${note}${text(answer.body)}`)
  const verdict = cosigned && signedBy(cosigned, key)
  if (verdict?.signed !== 'true' || verdict.seconds === null) throw new Error('its cosignature is invalid')
  return { line: verdict.line, at: new Date(verdict.seconds * 1000) }
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
