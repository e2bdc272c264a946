import { spawn } from 'node:child_process'
import { existsSync, globSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEmbedded } from '../database/embedded.ts'
import { BackupStage } from './backup-stage.ts'
import { takeBaseBackup } from './base-backup.ts'
import { BackupError, readManifest } from './manifest.ts'
import { takeSafetyCopy } from './safety-copy.ts'

let stage: BackupStage
beforeAll(async () => {
  stage = await BackupStage.start()
})
afterAll(() => stage.stop())

const take = (name: string) =>
  takeBaseBackup({
    databaseUrl: stage.database.url,
    dataDir: stage.dataDir,
    to: stage.path(name),
    release: '1.0.0',
    bytes: 'files',
  })
const source = (name: string) => ({ backup: stage.path(name), wal: [], pool: '' })

describe('a backup of a running database', () => {
  it('taken under load is one consistent state that includes everything confirmed before it began', async () => {
    const writers = await stage.write(4)
    await expect.poll(() => Math.min(...writers.confirmed())).toBeGreaterThan(20)
    const before = writers.confirmed()
    const version = stage.keepBytes('bytes of a file')
    await take('under-load')
    const after = writers.confirmed()
    await writers.stop()
    const reached = await stage.restored(source('under-load'))
    for (const [writer, number] of before.entries())
      expect(reached.get(writer)).toBeGreaterThanOrEqual(number)
    // Proves that writes continued during the copy.
    expect(Math.max(...after.map((number, writer) => number - (before[writer] ?? 0)))).toBeGreaterThan(0)
    const file = join(stage.path('restored'), 'storage', 'blobs', version.slice(0, 2), version)
    expect(readFileSync(file, 'utf8')).toBe('bytes of a file')
    const again = await startEmbedded({ dataDir: stage.path('restored'), log: stage.log })
    await again.stop()
  })

  it('that is killed midway is ignored, and does not hinder the database', async () => {
    const module = JSON.stringify(join(import.meta.dirname, 'base-backup.ts'))
    const options = {
      databaseUrl: stage.database.url,
      dataDir: stage.dataDir,
      to: stage.path('killed'),
      release: '',
    }
    const child = spawn(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        // Never finishes by itself, however late it is killed.
        `const { takeBaseBackup } = await import(${module})
         setInterval(() => {}, 1000)
         await takeBaseBackup({ ...${JSON.stringify(options)}, bytes: { pool: () => new Promise(() => {}) } })`,
      ],
      { cwd: import.meta.dirname, stdio: 'ignore' },
    )
    const ended = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)))
    await expect
      .poll(() => globSync(join(stage.path('killed'), 'database', 'base', '*', '*')).length, { interval: 2 })
      .toBeGreaterThan(5)
    child.kill('SIGKILL')
    expect(await ended).toBe('SIGKILL')
    await expect(stage.restored(source('killed'), undefined, 'never')).rejects.toThrow(
      'contains no finished backup',
    )
    expect(existsSync(stage.path('never'))).toBe(false)
    await stage.transfer(50, 1)
    const slots = () =>
      stage.client.query(`select from pg_replication_slots`).then(({ rowCount }) => rowCount)
    await expect.poll(slots).toBe(0)
    await take('after-the-killed')
    expect((await stage.restored(source('after-the-killed'), undefined, 'after')).get(50)).toBe(1)
  })

  it('requires an empty directory, and is restored into one', async () => {
    await take('own')
    await expect(take('own')).rejects.toThrow('is not empty')
    await expect(stage.restored(source('own'), undefined, 'own')).rejects.toThrow('is not empty')
    expect(readManifest(stage.path('own')).release).toBe('1.0.0')
  })

  it('is refused when a byte differs, a file is missing, or its manifest was changed', async () => {
    const { files } = readManifest(stage.path('own'))
    const table = Object.keys(files).find((path) => /^database\/base\/\d+\/\d+$/.test(path)) as string
    const wal = Object.keys(files).find((path) => /^wal\/[0-9A-F]{24}$/.test(path)) as string
    const bytes = Object.keys(files).find((path) => path.startsWith('files/')) as string
    for (const path of [table, wal, bytes, 'database/backup_label', 'settings/postgres.password']) {
      const place = join(stage.path('own'), path)
      const original = readFileSync(place)
      // Replace the blob: it is a hard link, and writing to it would change the original.
      await rm(place)
      await expect(stage.restored(source('own'), undefined, 'no'), path).rejects.toThrow(`${path} is missing`)
      const damaged = Buffer.from(original)
      damaged[damaged.length >> 1] = (damaged[damaged.length >> 1] ?? 0) ^ 1
      writeFileSync(place, damaged)
      await expect(stage.restored(source('own'), undefined, 'no'), path).rejects.toThrow(
        `the content of ${path} has changed`,
      )
      writeFileSync(place, original)
    }
    const list = join(stage.path('own'), 'backup.json')
    const written = readFileSync(list, 'utf8')
    for (const text of [written.replace('"release": "1.0.0"', '"release": "1.0.1"'), written.slice(0, -50)]) {
      writeFileSync(list, text)
      await expect(stage.restored(source('own'), undefined, 'no')).rejects.toThrow(BackupError)
    }
    writeFileSync(list, written)
    expect(existsSync(stage.path('no'))).toBe(false)
    await stage.restored(source('own'), undefined, 'whole')
    expect(statSync(stage.path('whole')).isDirectory()).toBe(true)
    // A dozen times, every file of a backup is read.
  }, 180_000)

  it('is taken before an upgrade when there is room, and the newest two are kept', async () => {
    const copy = (day: string, free?: () => number) =>
      takeSafetyCopy({
        databaseUrl: stage.database.url,
        client: stage.client,
        dataDir: stage.dataDir,
        release: '1.0.0',
        s3: false,
        now: new Date(`2026-11-${day}T12:00:00Z`),
        ...(free && { free }),
      })
    const safety = () => readdirSync(join(stage.dataDir, 'safety')).sort()
    await expect(copy('01', () => 1_000_000)).rejects.toThrow('there is not enough disk space: 1 MB are free')
    expect(safety()).toEqual([])
    for (const day of ['01', '02', '03']) await copy(day)
    expect(safety()).toEqual(['before-1.0.0-20261102T120000Z', 'before-1.0.0-20261103T120000Z'])
  })

  it('cannot restore a time before it was taken', async () => {
    const { takenAt } = readManifest(stage.path('own'))
    const before = new Date(new Date(takenAt).getTime() - 1000)
    await expect(stage.restored(source('own'), before, 'no')).rejects.toThrow(
      'cannot restore an earlier time',
    )
    const later = new Date(Date.now() + 3_600_000)
    await expect(stage.restored(source('own'), later, 'no')).rejects.toThrow('do not reach')
  })
})
