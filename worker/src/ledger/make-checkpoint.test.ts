import { join } from 'node:path'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { fromBase64 } from 'trading/proof/log/base64'
import { checkpointText, entryLeaf, isSignedByLog, readCheckpoint } from 'trading/proof/log/checkpoint'
import { MerkleTree, verifyConsistency } from 'trading/proof/log/merkle-tree'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestProject, testProject } from '../../../server/src/testing/test-project.ts'
import { createPool } from '../database.ts'
import { makeCheckpoint } from './make-checkpoint.ts'
import { readLedgerSettings } from './settings.ts'

const log = pino({ level: 'silent' })
const NOW = Date.parse('2026-11-22T10:00:00Z')
const settings = readLedgerSettings({ PUBLIC_URL: 'https://vigie.example' })
let project: TestProject
let pool: Pool
beforeAll(async () => {
  project = await testProject({ projectDir: join(import.meta.dirname, '../../..') })
  pool = createPool(project.databaseUrl, 4, log)
}, 60_000)
afterAll(async () => {
  await pool.end()
  await project.stop()
})

const run = (changes = {}) => makeCheckpoint({ pool, log, now: () => NOW }, { ...settings, ...changes })
const append = (count: number) =>
  pool.query(`select private.append_to_ledger('note', null, '{}') from generate_series(1, $1)`, [count])
const kept = async () =>
  (await pool.query<{ note: string }>('select note from ledger_checkpoints order by size')).rows.map(
    ({ note }) => note,
  )
const keys = async () =>
  (await pool.query<{ key: string }>('select verifier_key as key from ledger_keys order by since')).rows.map(
    ({ key }) => key,
  )

describe('a checkpoint', () => {
  it('is not created while the ledger is empty', async () => {
    await run()
    expect(await kept()).toEqual([])
  })

  it('is the signed root over every entry, created once by any number of workers', async () => {
    await append(5)
    await Promise.all([run(), run(), run()])
    const [note, ...more] = await kept()
    expect(more).toEqual([])
    const tree = new MerkleTree()
    for (const { hash } of (await pool.query('select hash from ledger order by sequence')).rows)
      tree.append(entryLeaf(hash))
    const checkpoint = readCheckpoint(note!)!
    expect(checkpoint.note.text).toBe(checkpointText('vigie.example/ledger', { size: 5, root: tree.root() }))
    expect(isSignedByLog(checkpoint, await keys())).toBe(true)
  })

  it('is followed, once the chain has grown, by an extension signed with the same key', async () => {
    await append(4)
    await run()
    await run()
    const [first, second, ...more] = (await kept()).map((note) => readCheckpoint(note)!)
    expect(more).toEqual([])
    const { rows } = await pool.query<{ told: { consistency: string[]; note: string; keys: string[] } }>(
      'select ledger_extension(5) as told',
    )
    const { consistency, note, keys: published } = rows[0]!.told
    expect(readCheckpoint(note)!.root).toEqual(second!.root)
    expect(
      verifyConsistency(
        first!,
        second!,
        consistency.map((hash) => fromBase64(hash)!),
      ),
    ).toBe(true)
    expect(published).toEqual(await keys())
    expect(published).toHaveLength(1)
  })

  it('keeps the name of the log when the site moves, unless a setting names another', async () => {
    const named = async () => (await kept()).at(-1)!.split('\n')[0]
    await append(1)
    await run({ origin: 'moved.example/ledger', isNamed: false })
    expect(await named()).toBe('vigie.example/ledger')
    expect(await keys()).toHaveLength(1)
  })

  it('uses a newly configured key from then on, while earlier keys stay published', async () => {
    await append(1)
    await run({
      secretKey: Buffer.alloc(32, 9).toString('base64url'),
      origin: 'elsewhere.example/ledger',
      isNamed: true,
    })
    const published = await keys()
    expect(published).toHaveLength(2)
    for (const note of await kept()) expect(isSignedByLog(readCheckpoint(note)!, published)).toBe(true)
  })

  it('cannot be stored for another tree, and no one can read the secret key', async () => {
    const note = (await kept()).at(-1)!
    await append(1)
    await expect(
      pool.query('select private.keep_checkpoint(12, $1, $2, $3, now())', [
        note.split('\n')[2],
        note,
        (await keys())[0],
      ]),
    ).rejects.toThrow('not_of_this_tree')
    for (const role of ['anon', 'authenticated', 'service_role']) {
      const { rows } = await pool.query(
        `select has_table_privilege($1, 'private.ledger_signer', 'select') as may`,
        [role],
      )
      expect(rows[0].may, role).toBe(false)
    }
  })

  it('is requested by a current entry, and not by one simulated for the past', async () => {
    const asked = async () =>
      (await pool.query(`select count(*)::int as n from private.pending_jobs where task = 'make-checkpoint'`))
        .rows[0].n
    const before = await asked()
    await append(1)
    expect(await asked()).toBe(before + 1)
  })
})
