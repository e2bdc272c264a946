// The verification, away from the page's own thread: it reads the public export as any visitor can and runs the engine that
// `npm run verify` runs, with the browser's own SHA-256. It believes none of the server's verdicts.
import { type Json, sha256Hex } from 'trading/ledger'
import { collectProof, type ProofExport, type ProofPage } from 'trading/proof-format'
import type { Hasher } from 'trading/verify-chain'
import { verifyExport } from 'trading/verify-export'
import { env } from '#lib/env.ts'
import { publicRpc } from '#lib/public-rpc.ts'
import type { ProofAnswer, ProofTask } from './proof-task.ts'

const PAGE = 500
const encoder = new TextEncoder()

let proof: ProofExport | null = null

self.addEventListener('message', ({ data }: MessageEvent<ProofTask>) => {
  // The key stands in the page, which a worker cannot read.
  env.anonKey = data.anonKey
  const work = data.do === 'verify' ? verify(data.kept) : giveFile()
  work.catch((error: unknown) => {
    console.error('the record could not be verified', error)
    answer({ is: 'failure', reason: String(error) })
  })
})

async function verify(kept: readonly { sequence: number; hash: string }[]): Promise<void> {
  const started = performance.now()
  proof = await read()
  const verdict = await verifyExport(proof as unknown as Json, {
    hash,
    kept,
    onProgress: ({ check, done, total }) => answer({ is: 'progress', stage: check, done, total }),
  })
  answer({ is: 'verdict', verdict, milliseconds: performance.now() - started })
}

/** What was verified, or what there is now, as a file: line by line an entry, so that two exports can be compared. */
async function giveFile(): Promise<void> {
  proof ??= await read()
  answer({ is: 'file', file: new Blob([JSON.stringify(proof, null, 1)], { type: 'application/json' }) })
}

const read = () =>
  collectProof(
    (after) => publicRpc<ProofPage>('export_proof', { after, page_size: PAGE }, new AbortController().signal),
    (done, total) => answer({ is: 'progress', stage: 'reading', done, total }),
  )

/** Browsers keep their own SHA-256 from pages that came without encryption; the one in JavaScript gives the same. */
const hash: Hasher = globalThis.crypto?.subtle
  ? async (text) => {
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text)))
      let hex = ''
      for (const byte of digest) hex += byte.toString(16).padStart(2, '0')
      return hex
    }
  : sha256Hex

function answer(message: ProofAnswer): void {
  self.postMessage(message)
}
