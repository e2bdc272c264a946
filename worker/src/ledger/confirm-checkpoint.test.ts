import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { fromBase64 } from 'trading/proof/log/base64'
import { readCheckpoint } from 'trading/proof/log/checkpoint'
import { signedBy } from 'trading/proof/log/signed-note'
import { readCertificates, readStamp } from 'trading/proof/log/time-stamp'
import { StampIssuer } from 'trading/testing/stamp-issuer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestProject, testProject } from '../../../server/src/testing/test-project.ts'
import { createPool } from '../database.ts'
import { LoopbackWitness } from '../testing/loopback-witness.ts'
import { makeCheckpoint } from './make-checkpoint.ts'
import type { LedgerSettings } from './settings.ts'

const NOW = Date.parse('2026-11-22T10:00:00Z')
let ahead = 0
let project: TestProject
let pool: Pool
let witness: LoopbackWitness
let issuer: StampIssuer
let authority: Server
let stamps = 0
const reasons: string[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => reasons.push(JSON.parse(line).reason) })
let settings: LedgerSettings
beforeAll(async () => {
  project = await testProject({ projectDir: join(import.meta.dirname, '../../..') })
  pool = createPool(project.databaseUrl, 4, log)
  witness = await LoopbackWitness.open('witness.example/w1')
  issuer = await StampIssuer.make(new Date(NOW))
  authority = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', async () => {
      stamps += 1
      response.end(await issuer.answer(Uint8Array.from(Buffer.concat(parts))))
    })
  })
  await new Promise<void>((resolve) => authority.listen(0, '127.0.0.1', resolve))
  settings = {
    origin: 'vigie.example/ledger',
    isNamed: true,
    secretKey: null,
    witnesses: [{ key: witness.key, url: witness.url }],
    authorities: [`http://127.0.0.1:${(authority.address() as AddressInfo).port}/`],
  }
  await append(3)
  await makeCheckpoint(context(), { ...settings, witnesses: [], authorities: [] })
  witness.logKeys = (
    await pool.query<{ key: string }>('select verifier_key as key from ledger_keys')
  ).rows.map(({ key }) => key)
}, 60_000)
afterAll(async () => {
  await Promise.all([witness.close(), new Promise((resolve) => authority.close(resolve))])
  await pool.end()
  await project.stop()
})

const context = () => ({ pool, log, now: () => NOW + ahead })
const run = (changes: Partial<LedgerSettings> = {}) =>
  makeCheckpoint(context(), { ...settings, authorities: [], ...changes })
const append = (count: number) =>
  pool.query(`select private.append_to_ledger('note', null, '{}') from generate_series(1, $1)`, [count])
const lines = async () =>
  (
    await pool.query<{ size: number; note: string; line: string }>(
      'select size::int, note, line from ledger_cosignatures join ledger_checkpoints using (size) order by size',
    )
  ).rows

describe('a witness', () => {
  it('cosigns the first checkpoint and each extension, once', async () => {
    await run()
    await append(2)
    await run()
    await run()
    expect(witness.answers).toEqual([200, 200])
    const kept = await lines()
    expect(kept.map(({ size }) => size)).toEqual([3, 5])
    for (const { note, line } of kept)
      expect(signedBy(readCheckpoint(`${note}${line}\n`)!.note, witness.key)).toMatchObject({
        signed: 'true',
        seconds: witness.now,
      })
  })

  it('at a larger size than recorded is asked from there', async () => {
    // As after a restart that lost the answer: the witness has signed, but nothing was stored.
    await append(4)
    await run({ witnesses: [] })
    const other = { ...witness.key, name: 'witness.example/other' }
    await run({ witnesses: [{ key: other, url: witness.url }] })
    expect(witness.answers.slice(2)).toEqual([409, 200])
    expect(reasons.at(-1)).toBe('its cosignature is invalid')
    expect(witness.size).toBe(9)
    await run()
    expect(witness.answers.slice(4)).toEqual([409, 200])
    expect((await lines()).at(-1)?.size).toBe(9)
  })

  it('that is unreachable, refuses, or has signed another tree is asked again in the next run, and nothing is stored', async () => {
    await append(1)
    const before = (await lines()).length
    for (const [answer, reason] of [
      [{ status: 500, body: '' }, 'it answered 500'],
      [{ status: 422, body: '' }, 'it answered 422'],
      [{ status: 409, body: '99\n' }, 'conflict at size 99'],
      [{ status: 409, body: '9\n' }, 'conflict at size 9'],
      [{ status: 409, body: 'later' }, 'conflict at size unknown'],
      [{ status: 200, body: 'yes\n' }, 'its cosignature is invalid'],
      [{ status: 200, body: `${(await lines())[0]!.line}\n` }, 'its cosignature is invalid'],
    ] as const) {
      witness.instead.push(answer)
      await run()
      expect(reasons.at(-1)).toBe(reason)
    }
    expect(await lines()).toHaveLength(before)
    await run({ witnesses: [{ key: witness.key, url: 'http://127.0.0.1:1' }, ...settings.witnesses] })
    expect(await lines()).toHaveLength(before + 1)
  })

  it('is shown as a line of the checkpoint’s note', async () => {
    const { rows } = await pool.query<{ told: { note: string } }>('select ledger_extension() as told')
    expect(signedBy(readCheckpoint(rows[0]!.told.note)!.note, witness.key).signed).toBe('true')
  })
})

describe('an authority', () => {
  const tokens = async () =>
    (
      await pool.query<{ size: number; note: string; token: string; at: Date }>(
        'select size::int, note, token, at from ledger_timestamps join ledger_checkpoints using (size) order by size',
      )
    ).rows

  it('timestamps a checkpoint, and no other within the hour', async () => {
    const stamping = { authorities: settings.authorities, witnesses: [] }
    await run(stamping)
    await append(1)
    ahead = 1_800_000
    await run(stamping)
    expect(stamps).toBe(1)
    ahead = 3_600_001
    await run(stamping)
    await run(stamping)
    expect(stamps).toBe(2)
    const kept = await tokens()
    expect(kept.map(({ size, at }) => [size, at])).toEqual([
      [10, new Date(NOW)],
      [11, new Date(NOW)],
    ])
    for (const { note, token } of kept)
      expect(
        await readStamp(fromBase64(token)!, readCheckpoint(note)!.note.text, readCertificates(issuer.pem)),
      ).toEqual({
        at: new Date(NOW),
        by: 'Test stamps',
      })
  })

  it('with an invalid answer is asked again, and nothing is stored', async () => {
    const before = (await tokens()).length
    await append(1)
    ahead = 3 * 3_600_000
    issuer.stamping = { at: new Date(NOW), nonce: Uint8Array.of(7) }
    await run({ authorities: settings.authorities, witnesses: [] })
    expect(reasons.at(-1)).toBe('another nonce')
    expect(await tokens()).toHaveLength(before)
    issuer.stamping = { at: new Date(NOW) }
    await run({ authorities: settings.authorities, witnesses: [] })
    expect(await tokens()).toHaveLength(before + 1)
  })
})
