import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { toBase64 } from 'trading/proof/log/base64'
import { headText } from 'trading/proof/log/head-text'
import { keyText } from 'trading/proof/log/signed-note'
import { readStampResponse, stampRequest } from 'trading/proof/log/time-stamp'
import type { ProofExport } from 'trading/proof/proof-format'
import { writeSignalProof } from 'trading/proof/signal-proof'
import type { MinutesPart } from 'trading/signal-minutes'
import { StampIssuer } from 'trading/testing/stamp-issuer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { product } from '../product.ts'
import { keepCheckpoint, LOG_KEY, WITNESS_KEY } from './kept-checkpoint.ts'
import { everyKindOfRecord, exportMinutes, exportProof } from './proof-record.ts'

const AT = new Date('2026-11-22T10:00:00Z')
const root = join(import.meta.dirname, '..', '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'proof-'))
let proof: ProofExport
let checkpoint: string
let issuer: StampIssuer
let signal: string
let minutes: MinutesPart[]
beforeAll(async () => {
  issuer = await StampIssuer.make(AT)
  const vigie = await product()
  await everyKindOfRecord(vigie)
  checkpoint = await keepCheckpoint(vigie, AT.getTime(), stamped)
  const { data } = await vigie.as.visitor.rpc('ledger_extension', { sequences: [1] })
  const { note, inclusion } = data as { note: string; inclusion: Record<string, string[]> }
  proof = await exportProof(vigie)
  const published = proof.entries[0]!
  signal = await writeSignalProof({ published, opened: null, path: inclusion[1]!, note })
  minutes = [...(await exportMinutes(vigie)).values()].flat()
  await vigie.stop()
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A token over a text, issued by a local authority. */
async function stamped(text: string): Promise<string> {
  const nonce = Uint8Array.of(1, 2, 3)
  const answer = await readStampResponse(await issuer.answer(stampRequest(text, nonce)), text, nonce)
  if ('problem' in answer) throw new Error(answer.problem)
  return toBase64(answer.token)
}

/** Runs the command on a file, as a third party does, without network access. */
async function verify(content: string, ...options: string[]): Promise<{ code: number; told: string }> {
  const file = join(folder, 'export.json')
  writeFileSync(file, content)
  try {
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ['scripts/verify.ts', file, ...options],
      { cwd: root },
    )
    return { code: 0, told: stdout + stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, told: stdout + stderr }
  }
}

describe('npm run verify', () => {
  it('[S-100] says that an export is concordant, and ends with 0', async () => {
    const { code, told } = await verify(JSON.stringify(proof))
    expect(code).toBe(0)
    expect(told).toContain(`CONCORDANT`)
    expect(told).toContain(proof.entries.at(-1)!.hash)
  })

  it('names the first divergence, and ends with 1', async () => {
    const falsified = structuredClone(proof)
    falsified.signals[0] = { ...falsified.signals[0]!, realised_r: '9' }
    const { code, told } = await verify(JSON.stringify(falsified))
    expect(code).toBe(1)
    expect(told).toMatch(/DIVERGENT: displayed, differs \(entry 1, signal no\. 1\)/)
    expect(told).toMatch(/at {8}signals\[0\]\.realised_r\n {2}expected {2}0\.\d+\n {2}found {5}9/)
  })

  it('holds the chain to a head that was kept, as a line or in a file', async () => {
    const [head] = proof.heads as { day: string; sequence: number; hash: string }[]
    const kept = join(folder, 'head.txt')
    writeFileSync(kept, `${headText(head!)}\n`)
    expect(await verify(JSON.stringify(proof), '--head', kept)).toMatchObject({ code: 0 })
    const other = headText({ ...head!, hash: 'f'.repeat(64) })
    const { code, told } = await verify(JSON.stringify(proof), '--head', other)
    expect(code).toBe(1)
    expect(told).toContain('DIVERGENT: heads, kept head')
  })

  it('[S-100] goes through every minute, given as lines or as a list, and names the signal and the minute that part', async () => {
    const file = join(folder, 'minutes.jsonl')
    for (const text of [minutes.map((part) => JSON.stringify(part)).join('\n'), JSON.stringify(minutes)]) {
      writeFileSync(file, text)
      const { code, told } = await verify(JSON.stringify(proof), '--minutes', file)
      expect(told).toMatch(/minutes gone through {4}\d+\n[\s\S]*CONCORDANT/)
      expect(code).toBe(0)
    }
    const [first, ...rest] = minutes
    const later = { ...first!, minutes: first!.minutes.split('\n').slice(0, -1).join('\n') }
    writeFileSync(file, JSON.stringify([later, ...rest]))
    const { code, told } = await verify(JSON.stringify(proof), '--minutes', file)
    expect(code).toBe(1)
    expect(told).toMatch(
      /DIVERGENT: minutes, other minutes \(entry \d+, signal no\. \d+\)\n {2}at {8}minutes of signal \d+, /,
    )
  })

  it('ends with 2 where there is nothing to check', async () => {
    expect(await verify('{"format":')).toMatchObject({
      code: 2,
      told: expect.stringContaining('is not valid JSON'),
    })
    expect(await verify('{}', '--head', 'nowhere.txt')).toMatchObject({ code: 2 })
    expect(await verify('{}', '--minutes', 'nowhere.jsonl')).toMatchObject({ code: 2 })
    expect(await verify('{}', '--unknown')).toMatchObject({ code: 2 })
    expect(await verify('{}', 'another.json')).toMatchObject({
      code: 2,
      told: expect.stringContaining('Usage'),
    })
  })

  it('holds the entries to a checkpoint that was kept, and tells who cosigned it, and when', async () => {
    const kept = join(folder, 'checkpoint.txt')
    writeFileSync(kept, checkpoint)
    const options = ['--checkpoint', kept, '--key', LOG_KEY, '--witness', keyText(WITNESS_KEY)]
    const { code, told } = await verify(JSON.stringify(proof), ...options)
    expect(code).toBe(0)
    expect(told).toContain(`entries were cosigned by ${WITNESS_KEY.name} at 2026-11-22T10:00:00.000Z`)
    const cut = { ...structuredClone(proof), checkpoints: undefined }
    writeFileSync(kept, checkpoint.replace(/\n\d+\n/, '\n3\n'))
    expect(await verify(JSON.stringify(cut), '--checkpoint', kept)).toMatchObject({ code: 1 })
    expect(await verify(JSON.stringify(proof), '--key', 'no key')).toMatchObject({ code: 2 })
  })

  it('checks the proof of one signal alone, with the log’s key', async () => {
    const { code, told } = await verify(signal, '--key', LOG_KEY)
    expect(code).toBe(0)
    expect(told).toContain('PROVED')
    expect(told).toContain(String(proof.entries[0]!.entry.data.commitment))
    expect(await verify(signal)).toMatchObject({ code: 2 })
    expect(await verify(signal, '--key', keyText(WITNESS_KEY))).toMatchObject({ code: 1 })
    expect(await verify(signal.replace('index 0', 'index 1'), '--key', LOG_KEY)).toMatchObject({ code: 1 })
  })

  it('tells a reader who trusts an authority when it stamped the chain, and finds a stamp of something else', async () => {
    const trusted = join(folder, 'authority.pem')
    writeFileSync(trusted, issuer.pem)
    const { code, told } = await verify(JSON.stringify(proof), '--authority', trusted)
    expect(code).toBe(0)
    expect(told).toContain('entries were time-stamped by Test stamps at 2026-11-22T10:00:00.000Z')
    const stranger = join(folder, 'stranger.pem')
    writeFileSync(stranger, (await StampIssuer.make(AT)).pem)
    const unknown = await verify(JSON.stringify(proof), '--authority', stranger)
    expect(unknown.code).toBe(0)
    expect(unknown.told).not.toContain('time-stamped')
    const forged = structuredClone(proof)
    const { list } = forged.checkpoints as { list: { timestamps: { token: string }[] }[] }
    list[0]!.timestamps[0]!.token = await stamped('another text')
    const found = await verify(JSON.stringify(forged), '--authority', trusted)
    expect(found.code).toBe(1)
    expect(found.told).toContain('checkpoints, false signature')
    expect(await verify(JSON.stringify(proof), '--authority', join(folder, 'export.json'))).toMatchObject({
      code: 2,
    })
  })
})
