// Owns the asking of a witness to cosign a checkpoint (c2sp.org/tlog-witness): it is shown that the tree extends the last one that it
// signed, and answers with its signature. Its word is kept only where that signature is its own.
import { readNote, signedBy } from 'trading/proof/signed-note'
import { post } from './outside.ts'
import type { Witness } from './settings.ts'

export type Cosignature = { line: string; at: Date }

/** Where a witness is: the size that it signed last; 0 for one that never did. */
export type Proof = (old: number, size: number) => Promise<readonly string[]>

/**
 * Asks for a cosignature of a checkpoint, from the size that we believe the witness to be at. One that says that it is at another is
 * asked once more from there. Rejects for every other answer.
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
    // A size beyond ours, or our own: it has signed another tree, or a newer one that we do not know of.
    if (told === undefined || Number(told) === from || Number(told) > size)
      throw new Error(`a conflict at size ${told ?? 'unknown'}`)
    answer = await ask(Number(told))
  }
  if (answer.status !== 200) throw new Error(`it answered ${answer.status}`)
  const cosigned = readNote(`${note}${text(answer.body)}`)
  const verdict = cosigned && signedBy(cosigned, key)
  if (verdict?.signed !== 'true' || verdict.seconds === null)
    throw new Error('its cosignature is not its own')
  return { line: verdict.line, at: new Date(verdict.seconds * 1000) }
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
