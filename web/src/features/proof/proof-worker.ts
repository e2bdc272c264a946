// Runs the verification outside the main thread. It reads the public export as any visitor can and runs the same engine as `npm
// run verify`, with the browser's own SHA-256. It trusts none of the server's verdicts.
import { Diverged } from 'trading/proof/divergence'
import { type Json, sha256Hex } from 'trading/proof/ledger'
import { collectProof, type ProofExport, type ProofPage } from 'trading/proof/proof-format'
import { readLife } from 'trading/proof/signal-life'
import type { Hasher } from 'trading/proof/verify-chain'
import { verifyExport } from 'trading/proof/verify-export'
import { checkMinutes } from 'trading/proof/verify-minutes'
import { env } from '#lib/data/env.ts'
import { publicRpc } from '#lib/data/public-rpc.ts'
import type { ProofAnswer, ProofTask } from './proof-task.ts'
import { readAllMinutes, readBankOf, readMinutesOf, readSignalEntries } from './signal-entries.ts'

const PAGE = 500
const encoder = new TextEncoder()

let proof: ProofExport | null = null

self.addEventListener('message', ({ data }: MessageEvent<ProofTask>) => {
  // The page passes the key, because a worker cannot read the document.
  env.anonKey = data.anonKey
  work(data).catch((error: unknown) => {
    console.error('the record could not be verified', error)
    answer({ is: 'failure', reason: String(error) })
  })
})

function work(task: ProofTask): Promise<void> {
  if (task.do === 'verify') return verify(task)
  if (task.do === 'signal') return replay(task.id)
  return task.do === 'minutes' ? giveMinutes() : giveFile()
}

async function verify({ kept, everyMinute }: Extract<ProofTask, { do: 'verify' }>): Promise<void> {
  const started = performance.now()
  proof = await read()
  const verdict = await verifyExport(proof as unknown as Json, {
    hash,
    kept,
    ...(everyMinute && { minutes: readMinutesOf, banks: readBankOf }),
    onProgress: ({ check, done, total }) => answer({ is: 'progress', stage: check, done, total }),
  })
  answer({ is: 'verdict', verdict, milliseconds: performance.now() - started })
}

/** Checks every minute of one ended signal against its opened seal and its ending entry. */
async function replay(id: string): Promise<void> {
  const [rows, parts] = await Promise.all([readSignalEntries(id), readMinutesOf(id, 'signal')])
  try {
    const own = rows.filter(({ entry }) => entry.signal === id)
    const life = await readLife(id, own, new Map(rows.map((row) => [row.sequence, row])), hash)
    answer({ is: 'signal', counts: await checkMinutes(life, parts, hash), divergence: null })
  } catch (error) {
    if (!(error instanceof Diverged)) throw error
    answer({ is: 'signal', counts: { minutes: 0, absent: 0 }, divergence: error.divergence })
  }
}

/** Writes the minutes of every ended signal and statement, one day per line. */
async function giveMinutes(): Promise<void> {
  const lines: string[] = []
  for await (const page of readAllMinutes()) for (const part of page) lines.push(`${JSON.stringify(part)}\n`)
  answer({ is: 'file', file: new Blob(lines, { type: 'application/jsonl' }) })
}

/** Writes the verified record, or the current one, as a file: one entry per line, so that two exports can be compared. */
async function giveFile(): Promise<void> {
  proof ??= await read()
  answer({ is: 'file', file: new Blob([JSON.stringify(proof, null, 1)], { type: 'application/json' }) })
}

const read = () =>
  collectProof(
    (after) => publicRpc<ProofPage>('export_proof', { after, page_size: PAGE }, new AbortController().signal),
    (done, total) => answer({ is: 'progress', stage: 'reading', done, total }),
  )

/** Browsers disable Web Crypto on insecure pages; the JavaScript implementation gives the same result. */
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
