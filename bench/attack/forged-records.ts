import { createHash } from 'node:crypto'
import { refit, stamp } from '../../supabase/tests/proof/proof-refit.ts'
import type { Path } from '../../supabase/tests/proof/proof-tampering.ts'
import type { Json } from '../../trading/src/proof/ledger.ts'
import {
  collectProof,
  type JsonObject,
  microsOf,
  type ProofExport,
  type ProofPage,
} from '../../trading/src/proof/proof-format.ts'
import { verifyExport } from '../../trading/src/proof/verify-export.ts'
import { type MinutesPart, partsById } from '../../trading/src/signal-minutes.ts'
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
  const minutes = await publicMinutes(target)
  const concordant = async (forged: ProofExport, kept?: typeof minutes) =>
    (
      await verifyExport(forged as unknown as Json, {
        hash: sha256,
        ...(kept && { minutes: async (id) => kept.get(id) ?? [] }),
      })
    ).verdict === 'concordant'
  if (!(await concordant(proof, minutes))) throw new Error('The record is not concordant as it is.')
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
  const resolved = (proof.statements ?? [])
    .flatMap((row, index) => (row.state === 'resolved' ? [{ row, index }] : []))
    .slice(0, FORGED)
  if (resolved.length === 0) throw new Error('The record has no resolved statement to forge.')
  for (const { row, index } of resolved) {
    for (const [what, path, value] of misstatements(row, index)) {
      const copy = structuredClone({ proof, minutes })
      await refit(copy, path, value)
      tried(`statement ${row.number} ${what}`, await concordant(copy.proof, copy.minutes))
    }
  }
  return outcome
}

function misstatements(row: JsonObject, index: number): Forgery[] {
  const place = (...path: Path) => ['statements', index, ...path] as const
  const candle = row.candle as JsonObject
  return [
    ['was certain', place('terms', 'probability'), row.outcome ? '1' : '0'],
    ['came out otherwise', place('outcome'), !row.outcome],
    ['ran on past its resolution', place('deadline'), stamp((microsOf(row.deadline) ?? 0) + 3_600_000_000)],
    ['has the number of another', place('number'), Number(row.number) === 1 ? 2 : Number(row.number) - 1],
    [
      'rests on another minute',
      place('candle', 'opened_at'),
      String(candle.opened_at).replace(/:\d\d:00/, ':59:30'),
    ],
    ['is an engine’s', place('author_kind'), 'engine'],
  ]
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

/** The minutes that everything was decided on, as any visitor reads them. */
async function publicMinutes({ send }: Target): Promise<Map<string, MinutesPart[]>> {
  const read = async (kind: string, id = `${kind}_id`) => {
    const path = `/rest/v1/${kind}_minutes?select=${id},day,minutes&order=${id},day`
    const answer = await send(path)
    if (!answer.ok) throw new Error(await answer.text())
    return (await answer.json()) as MinutesPart[]
  }
  return partsById([...(await read('signal')), ...(await read('statement')), ...(await read('idea', 'idea'))])
}

const publicRecord = ({ send }: Target): Promise<ProofExport> =>
  collectProof(async (after) => {
    const body = JSON.stringify({ after, page_size: 1000 })
    const answer = await send('/rest/v1/rpc/export_proof', { method: 'POST', body })
    if (!answer.ok) throw new Error(await answer.text())
    return (await answer.json()) as ProofPage
  })
