import type { Pool } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DESK_ROWS } from '../../../supabase/tests/access/desk-rows.ts'
import { type Product, product } from '../../../supabase/tests/product.ts'
import { createPool } from '../database.ts'
import { createFileStore, type FileStore } from '../file-store.ts'
import { trimProofs } from './trim-proofs.ts'

const log = pino({ level: 'silent' })
const DAY = 86_400_000
let vigie: Product
let pool: Pool
let store: FileStore
beforeAll(async () => {
  vigie = await product()
  await vigie.admin.query(DESK_ROWS)
  pool = createPool(vigie.databaseUrl, 3, log)
  store = createFileStore({ projectUrl: vigie.url, serviceKey: vigie.serviceRoleKey })
}, 60_000)
afterAll(async () => {
  await pool.end()
  await vigie.stop()
})

type Decision = 'approved' | 'rejected' | 'needs_information' | 'withdrawn' | null

/** A member with a proof, its request (unless unsent), and the decision. */
async function brought(decision: Decision, sent = true) {
  const { client, id } = await vigie.member()
  const path = `${id}/releve.pdf`
  const files = client.storage.from('proofs')
  const pdf = new Blob(['%PDF-1.7 a statement'], { type: 'application/pdf' })
  const { error } = await files.upload(path, pdf)
  if (error) throw error
  if (sent) {
    const { data: request } = await client
      .rpc('request_qualification', { broker: 'partner', account_number: id.slice(0, 8), proof_path: path })
      .throwOnError()
    if (decision === 'withdrawn')
      await client.rpc('withdraw_qualification', { request_id: request }).throwOnError()
    else if (decision)
      await vigie.as.admin
        .rpc('decide_qualification', { request_ids: [request], decision, reason: 'Vu.' })
        .throwOnError()
  }
  const there = async () => (await files.list(id)).data?.length === 1
  const standing = async () =>
    (await client.from('qualification_requests').select('proof_path,proof_removed_at')).data?.[0]
  return { path, files, there, standing }
}
const trimAt = (time: number) => trimProofs({ pool, log, now: () => time }, store)

describe('a proof', () => {
  it('is kept for thirty days after the decision, then deleted, with the date in the request', async () => {
    const [approved, rejected, waiting, asked] = [
      await brought('approved'),
      await brought('rejected'),
      await brought(null),
      await brought('needs_information'),
    ]
    await trimAt(Date.now() + 29 * DAY)
    for (const proof of [approved, rejected, waiting, asked]) expect(await proof.there()).toBe(true)
    const end = Date.now() + 31 * DAY
    await trimAt(end)
    for (const proof of [approved, rejected]) {
      expect(await proof.there()).toBe(false)
      const standing = await proof.standing()
      expect(standing?.proof_path).toBeNull()
      expect(Date.parse(standing?.proof_removed_at)).toBe(end)
    }
    for (const proof of [waiting, asked]) {
      expect(await proof.there()).toBe(true)
      expect(await proof.standing()).toEqual({ proof_path: proof.path, proof_removed_at: null })
    }
  })

  it('is deleted after a day when its request was withdrawn or never sent', async () => {
    const [withdrawn, unsent] = [await brought('withdrawn'), await brought(null, false)]
    await trimAt(Date.now())
    expect([await withdrawn.there(), await unsent.there()]).toEqual([true, true])
    await trimAt(Date.now() + 2 * DAY)
    expect([await withdrawn.there(), await unsent.there()]).toEqual([false, false])
  })

  it('can be deleted by the member unless a decision is based on it or pending', async () => {
    const kept = [
      await brought(null),
      await brought('needs_information'),
      await brought('approved'),
      await brought('rejected'),
    ]
    for (const { files, path, there } of kept) {
      expect((await files.remove([path])).data).toEqual([])
      expect(await there()).toBe(true)
    }
    for (const { files, path, there } of [await brought('withdrawn'), await brought(null, false)]) {
      expect((await files.remove([path])).data).toHaveLength(1)
      expect(await there()).toBe(false)
    }
  })

  it('is deleted in the next run when the store did not answer', async () => {
    const proof = await brought('approved')
    const end = Date.now() + 31 * DAY
    const deaf: FileStore = { ...store, remove: async () => Promise.reject(new Error('no answer')) }
    await expect(trimProofs({ pool, log, now: () => end }, deaf)).rejects.toThrow('no answer')
    expect(await proof.there()).toBe(true)
    await trimAt(end)
    expect(await proof.there()).toBe(false)
  })
})
