import type { Json } from 'trading/proof/ledger'
import type { JsonObject, ProofExport } from 'trading/proof/proof-format'
import type { CheckpointOptions } from 'trading/proof/verify-checkpoints'
import { verifyExport } from 'trading/proof/verify-export'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, product } from '../product.ts'
import { keepCheckpoint, WITNESS_KEY } from './kept-checkpoint.ts'
import { everyKindOfRecord, exportProof, sha256 } from './proof-record.ts'
import { renewHeads } from './proof-tampering.ts'

type List = { note: string; timestamps: JsonObject[] }[]
type Checkpoints = { keys: string[]; list: List }

const AT = Date.parse('2026-11-22T10:00:00Z')
let vigie: Product
let note: string
let proof: ProofExport
beforeAll(async () => {
  vigie = await product()
  await everyKindOfRecord(vigie)
  note = await keepCheckpoint(vigie, AT)
  await vigie.admin.query(`select private.write_ledger_head(now() + interval '5 days')`)
  proof = await exportProof(vigie)
}, 60_000)
afterAll(() => vigie.stop())

const verify = (file: unknown, checkpoints: CheckpointOptions = {}) =>
  verifyExport(file as Json, { hash: sha256, checkpoints })
const changed = (change: (part: Checkpoints, copy: ProofExport) => unknown) => {
  const copy = structuredClone(proof)
  change(copy.checkpoints as Checkpoints, copy)
  return copy
}

describe('checkpoints in an export', () => {
  it('are the trees of its entries, and name the witnesses that the reader knows', async () => {
    expect(await verify(proof)).toMatchObject({ counts: { checkpoints: 1 }, confirmations: [] })
    expect(await verify(proof, { witnesses: [WITNESS_KEY], kept: [note] })).toMatchObject({
      verdict: 'concordant',
      counts: { checkpoints: 2 },
      confirmations: [
        { size: proof.entries.length - 1, by: WITNESS_KEY.name, at: new Date(AT), kind: 'cosignature' },
      ],
    })
  })

  it('may be missing: an export of before is as concordant as it was', async () => {
    const { checkpoints: _, ...rest } = proof
    expect(await verify(rest)).toMatchObject({ verdict: 'concordant', counts: { checkpoints: 0 } })
  })

  it('find a chain that was rewritten with every hash right, which the chain alone does not', async () => {
    const rewritten = changed((_, copy) => {
      const last = copy.entries.at(-2)!
      ;(last.entry as { at: string }).at = last.entry.at.replace(
        /\d{3}Z$/,
        (end) => `${String((Number.parseInt(end, 10) + 1) % 1000).padStart(3, '0')}Z`,
      )
      renewHeads(copy)
    })
    const { checkpoints: _, ...alone } = rewritten
    expect(await verify(rewritten)).toMatchObject({
      divergence: { check: 'checkpoints', problem: 'other_root' },
    })
    expect(await verify(alone, { kept: [note] })).toMatchObject({
      divergence: { check: 'checkpoints', problem: 'other_root' },
    })
    expect(await verify(alone)).toMatchObject({ verdict: 'concordant' })
  })

  const LIES: Record<string, [problem: string, (part: Checkpoints, copy: ProofExport) => unknown]> = {
    'a size that is another': [
      'other_root',
      ({ list }) => (list[0]!.note = list[0]!.note.replace(/\n\d+\n/, '\n5\n')),
    ],
    'a root that is another': [
      'other_root',
      ({ list }) => (list[0]!.note = list[0]!.note.replace(/\n.{4}(.{39}=)\n/, '\nAAAA$1\n')),
    ],
    'a name that is another': [
      'not_signed',
      ({ list }) => (list[0]!.note = list[0]!.note.replace(/^vigie/, 'veille')),
    ],
    'a signature that is another': [
      'not_signed',
      ({ list }) =>
        (list[0]!.note = list[0]!.note.replace(
          /(ledger \S{30})(\S)/,
          (_, before, digit) => before + (digit === 'A' ? 'B' : 'A'),
        )),
    ],
    'no key': ['not_signed', (part) => (part.keys = [])],
    'a key that is none': ['malformed', ({ keys }) => keys.push('key')],
    'a checkpoint that is none': ['malformed', ({ list }) => list.push({ note: 'x', timestamps: [] })],
    'a time-stamp that is none': ['malformed', ({ list }) => list[0]!.timestamps.push({})],
    'an unknown part': ['malformed', (part) => Object.assign(part, { more: 1 })],
  }
  for (const [name, [problem, lie]] of Object.entries(LIES)) {
    it(`are refused with ${name}`, async () => {
      expect(await verify(changed(lie))).toMatchObject({ divergence: { check: 'checkpoints', problem } })
    })
  }

  it('are refused without the signature of the key that the reader knows, and with a false one of a witness', async () => {
    const logKeys = ['PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW']
    expect(await verify(proof, { logKeys })).toMatchObject({ divergence: { problem: 'not_signed' } })
    const forged = changed(
      ({ list }) =>
        (list[0]!.note = list[0]!.note.replace(
          /(w1 \S{40})(\S)/,
          (_, before, digit) => before + (digit === 'A' ? 'B' : 'A'),
        )),
    )
    expect(await verify(forged)).toMatchObject({ verdict: 'concordant' })
    expect(await verify(forged, { witnesses: [WITNESS_KEY] })).toMatchObject({
      divergence: { problem: 'false_signature' },
    })
  })

  it('kept elsewhere, of more entries than there are, show what was cut off', async () => {
    const { data } = await vigie.as.visitor.rpc('ledger_extension', { old: 1, sequences: [1] })
    expect(Object.keys(data as object).sort()).toEqual([
      'consistency',
      'inclusion',
      'keys',
      'note',
      'timestamps',
    ])
    await vigie.admin.query(`select private.append_to_ledger('note', null, '{}')`)
    const later = await keepCheckpoint(vigie, AT)
    expect(await verify(proof, { kept: [later] })).toMatchObject({ divergence: { problem: 'missing' } })
  })
})
