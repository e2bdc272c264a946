import { createHash } from 'node:crypto'
import { refit, stamp } from '../../supabase/tests/proof-refit.ts'
import type { Path } from '../../supabase/tests/proof-tampering.ts'
import type { Json } from '../../trading/src/proof/ledger.ts'
import {
  collectProof,
  type JsonObject,
  microsOf,
  type ProofExport,
  type ProofPage,
} from '../../trading/src/proof/proof-format.ts'
import { verifyExport } from '../../trading/src/proof/verify-export.ts'
import { sized } from '../short.ts'
import { type Attack, type Target, tally } from './target.ts'

const FORGED = sized(26, 3)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

type Forgery = [what: string, path: Path, value: Json]

/**
 * The product's public record with forged signals and recomputed hashes, seals and figures: backdated, duplicated, or with
 * terms that are not allowed.
 */
export const forgedRecords: Attack = async (target) => {
  const { outcome, tried } = tally()
  const proof = await publicRecord(target)
  const concordant = async (forged: ProofExport) =>
    (await verifyExport(forged as unknown as Json, { hash: sha256 })).verdict === 'concordant'
  if (!(await concordant(proof))) throw new Error('The unmodified record does not verify.')
  const ended = proof.signals
    .flatMap((row, index) => (row.closed_at ? [{ row, index }] : []))
    .slice(0, FORGED)
  for (const { row, index } of ended) {
    for (const [what, path, value] of forgeries(row, index)) {
      const copy = structuredClone(proof)
      await refit({ proof: copy, minutes: new Map() }, path, value)
      tried(`signal ${row.number} ${what}`, await concordant(copy))
    }
  }
  return outcome
}

function forgeries(row: JsonObject, index: number): Forgery[] {
  const levels = row.levels as JsonObject
  const [first] = levels.targets as JsonObject[]
  const place = (...path: Path) => ['signals', index, ...path] as const
  const beforeItsEnd = stamp((microsOf(row.closed_at) ?? 0) - 30_000_000)
  return [
    ['is dated just before its end', place('published_at'), beforeItsEnd],
    ['has the number of another', place('number'), Number(row.number) === 1 ? 2 : Number(row.number) - 1],
    ['closes a share of 1000', place('levels', 'targets', 0, 'share'), '1000'],
    ['has its stop where it should win', place('levels', 'stop_loss'), String(first?.price)],
    ['won more than it did', place('realised_r'), '9'],
  ]
}

const publicRecord = ({ send }: Target): Promise<ProofExport> =>
  collectProof(async (after) => {
    const body = JSON.stringify({ after, page_size: 1000 })
    const answer = await send('/rest/v1/rpc/export_proof', { method: 'POST', body })
    if (!answer.ok) throw new Error(await answer.text())
    return (await answer.json()) as ProofPage
  })
