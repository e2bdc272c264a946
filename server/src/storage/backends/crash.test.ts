import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type StorageProject, storageProject } from '../storage-project.ts'
import { Room } from '../uploads/room.ts'
import { fileBackend } from './file-backend.ts'
import { Staging } from './staging.ts'
import { Sweeper } from './sweeper.ts'

const KILLS = 6
let project: StorageProject
beforeAll(async () => {
  project = await storageProject('', { sql: `insert into storage.buckets (id, name) values ('b', 'b')` })
})
afterAll(() => project.stop())

async function victim(): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(
    process.execPath,
    [
      join(import.meta.dirname, 'crash-victim.ts'),
      project.databaseUrl,
      project.directory,
      project.context.projectDir,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (line) => resolve(String(line).trim()))
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
  return { child, url }
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

it('after kills during writes, every confirmed file is complete and no orphan is left on either side', async () => {
  /** Content of the confirmed names; null while an operation on them is pending. */
  const answered = new Map<string, string | null>()
  for (let kill = 0; kill < KILLS; kill++) {
    const { child, url } = await victim()
    const files = createClient(url, project.serviceRoleKey, { auth: { persistSession: false } }).storage.from(
      'b',
    )
    let over = false
    const writer = async (which: number) => {
      for (let turn = 0; !over; turn++) {
        // Each writer has its own names: new ones, and one that it repeatedly overwrites and removes.
        const name = turn % 3 === 0 ? `w${which}/${kill}-${turn}` : `w${which}/again`
        const bytes = randomBytes(turn % 2 === 0 ? 900_000 : 3000)
        answered.set(name, null)
        const result =
          turn % 7 === 5
            ? await files.remove([name])
            : await files.upload(name, new Blob([bytes]), { upsert: true })
        if (result.error) return
        if (turn % 7 === 5) answered.delete(name)
        else answered.set(name, sha256(bytes))
      }
    }
    const writers = Array.from({ length: 6 }, (_, which) => writer(which))
    const { rows: begun } = await project.admin.query('select count(*)::int as files from storage.objects')
    // Wait until there is something to break.
    await expect
      .poll(
        async () =>
          (await project.admin.query('select count(*)::int as files from storage.objects')).rows[0].files,
        { timeout: 15_000 },
      )
      .toBeGreaterThan(begun[0].files)
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 120))
    child.kill('SIGKILL')
    over = true
    await Promise.all(writers)
  }

  const hours = { ...project.context, now: () => new Date(Date.now() + 2 * 3_600_000) }
  const staging = new Staging(join(project.directory, 'staging'))
  const resumable = new Staging(join(project.directory, 'resumable'))
  const sweeper = new Sweeper(
    hours,
    fileBackend(join(project.directory, 'blobs')),
    staging,
    resumable,
    new Room(hours),
  )
  // PostgreSQL may not yet have noticed that its client is gone.
  await expect
    .poll(async () => {
      await sweeper.sweep()
      return (await project.admin.query('select from _server.storage_blobs')).rowCount
    })
    .toBe(0)

  const { rows } = await project.admin.query<{ name: string; version: string; size: number }>(
    `select name, version, (metadata ->> 'size')::int as size from storage.objects`,
  )
  const blobs = new Map(
    readdirSync(join(project.directory, 'blobs'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => [entry.name, join(entry.parentPath, entry.name)]),
  )
  expect([...blobs.keys()].sort()).toEqual(rows.map(({ version }) => version).sort())
  for (const { name, version, size } of rows) {
    const bytes = readFileSync(blobs.get(version) as string)
    expect(bytes.length, name).toBe(size)
    const known = answered.get(name)
    if (known) expect(sha256(bytes), name).toBe(known)
  }
  const kept = new Set(rows.map(({ name }) => name))
  expect([...answered].filter(([name, hash]) => hash && !kept.has(name))).toEqual([])
  expect(rows.length).toBeGreaterThan(KILLS)
  expect(project.files()).toMatchObject({ staging: 0, resumable: 0 })
}, 120_000)
