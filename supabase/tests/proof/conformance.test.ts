import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROOF_VERSION, type ProofExport } from 'trading/proof/proof-format'
import { beforeAll, describe, expect, it } from 'vitest'
import { product } from '../product.ts'
import { type ExportCase, exportCases, inLines, verdictOf } from './conformance-exports.ts'
import { byHand, decided, inShort, type OutcomeCase, outcomeCases, written } from './conformance-outcomes.ts'
import { everyKindOfRecord, exportMinutes, exportProof } from './proof-record.ts'

const folder = join(import.meta.dirname, '..', '..', '..', 'trading', 'conformance')
const read = <Value>(name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Value
const write = (name: string, value: object) =>
  writeFileSync(join(folder, name), `${inLines(value as unknown[])}\n`)

// `CONFORMANCE=keep` rewrites the files from the current record and engine.
beforeAll(async () => {
  if (process.env.CONFORMANCE !== 'keep') return
  const vigie = await product()
  await everyKindOfRecord(vigie)
  const base = { proof: await exportProof(vigie), minutes: [...(await exportMinutes(vigie)).values()].flat() }
  await vigie.stop()
  write('record.json', base.proof)
  write('minutes.json', base.minutes)
  write('exports.json', await exportCases(base))
  write('outcomes.json', outcomeCases())
})

describe('the conformance suite', () => {
  it('[S-100] has exports that our verifier finds what they say, one after the other', async () => {
    const base = { proof: read<never>('record.json'), minutes: read<never>('minutes.json') }
    const cases = read<ExportCase[]>('exports.json')
    expect(cases.length).toBeGreaterThan(80)
    const found = await Promise.all(
      cases.map(async (one) => ({ name: one.name, verdict: await verdictOf(base, one) })),
    )
    expect(found).toEqual(cases.map(({ name, verdict }) => ({ name, verdict })))
  })

  it.each([4, 5, PROOF_VERSION])(
    '[S-100] has an export of version %i, which is concordant',
    async (version) => {
      const suffix = version === PROOF_VERSION ? '' : `-${version}`
      const base = {
        proof: read<ProofExport>(`record${suffix}.json`),
        minutes: read<never>(`minutes${suffix}.json`),
      }
      expect(base.proof.version).toBe(version)
      expect(await verdictOf(base, { name: '', patch: [], minutes: [] })).toEqual({ verdict: 'concordant' })
    },
  )

  it('[S-100] finds statements in an export of version 4, from before there were any', async () => {
    const base = { proof: read<never>('record-4.json'), minutes: read<never>('minutes-4.json') }
    for (const key of ['statements', 'scores'])
      expect(
        await verdictOf(base, { name: '', patch: [{ op: 'add', path: `/${key}`, value: [] }] }),
      ).toMatchObject({
        problem: 'malformed',
      })
    const { proof } = base as { proof: { entries: unknown[] } }
    const kind = [
      { op: 'replace' as const, path: `/entries/${proof.entries.length - 1}/entry/kind`, value: 'stated' },
    ]
    expect(await verdictOf(base, { name: '', patch: kind })).toMatchObject({ verdict: 'divergent' })
  })

  it('[S-100] calls concordant only what no rule contradicts', () => {
    const concordant = read<ExportCase[]>('exports.json').filter(
      ({ verdict }) => verdict.verdict === 'concordant',
    )
    expect(concordant.map(({ name }) => name)).toEqual([
      'a record with one of everything',
      'the same with its minutes',
      'the same with the heads that were kept',
      'alone: it was exported a second later',
      'rewritten: another author, which no rule contradicts',
    ])
  })

  it('has outcomes for every rule but the one about waiting', () => {
    const rules = new Set(read<OutcomeCase[]>('outcomes.json').flatMap((one) => one.rules))
    expect([...rules].sort((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14])
  })

  it.each(read<OutcomeCase[]>('outcomes.json').map((one) => [one.name, one] as const))(
    '[S-100] decides that %s',
    (name, one) => {
      expect(decided(one).map(written)).toEqual(one.expected)
      expect(one.expected.map(inShort)).toEqual(byHand(name))
    },
  )
})
