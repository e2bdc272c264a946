import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Json } from 'trading/proof/ledger'
import { verifyExport } from 'trading/proof/verify-export'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, product } from '../product.ts'
import { MISSTATED, misstated } from './proof-misstated.ts'
import { nameOf, othersOf } from './proof-mutations.ts'
import { everyKindOfRecord, exportMinutes, exportProof, sha256 } from './proof-record.ts'
import { type Record, refit, renew } from './proof-refit.ts'
import { at, leaves, type Path } from './proof-tampering.ts'
import { UNPUBLISHABLE, unpublished } from './proof-unpublishable.ts'

let vigie: Product
let record: Record
beforeAll(async () => {
  vigie = await product()
  await everyKindOfRecord(vigie)
  record = { proof: await exportProof(vigie), minutes: await exportMinutes(vigie) }
})
afterAll(() => vigie.stop())

const verify = async ({ proof, minutes }: Record) =>
  await verifyExport(proof as unknown as Json, {
    hash: sha256,
    minutes: async (signal) => minutes.get(signal) ?? [],
  })

const places = () =>
  [...leaves(record.proof)].flatMap((path) => {
    const others = othersOf(at(record.proof, path)).filter((value) => value !== at(record.proof, path))
    return others.map((value) => ({ path, value }))
  })

/** The sources of the other values of an export. Recomputed from these, the export must differ only in the changed place. */
const isSource = ([part, , key]: Path) =>
  part === 'entries' ||
  key === 'reasons' ||
  !['signals', 'statistics', 'heads', 'head', 'statements', 'scores'].includes(String(part))

/** The fields that docs/proof.md lists as not found when everything is rewritten. */
function listedFields(): string[] {
  const page = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'proof.md'), 'utf8')
  const table = /### Fields that a rewritten record may change\n([\s\S]*?)\n###? /.exec(page)?.[1] ?? ''
  const rows = table.split('\n').filter((line) => line.startsWith('| `'))
  return rows.flatMap((row) => [...row.split('|')[1]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!))
}

describe('a record in which one field says something else', () => {
  it('[S-100] is found out whichever field it is, where nothing else follows', async () => {
    const missed = new Set<string>()
    for (const { path, value } of places()) {
      const parent = at(record.proof, path.slice(0, -1)) as { [key: string]: unknown }
      const key = String(path.at(-1))
      const before = parent[key]
      parent[key] = value
      // Chance is only recomputed if the minutes are available.
      const { verdict } = path.includes('chance')
        ? await verify(record)
        : await verifyExport(record.proof as unknown as Json, { hash: sha256 })
      parent[key] = before
      if (verdict === 'concordant') missed.add(nameOf(path, record.proof))
    }
    // The export time is not verifiable.
    expect([...missed].sort()).toEqual(['exported_at'])
  }, 240_000)

  it('[S-100] is found out where everything else is rewritten to match, or the field is listed in docs/proof.md', async () => {
    const missed = new Set<string>()
    for (const { path, value } of places().filter((place) => isSource(place.path))) {
      const copy = structuredClone(record)
      await refit(copy, path, value)
      const { verdict } = await verify(copy)
      if (verdict === 'concordant' && !isSame(path, copy)) missed.add(nameOf(path, record.proof))
    }
    expect([...missed].sort()).toEqual(listedFields().sort())
  }, 480_000)

  it('is concordant where it is rewritten to say the same', async () => {
    const copy = structuredClone(record)
    await refit(copy, ['exported_at'], record.proof.exported_at)
    expect(copy.proof.entries).toEqual(record.proof.entries)
    expect(await verify(copy)).toMatchObject({ verdict: 'concordant' })
  })
})

describe('a record of a signal that could not be published, with everything else to match', () => {
  it.each(Object.entries(UNPUBLISHABLE))('[S-100] is found out where it %s', async (_name, falsified) => {
    const proof = await unpublished(structuredClone(record.proof), falsified)
    const { problem, expected } = falsified
    expect(await verifyExport(proof as unknown as Json, { hash: sha256 })).toMatchObject({
      verdict: 'divergent',
      divergence: { problem, ...(expected && { expected }) },
    })
  })
})

describe('a record of a statement that was never so, with everything else to match', () => {
  it.each(Object.entries(MISSTATED))('[S-100] is found out where it %s', async (_name, lie) => {
    const copy = structuredClone(record)
    const proof = await misstated(copy, lie)
    expect(await verify({ proof, minutes: copy.minutes })).toMatchObject({
      verdict: 'divergent',
      divergence: { problem: lie.problem, ...(lie.expected && { expected: lie.expected }) },
    })
  })
})

describe('what an analyst said', () => {
  it('[S-100] is found out where it is dated before the publication that it is about', async () => {
    const { proof } = structuredClone(record)
    const [published, seal] = proof.entries.map(({ entry }) => entry as unknown as Entry)
    const ending = proof.entries.find(({ entry }) => entry.signal === published!.signal && entry.data.events)
    const note = (ending!.entry.data.events as unknown as { kind: string; at: string }[]).find(
      ({ kind }) => kind === 'note',
    )
    seal!.at = published!.at.replace('10:00:00.', '10:00:10.')
    note!.at = published!.at.replace('10:00:00.', '09:59:59.')
    await renew(proof)
    expect(await verifyExport(proof as unknown as Json, { hash: sha256 })).toMatchObject({
      verdict: 'divergent',
      divergence: { check: 'outcomes', problem: 'not_by_the_rules', expected: `≥ ${published!.at}` },
    })
  })
})

type Entry = { at: string; signal: string }
const isSame = (path: Path, copy: Record) => at(copy.proof, path) === at(record.proof, path)
