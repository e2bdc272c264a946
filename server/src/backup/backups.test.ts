import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startEmbedded } from '../database/embedded.ts'
import { installBase } from '../database/install.ts'
import { silentLog } from '../testing/silent-log.ts'
import { BackupDirectory } from './backup-directory.ts'
import { BackupStage } from './backup-stage.ts'
import { BackupState } from './backup-state.ts'
import { WalArchive } from './wal-archive.ts'
import { isSegment } from './wal-files.ts'

let stage: BackupStage
let directory: BackupDirectory
beforeEach(async () => {
  stage = await BackupStage.start()
  directory = new BackupDirectory(stage.path('backups'))
})
afterEach(() => stage.stop())

const bytesOf = (into: string, version: string) =>
  readFileSync(join(stage.path(into), 'storage', 'blobs', version.slice(0, 2), version), 'utf8')
const segments = () => readdirSync(directory.wal).filter(isSegment).sort()
const nextSegment = () => stage.client.query('select pg_switch_wal()')
const moment = async () => (await stage.client.query('select clock_timestamp() as now')).rows[0].now as Date

describe('continuous backups', () => {
  it('restore everything that was copied when PostgreSQL is killed and its files are lost', async () => {
    const backups = stage.backups()
    await stage.transfer(9, 1)
    await backups.round()
    const writers = await stage.write(3)
    await expect.poll(() => Math.min(...writers.confirmed())).toBeGreaterThan(50)
    const before = writers.confirmed()
    const version = stage.keepBytes('late')
    await backups.round()
    process.kill(stage.database.pid, 'SIGKILL')
    await stage.database.lost
    await writers.stop()
    const reached = await stage.restored(await directory.source(undefined))
    for (const [writer, number] of before.entries())
      expect(reached.get(writer)).toBeGreaterThanOrEqual(number)
    expect(bytesOf('restored', version)).toBe('late')
  })

  it('restore to a point in time, with blobs that were deleted since', async () => {
    const backups = stage.backups()
    await backups.round()
    const version = stage.keepBytes('deleted later')
    await stage.transfer(1, 1)
    await backups.round()
    const between = await moment()
    await stage.transfer(1, 2)
    await nextSegment()
    await rm(join(stage.dataDir, 'storage', 'blobs', version.slice(0, 2), version))
    await stage.transfer(1, 3)
    await backups.round()
    expect(await stage.restored(await directory.source(between), between, 'then')).toEqual(new Map([[1, 1]]))
    expect(bytesOf('then', version)).toBe('deleted later')
    expect(await stage.restored(await directory.source(undefined), undefined, 'now')).toEqual(
      new Map([[1, 3]]),
    )
  })

  it('continue after a database crash and restart', async () => {
    const first = stage.backups()
    await first.round()
    await stage.transfer(1, 1)
    process.kill(stage.database.pid, 'SIGKILL')
    await stage.database.lost
    await first.stop()
    await stage.database.stop()
    await stage.startDatabase()
    await stage.transfer(1, 2)
    await stage.backups().round()
    expect(directory.bases()).toHaveLength(1)
    expect((await stage.restored(await directory.source(undefined))).get(1)).toBe(2)
  })

  it('continue in the same directory after a restore to a point in time', async () => {
    const backups = stage.backups()
    await stage.transfer(1, 1)
    await backups.round()
    const between = await moment()
    for (const number of [2, 3]) {
      await stage.transfer(1, number)
      await nextSegment()
    }
    await backups.round()
    await stage.restored(await directory.source(between), between, 'then')
    const dataDir = stage.path('then')
    const database = await startEmbedded({ dataDir, log: stage.log })
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    await client.query('insert into transfers values (2, 1, 1), (2, 1, -1)')
    const more = stage.backups({ of: { url: database.url, dataDir } })
    await more.round()
    await client.query('insert into transfers values (2, 2, 1), (2, 2, -1)')
    await more.stop()
    await client.end()
    await database.stop()
    const reached = await stage.restored(await directory.source(undefined), undefined, 'latest')
    expect([...reached].sort()).toEqual([
      [1, 1],
      [2, 2],
    ])
  })

  it('stop retaining WAL once they are disabled', async () => {
    const slots = () =>
      stage.client.query('select from pg_replication_slots').then(({ rowCount }) => rowCount)
    const backups = stage.backups()
    await backups.round()
    await backups.stop()
    expect(await slots()).toBe(1)
    await WalArchive.letGo(stage.client)
    await WalArchive.letGo(stage.client)
    expect(await slots()).toBe(0)
  })

  it('refuse damaged WAL, a gap in it and damaged blobs', async () => {
    const backups = stage.backups()
    await backups.round()
    for (const number of [1, 2, 3]) {
      await stage.transfer(1, number)
      await nextSegment()
    }
    const version = stage.keepBytes('whole')
    await backups.round()
    const [, middle] = segments().slice(-3) as [string, string]
    const place = join(directory.wal, middle)
    const original = readFileSync(place)
    const damaged = Buffer.from(original)
    damaged[100] = (damaged[100] ?? 0) ^ 1
    writeFileSync(place, damaged)
    await expect(stage.restored(await directory.source(undefined), undefined, 'no')).rejects.toThrow(
      `The write-ahead log is damaged: the content of ${middle} has changed`,
    )
    await rm(place)
    await expect(directory.source(undefined)).rejects.toThrow('The write-ahead log has a gap')
    writeFileSync(place, original)
    await rm(join(directory.files, version.slice(0, 2), version))
    writeFileSync(join(directory.files, version.slice(0, 2), version), 'other')
    await expect(directory.source(undefined)).rejects.toThrow(`the content of files/${version} has changed`)
    expect(existsSync(stage.path('no'))).toBe(false)
  })

  it('start again after WAL was lost, and can still restore earlier states', async () => {
    const backups = stage.backups()
    await backups.round()
    await stage.transfer(1, 1)
    await backups.round()
    const before = await moment()
    await stage.transfer(1, 2)
    await backups.round()
    await stage.client.query(`select pg_drop_replication_slot('backups')`)
    for (const number of [3, 4]) {
      await stage.transfer(1, number)
      await nextSegment()
      await stage.client.query('checkpoint')
    }
    await backups.round()
    expect(directory.bases()).toHaveLength(2)
    expect((await stage.restored(await directory.source(undefined), undefined, 'now')).get(1)).toBe(4)
    expect((await stage.restored(await directory.source(before), before, 'then')).get(1)).toBe(1)
  })

  it('are taken daily and kept as long as configured, with everything needed for that period', async () => {
    const day = 86_400_000
    let now = new Date()
    const backups = stage.backups({ now: () => now, keepDays: 2 })
    const [gone, kept] = [stage.keepBytes('gone'), stage.keepBytes('kept')]
    for (let round = 0; round < 5; round++) {
      await stage.transfer(1, round + 1)
      await backups.round()
      await backups.round()
      await nextSegment()
      if (round === 0) await rm(join(stage.dataDir, 'storage', 'blobs', gone.slice(0, 2), gone))
      now = new Date(now.getTime() + day)
    }
    expect(directory.bases()).toHaveLength(3)
    const oldest = directory.bases()[0]?.manifest
    expect(segments()[0]).toBe(oldest?.firstWal)
    expect(existsSync(join(directory.files, gone.slice(0, 2), gone))).toBe(false)
    expect(existsSync(join(directory.files, kept.slice(0, 2), kept))).toBe(true)
    expect((await stage.restored(await directory.source(undefined))).get(1)).toBe(5)
  })

  it('are never mixed with those of another installation', async () => {
    const backups = stage.backups()
    await backups.round()
    const [base] = directory.bases()
    const list = join(base?.path ?? '', 'backup.json')
    const { manifest } = JSON.parse(readFileSync(list, 'utf8'))
    manifest.system = '1'
    const sha256 = createHash('sha256').update(JSON.stringify(manifest)).digest('hex')
    writeFileSync(list, JSON.stringify({ sha256, manifest }))
    await expect(stage.backups().round()).rejects.toThrow('another installation')
  })

  it('note for the staff when the last was taken, and since when copying fails', async () => {
    await installBase(stage.client)
    const state = new BackupState(stage.client, silentLog)
    const noted = async () =>
      (await stage.client.query('select configured, base_at, copied_at, failed_at from _server.backup_state'))
        .rows
    await state.begin(true)
    expect(await noted()).toEqual([{ configured: true, base_at: null, copied_at: null, failed_at: null }])
    await state.failed(new Date('2026-11-20T03:00:00Z'))
    await state.failed(new Date('2026-11-20T04:00:00Z'))
    expect(await noted()).toMatchObject([{ failed_at: new Date('2026-11-20T03:00:00Z') }])
    const now = new Date()
    await stage.backups({ state, now: () => now }).round()
    const [base] = directory.bases()
    expect(await noted()).toEqual([
      { configured: true, base_at: new Date(base?.manifest.takenAt ?? ''), copied_at: now, failed_at: null },
    ])
    await state.begin(false)
    expect(await noted()).toMatchObject([{ configured: false, base_at: expect.any(Date) }])
  })

  it('are taken also where nothing can be noted about them', async () => {
    const unknown = {
      query: () => Promise.reject(new Error('no such table')),
    } as unknown as typeof stage.client
    const before = directory.bases().length
    const state = new BackupState(unknown, silentLog)
    const later = new Date(Date.now() + 2 * 86_400_000)
    await stage.backups({ state, now: () => later }).round()
    expect(directory.bases()).toHaveLength(before + 1)
  })
})
