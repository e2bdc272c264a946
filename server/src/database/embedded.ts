import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Logger } from 'pino'
import { writePrivateFile } from '../private-file.ts'
import { binariesFor } from './embedded-binaries.ts'
import { type Runner, runnerFor } from './embedded-user.ts'
import { holdDirectory, isRunning } from './process-lock.ts'

/**
 * Runs the bundled PostgreSQL on a local directory, on loopback, with a generated password. Must never start on a
 * directory that another process serves, nor leave a PostgreSQL running unattended.
 */
export type EmbeddedDatabase = {
  /** Superuser URL of the database `postgres`. */
  url: string
  /** Process id of the postmaster. */
  pid: number
  /** Resolves when PostgreSQL exits unexpectedly. */
  lost: Promise<void>
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  dataDir: string
  log: Logger
  /** Extra `postgres -c` settings; tests use them to trade durability for speed. */
  settings?: Record<string, string>
  /** Start timeout in milliseconds; replaying much WAL takes longer than the default minute. */
  within?: number
}

const run = promisify(execFile)

/** Starts PostgreSQL on `dataDir`, creating the cluster if necessary. Throws DirectoryInUse when another process serves it. */
export async function startEmbedded({
  dataDir,
  log,
  settings = {},
  within = 60_000,
}: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const runner = await runnerFor(dataDir, log)
  const release = await holdDirectory(runner.dataDir, dataDir)
  try {
    const native = binariesFor(runner)
    const cluster = join(runner.dataDir, 'postgres')
    const password = clusterPassword(runner)
    await stopOrphan(cluster, log)
    if (!existsSync(join(cluster, 'PG_VERSION'))) await createCluster(runner, native, cluster, log)
    const port = await freePort()
    const server = spawn(join(native, 'bin', 'postgres'), ['-D', cluster, ...flags(port, settings)], {
      ...runner.identity,
      cwd: runner.dataDir,
      // Its own process group, so that Ctrl-C reaches only this process, which then stops PostgreSQL in order.
      detached: true,
      env: childEnvironment(native),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
    const interrupt = () => server.kill('SIGINT')
    process.once('exit', interrupt)
    await ready(server.stderr, ended, within, log)
    let asked = false
    return {
      url: `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`,
      pid: server.pid as number,
      lost: new Promise((resolve) => void ended.then(() => asked || resolve())),
      async stop() {
        asked = true
        process.off('exit', interrupt)
        interrupt()
        await ended
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}

function flags(port: number, settings: Record<string, string>): string[] {
  const options: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    wal_level: 'logical',
    max_connections: '200',
    max_replication_slots: '10',
    // Prevents an absent WAL reader from filling the disk.
    max_slot_wal_keep_size: '8GB',
    shared_buffers: '256MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // LOG ranks between ERROR and FATAL; the line that reports readiness is a LOG line.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    ...settings,
  }
  return Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

const childEnvironment = (native: string) => ({
  PATH: process.env.PATH,
  LD_LIBRARY_PATH: join(native, 'lib'),
  LC_ALL: 'C',
})

/** Stops a PostgreSQL whose server process was killed, and removes the lock file of a dead one. */
async function stopOrphan(cluster: string, log: Logger): Promise<void> {
  const lock = join(cluster, 'postmaster.pid')
  if (!existsSync(lock)) return
  const pid = Number(readFileSync(lock, 'utf8').split('\n')[0])
  const lives = () => isRunning(pid, cluster)
  if (await lives()) {
    log.warn({ pid }, 'stopping a PostgreSQL left running by a previous server process')
    process.kill(pid, 'SIGINT')
    for (let waited = 0; waited < 20_000 && (await lives()); waited += 25) await pause(25)
  }
  rmSync(lock, { force: true })
}

/** The superuser's password, generated once and stored next to the cluster, readable by its owner only. */
function clusterPassword(runner: Runner): string {
  const file = join(runner.dataDir, 'postgres.password')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  const password = randomBytes(24).toString('hex')
  writePrivateFile(file, password, runner.identity)
  return password
}

async function createCluster(runner: Runner, native: string, cluster: string, log: Logger): Promise<void> {
  // An interrupted initdb leaves a directory without PG_VERSION, which the next one would refuse.
  rmSync(cluster, { recursive: true, force: true })
  log.info('creating the database cluster')
  const password = `--pwfile=${join(runner.dataDir, 'postgres.password')}`
  const options = [
    '-U',
    'postgres',
    '--auth=scram-sha-256',
    password,
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
  ]
  try {
    await run(join(native, 'bin', 'initdb'), ['-D', cluster, ...options], {
      ...runner.identity,
      cwd: runner.dataDir,
      env: childEnvironment(native),
    })
  } catch (cause) {
    rmSync(cluster, { recursive: true, force: true })
    const said = (cause as { stderr?: string }).stderr || (cause as Error).message
    throw new Error(`PostgreSQL could not create its cluster in ${cluster}: ${said}`, { cause })
  }
}

function ready(
  stderr: NodeJS.ReadableStream,
  ended: Promise<void>,
  within: number,
  log: Logger,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let recent = ''
    stderr.on('data', (chunk: Buffer) => {
      recent = (recent + chunk.toString()).slice(-4000)
      log.debug({ postgres: chunk.toString().trim() }, 'PostgreSQL')
      if (recent.includes('database system is ready to accept connections')) resolve()
    })
    void ended.then(() => reject(new Error(`PostgreSQL stopped during start: ${recent.trim()}`)))
    setTimeout(
      () => reject(new Error(`PostgreSQL was not ready after ${within / 1000} s: ${recent.trim()}`)),
      within,
    ).unref()
  })
}

/** A currently unused loopback port. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
