import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { strFromU8, unzipSync } from 'fflate'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, product } from '../../../supabase/tests/product.ts'
import { createPool } from '../database.ts'
import { createFileStore, type FileStore } from '../file-store.ts'
import { eraseAccounts } from './erase-accounts.ts'
import { exportData, trimExports } from './export-data.ts'

const log = pino({ level: 'silent' })
let vigie: Product
let pool: Pool
let store: FileStore
beforeAll(async () => {
  vigie = await product()
  pool = createPool(vigie.databaseUrl, 5, log)
  store = createFileStore({ projectUrl: vigie.url, serviceKey: vigie.serviceRoleKey })
}, 60_000)
afterAll(async () => {
  await pool.end()
  await vigie.stop()
})

const PDF = '%PDF-1.4 a statement'
const DAY = 86_400_000
const at = (time: number) => ({ pool, log, now: () => time })

async function asking() {
  const member = await vigie.member()
  await member.client.storage
    .from('proofs')
    .upload(`${member.id}/relevé 1.pdf`.replace('é', 'e'), new Blob([PDF], { type: 'application/pdf' }))
  const { data, error } = await member.client.rpc('request_data_export')
  if (error) throw error
  return { ...member, request: data as string }
}
const stateOf = async (id: string) =>
  (await pool.query('select state, parts, bytes::int from data_exports where id = $1', [id])).rows[0]

describe('a member’s data export', () => {
  it('is zipped by the worker and downloaded through a link that the member signs', async () => {
    const member = await asking()
    await exportData(at(Date.now()), store, { id: member.request })
    const path = `${member.id}/${member.request}/1.zip`
    const signed = await member.client.storage.from('exports').createSignedUrl(path, 300)
    expect(signed.error).toBeNull()
    const answer = await fetch(signed.data?.signedUrl as string)
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect(await stateOf(member.request)).toEqual({ state: 'ready', parts: 1, bytes: bytes.length })
    const opened = unzipSync(bytes)
    expect(strFromU8(opened['files/proofs/releve 1.pdf'] as Uint8Array)).toBe(PDF)
    const data = JSON.parse(strFromU8(opened['data.json'] as Uint8Array))
    expect(data.member).toBe(member.id)
    expect(data.tables['public.profiles']).toHaveLength(1)
  })

  it('is inaccessible to others, and to an old session', async () => {
    const member = await asking()
    await exportData(at(Date.now()), store)
    const path = `${member.id}/${member.request}/1.zip`
    const sign = async (client = member.client) =>
      (await client.storage.from('exports').createSignedUrl(path, 300)).data?.signedUrl ?? null
    for (const actor of ['visitor', 'freemium', 'premium', 'analyst', 'admin'] as const)
      expect(await sign(vigie.as[actor]), actor).toBeNull()
    expect(await sign()).not.toBeNull()
    await pool.query(
      `with old as (update auth.sessions set created_at = now() - interval '11 minutes' where user_id = $1 returning id)
       update auth.mfa_amr_claims set updated_at = now() - interval '11 minutes' where session_id in (select id from old)`,
      [member.id],
    )
    expect(await sign()).toBeNull()
    const own = await member.client.storage
      .from('exports')
      .upload(`${member.id}/${member.request}/2.zip`, new Blob(['PK'], { type: 'application/zip' }))
    expect(own.error).not.toBeNull()
  })

  it('is created once by two workers, and deleted after three days with its bytes', async () => {
    const member = await asking()
    const began = Date.now()
    await Promise.all([exportData(at(began), store), exportData(at(began), store)])
    expect(await stateOf(member.request)).toMatchObject({ state: 'ready' })
    await trimExports(at(began + 2 * DAY), store)
    expect(await stateOf(member.request)).toMatchObject({ state: 'ready' })
    await trimExports(at(began + 3 * DAY + 1000), store)
    expect(await stateOf(member.request)).toMatchObject({ state: 'expired' })
    expect(await store.read('exports', `${member.id}/${member.request}/1.zip`)).toBeNull()
  })

  it('is retried when the store fails, and given up after half an hour', async () => {
    const member = await asking()
    const broken = { ...store, write: () => Promise.reject(new Error('no room')) }
    const job = { id: member.request }
    await expect(exportData(at(Date.now()), broken, job)).rejects.toThrow('no room')
    expect(await stateOf(member.request)).toMatchObject({ state: 'waiting' })
    await exportData(at(Date.now() + 31 * 60_000), broken, job)
    expect(await stateOf(member.request)).toMatchObject({ state: 'failed' })
  })

  it('is created although another member’s fails', async () => {
    const [first, second] = [await asking(), await asking()]
    const broken: FileStore = {
      ...store,
      write: (bucket, path, ...rest) =>
        path.startsWith(first.id) ? Promise.reject(new Error('no room')) : store.write(bucket, path, ...rest),
    }
    await expect(exportData(at(Date.now()), broken)).rejects.toThrow('1 data exports failed: no room')
    expect(await stateOf(first.request)).toMatchObject({ state: 'waiting' })
    expect(await stateOf(second.request)).toMatchObject({ state: 'ready' })
    await exportData(at(Date.now()), store)
    expect(await stateOf(first.request)).toMatchObject({ state: 'ready' })
  })

  it('waits without a store', async () => {
    const member = await asking()
    await exportData(at(Date.now()), null)
    expect(await stateOf(member.request)).toMatchObject({ state: 'waiting' })
  })
})

describe('erasures', () => {
  const gone = async (id: string) =>
    (await pool.query('select from auth.users where id = $1', [id])).rowCount === 0

  it('happen after fourteen days, including files and exports; a refused one does not affect others', async () => {
    const [member, promoted, kept] = [await asking(), await asking(), await asking()]
    await exportData(at(Date.now()), store)
    for (const { client } of [member, promoted, kept]) {
      expect((await client.rpc('request_account_deletion')).error).toBeNull()
    }
    await pool.query(`insert into staff (user_id, role) values ($1, 'analyst')`, [promoted.id])
    const { rows } = await pool.query('select email from auth.users where id = $1', [kept.id])
    const again = createClient(vigie.url, vigie.anonKey, { auth: { persistSession: false } })
    await again.auth.signInWithPassword({ email: rows[0].email, password: 'a long test password' })
    expect((await again.rpc('cancel_account_deletion')).data).toBe(true)

    await eraseAccounts(at(Date.now() + 13 * DAY))
    expect(await gone(member.id)).toBe(false)
    await eraseAccounts(at(Date.now() + 14 * DAY + 60_000))
    expect([await gone(member.id), await gone(promoted.id), await gone(kept.id)]).toEqual([
      true,
      false,
      false,
    ])
    const files = await pool.query(`select bucket_id from storage.objects where starts_with(name, $1)`, [
      member.id,
    ])
    expect(files.rows).toEqual([])
    await expect(store.read('exports', `${member.id}/${randomUUID()}/1.zip`)).resolves.toBeNull()
  })
})
