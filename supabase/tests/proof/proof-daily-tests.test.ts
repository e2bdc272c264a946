import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedCommitment } from 'trading/learning/draw'
import type { Json } from 'trading/proof/ledger'
import type { ProofExport } from 'trading/proof/proof-format'
import { readBanks } from 'trading/proof/verify-daily-tests'
import { verifyExport } from 'trading/proof/verify-export'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { silentLog } from '../../../server/src/testing/silent-log.ts'
import { keepDailyTest } from '../../../worker/src/learning/keep-daily-test.ts'
import { fillBank } from '../learning/daily-bank.ts'
import { type Product, product } from '../product.ts'
import { exportProof, sha256 } from './proof-record.ts'
import { renew } from './proof-refit.ts'

// biome-ignore lint/suspicious/noExplicitAny: a falsified part may hold anything anywhere.
type Data = { [key: string]: any }
const DAYS = ['2026-11-20', '2026-11-21', '2026-11-22'] as const
const [FIRST, SECOND] = DAYS

let vigie: Product
let proof: ProofExport
let banks: string
beforeAll(async () => {
  vigie = await product()
  await fillBank(vigie.admin, 60)
  for (const day of DAYS)
    await keepDailyTest({ pool: vigie.admin, log: silentLog, now: () => Date.parse(`${day}T08:00:00Z`) })
  proof = { ...(await exportProof(vigie)), exported_at: '2026-11-22T09:00:00.000000Z' }
  const { data } = await vigie.as.visitor.from('daily_tests').select('day, bank').throwOnError()
  banks = JSON.stringify(data)
})
afterAll(() => vigie.stop())

const verify = (one: ProofExport, given: string | null = banks) =>
  verifyExport(one as unknown as Json, { hash: sha256, ...(given && { banks: readBanks(given) }) })
const dataOf = (one: ProofExport, kind: string, day: string): Data =>
  one.entries.find(({ entry }) => entry.kind === `test_${kind}` && entry.data.day === day)!.entry.data
/** A copy in which something else was told, with every hash and head recomputed. */
async function changed(change: (of: (kind: string, day?: string) => Data) => void): Promise<ProofExport> {
  const copy = structuredClone(proof)
  change((kind, day = FIRST) => dataOf(copy, kind, day))
  await renew(copy)
  return copy
}

describe('[S-111] the daily tests of a record', () => {
  it('are concordant, each draw computed again from its bank', async () => {
    expect(await verify(proof)).toMatchObject({
      verdict: 'concordant',
      counts: { tests: { tests: 4, late: 1, revealed: 2, overdue: 0, drawn: 2 } },
      notRecomputed: [],
    })
    expect(await verify(proof, null)).toMatchObject({
      verdict: 'concordant',
      counts: { tests: { revealed: 2, drawn: 0 } },
      notRecomputed: ['draws'],
    })
    expect(await verify({ ...proof, exported_at: '2026-12-01T09:00:00.000000Z' })).toMatchObject({
      verdict: 'concordant',
      counts: { tests: { revealed: 2, overdue: 2 } },
    })
  })

  it('are reported by the command, which takes the banks as a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'banks-'))
    const [record, given] = [join(folder, 'export.json'), join(folder, 'banks.json')]
    writeFileSync(record, JSON.stringify(proof))
    writeFileSync(given, banks)
    const told = execFileSync(process.execPath, ['scripts/verify.ts', record, '--banks', given], {
      cwd: join(import.meta.dirname, '../../..'),
      encoding: 'utf8',
    })
    rmSync(folder, { recursive: true })
    expect(told).toContain('4, of which committed late 1, revealed 2, overdue 0; draws computed again 2')
    expect(told).toContain('CONCORDANT')
  })

  it.each<[string, string, string, (of: (kind: string, day?: string) => Data) => void]>([
    [
      'has a seed that was not committed to',
      'does_not_open',
      'seed',
      (of) => {
        of('revealed').seed = 'a'.repeat(64)
      },
    ],
    [
      'has another commitment',
      'does_not_open',
      'seed',
      (of) => {
        of('committed').commitment = 'a'.repeat(64)
      },
    ],
    [
      'was drawn from a seed that was chosen afterwards',
      'not_by_the_rules',
      'questions',
      (of) => {
        of('revealed').seed = 'a'.repeat(64)
        of('committed').commitment = seedCommitment('a'.repeat(64))
      },
    ],
    [
      'has another bank',
      'does_not_open',
      'bank',
      (of) => {
        of('committed').bank = 'a'.repeat(64)
      },
    ],
    [
      'asked in another order',
      'not_by_the_rules',
      'questions',
      (of) => {
        of('revealed').questions.reverse()
      },
    ],
    [
      'asked a question less',
      'not_by_the_rules',
      'questions',
      (of) => {
        of('revealed').questions.pop()
      },
    ],
    [
      'was opened and asked nothing',
      'malformed',
      'questions',
      (of) => {
        of('revealed').questions = null
      },
    ],
    [
      'was committed to twice',
      'published_twice',
      'day',
      (of) => {
        of('committed', SECOND).day = FIRST
      },
    ],
    [
      'was opened without a commitment',
      'never_published',
      'day',
      (of) => {
        of('opened').day = '2026-11-19'
      },
    ],
    [
      'was opened before its day',
      'out_of_time',
      'at',
      (of) => {
        for (const told of [of('committed'), of('opened')]) told.day = '2026-11-25'
      },
    ],
    [
      'was opened again after its end',
      'after_the_end',
      'kind',
      (of) => {
        of('opened', DAYS[2]).day = FIRST
      },
    ],
    [
      'was revealed before its end',
      'out_of_time',
      'at',
      (of) => {
        of('revealed').day = SECOND
      },
    ],
  ])('are found out where one %s, with everything else to match', async (_name, problem, key, change) => {
    const found = await verify(await changed(change))
    expect(found).toMatchObject({ verdict: 'divergent', divergence: { problem } })
    if (found.verdict === 'divergent') expect(found.divergence.path).toMatch(new RegExp(`${key}$`))
  })

  it('are found out where a field of the chain says something else, and where the bank does', async () => {
    const places = proof.entries.flatMap(({ entry }, place) =>
      entry.kind.startsWith('test_') ? Object.keys(entry.data).map((key) => [place, key] as const) : [],
    )
    for (const [place, key] of places) {
      const copy = structuredClone(proof)
      const data = copy.entries[place]!.entry.data as Data
      data[key] = Array.isArray(data[key])
        ? data[key].slice(1)
        : String(data[key]).replace(/.$/, (end) => (end === '0' ? '1' : '0'))
      expect((await verify(copy, null)).verdict, `${place} ${key}`).toBe('divergent')
    }
    const rows = JSON.parse(banks) as { day: string; bank: Data[] | null }[]
    for (const change of [
      (bank: Data[]) => bank.pop(),
      (bank: Data[]) => Object.assign(bank[0]!, { level: 9 }),
      (bank: Data[]) => Object.assign(bank[0]!, { version: 'x' }),
    ]) {
      const other = structuredClone(rows)
      change(other.find(({ day }) => day === FIRST)!.bank!)
      expect(await verify(proof, JSON.stringify(other))).toMatchObject({
        divergence: { check: 'commitments', problem: 'does_not_open' },
      })
    }
    expect((await verify(proof, '[]')).verdict).toBe('divergent')
    expect(() => readBanks('[1]')).toThrow(SyntaxError)
  })
})
