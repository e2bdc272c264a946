import { randomBytes, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type StorageProject, storageProject } from '../storage-project.ts'
import type { Backend } from './backend.ts'
import { checkStore } from './check-store.ts'
import { fileBackend } from './file-backend.ts'

let project: StorageProject
let backend: Backend
beforeAll(async () => {
  project = await storageProject('', { sql: `insert into storage.buckets (id, name) values ('b', 'b')` })
  backend = fileBackend(join(project.directory, 'blobs'))
})
afterAll(() => project.stop())

const put = async (name: string) => {
  const { error } = await project.service.storage.from('b').upload(name, new Blob([randomBytes(100)]))
  if (error) throw error
  const { rows } = await project.admin.query('select version from storage.objects where name = $1', [name])
  return rows[0].version as string
}
const check = (repair = false) => checkStore(project.admin, backend, repair)
const stray = async () => {
  const version = randomUUID()
  const path = join(tmpdir(), version)
  writeFileSync(path, 'nobody knows me')
  await backend.keep(version, path, 15)
  return version
}

describe('the comparison of rows and blobs', () => {
  it('finds nothing in a consistent store, with uploads in progress and deletions pending', async () => {
    for (const name of ['one', 'two', 'three']) await put(name)
    const coming = await stray()
    await project.admin.query(
      `insert into _server.storage_blobs (version, due_at) values ($1, now() + interval '1 hour')`,
      [coming],
    )
    expect(await check()).toEqual({
      rows: 3,
      blobs: 4,
      lost: { count: 0, names: [] },
      stray: { count: 0, versions: [] },
    })
    await project.admin.query('delete from _server.storage_blobs where version = $1', [coming])
    await backend.remove(coming)
  })

  it('reports a file whose bytes are missing, without changing its row', async () => {
    await backend.remove(await put('holiday'))
    const report = await check(true)
    expect(report.lost).toEqual({ count: 1, names: ['b/holiday'] })
    expect((await project.service.storage.from('b').list()).data?.map(({ name }) => name)).toContain(
      'holiday',
    )
    await project.service.storage.from('b').remove(['holiday'])
    expect((await check()).lost.count).toBe(0)
  })

  it('reports unreferenced blobs, and schedules their deletion on request', async () => {
    const version = await stray()
    const found = { count: 1, versions: [version] }
    expect((await check()).stray).toEqual(found)
    expect((await check(true)).stray).toEqual(found)
    expect((await check()).stray.count).toBe(0)
    expect(await backend.has(version)).toBe(true)
    const { rows } = await project.admin.query(
      'select due_at <= now() as due from _server.storage_blobs where version = $1',
      [version],
    )
    expect(rows).toEqual([{ due: true }])
  })
})
