import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts'
import { runnerFor } from './embedded-user.ts'
import { DirectoryInUse } from './process-lock.ts'

const log = pino({ level: 'silent' })
const started: EmbeddedDatabase[] = []
const made: string[] = []

async function start(dataDir: string): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDir, log })
  started.push(database)
  return database
}

function directory(): string {
  const path = mkdtempSync(join(tmpdir(), 'embedded-'))
  made.push(path)
  return path
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

afterEach(async () => {
  for (const database of started.splice(0)) await database.stop()
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true })
})

const asRoot = process.getuid?.() === 0

describe('the embedded PostgreSQL', () => {
  it('keeps committed data across restarts', async () => {
    const dataDir = directory()
    const first = await start(dataDir)
    await query(first.url, 'create table kept as select 42 as answer')
    await first.stop()
    const second = await start(dataDir)
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  it('refuses to start twice on the same data, and names the process that holds it', async () => {
    const dataDir = directory()
    await start(dataDir)
    await expect(startEmbedded({ dataDir, log })).rejects.toThrow(DirectoryInUse)
    await expect(startEmbedded({ dataDir, log })).rejects.toThrow(`process ${process.pid}`)
  })

  it('recovers from a kill -9 of PostgreSQL with everything that was committed', async () => {
    const dataDir = directory()
    const first = await start(dataDir)
    await query(first.url, 'create table kept as select 42 as answer')
    process.kill(first.pid, 'SIGKILL')
    await first.lost
    await first.stop()
    const second = await start(dataDir)
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  it('takes over from a killed server process that left PostgreSQL running', async () => {
    const dataDir = directory()
    const module = JSON.stringify(join(import.meta.dirname, 'embedded.ts'))
    const program = `
      import { pino } from 'pino'
      const { startEmbedded } = await import(${module})
      const { pid } = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log: pino({ level: 'silent' }) })
      console.log(pid)
      setInterval(() => {}, 1000)`
    const owner = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const orphan = Number(
      await new Promise((resolve) => owner.stdout.once('data', (chunk) => resolve(String(chunk)))),
    )
    owner.kill('SIGKILL')
    await new Promise((resolve) => owner.once('exit', resolve))
    expect(existsSync(`/proc/${orphan}`)).toBe(true)
    const second = await start(dataDir)
    expect(second.pid).not.toBe(orphan)
    expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('restarts an interrupted first start', async () => {
    const dataDir = directory()
    const { dataDir: place } = await runnerFor(dataDir, log)
    mkdirSync(join(place, 'postgres', 'base'), { recursive: true })
    const database = await start(dataDir)
    expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it.runIf(asRoot)('runs as the user postgres when started by root', async () => {
    const dataDir = directory()
    const { identity, dataDir: place } = await runnerFor(dataDir, log)
    await start(dataDir)
    expect(identity?.uid).toBeGreaterThan(0)
    expect(statSync(join(place, 'postgres')).uid).toBe(identity?.uid)
  })

  it.runIf(asRoot)('uses another directory when that user cannot access the data directory', async () => {
    const closed = directory()
    const { dataDir: place } = await runnerFor(join(closed, 'data'), log)
    made.push(place)
    expect(place).toMatch(/^\/var\/lib\/postgresql\//)
    const database = await start(join(closed, 'data'))
    expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await database.stop()
    started.length = 0
  })

  it('listens on loopback only and refuses a wrong password', async () => {
    const database = await start(directory())
    const wrong = new URL(database.url)
    wrong.password = 'wrong'
    await expect(query(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' })
    expect(await query(database.url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
  })
})
