import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BYTES_LOCK } from '../../database/locks.ts'
import { type StorageProject, storageProject } from '../storage-project.ts'
import { Room } from '../uploads/room.ts'
import type { Backend } from './backend.ts'
import { fileBackend } from './file-backend.ts'
import { Staging } from './staging.ts'
import { Sweeper } from './sweeper.ts'

let project: StorageProject
beforeAll(async () => {
  project = await storageProject('')
})
afterAll(() => project.stop())

const sweeperOf = (backend: Backend) => {
  const place = (name: string) => new Staging(join(project.directory, name))
  const room = new Room(project.context)
  return new Sweeper(project.context, backend, place('staging'), place('resumable'), room)
}

/** A blob whose deletion is due. */
async function due(backend: Backend): Promise<string> {
  const version = randomUUID()
  const path = join(tmpdir(), version)
  writeFileSync(path, 'deleted')
  await backend.keep(version, path, 7)
  await project.admin.query('insert into _server.storage_blobs (version, due_at) values ($1, now())', [
    version,
  ])
  return version
}

it('the sweeper removes nothing during a backup, and what is due afterwards', async () => {
  const backend = fileBackend(join(project.directory, 'blobs'))
  const sweeper = sweeperOf(backend)
  const backup = await project.admin.connect()
  await backup.query('select pg_advisory_lock($1)', [BYTES_LOCK])
  const version = await due(backend)
  await sweeper.sweep()
  expect(await backend.has(version)).toBe(true)
  await backup.query('select pg_advisory_unlock($1)', [BYTES_LOCK])
  backup.release()
  await sweeper.sweep()
  expect(await backend.has(version)).toBe(false)
})

it('a sweeper that was stopped starts no sweep for a request that ends later', async () => {
  const backend = fileBackend(join(project.directory, 'blobs'))
  const sweeper = sweeperOf(backend)
  const version = await due(backend)
  await sweeper.stop()
  sweeper.soon()
  // Waits for the sweep, if there is one.
  await sweeper.stop()
  expect(await backend.has(version)).toBe(true)
})
