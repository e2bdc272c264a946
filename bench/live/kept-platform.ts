import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../server/src/database/embedded.ts'
import { type Credentials, credentialsIn, root, UNLIMITED, until } from '../process.ts'

export const VICTIMS = ['server', 'worker', 'postgres'] as const
export type Victim = (typeof VICTIMS)[number]

type Platform = {
  port: number
  readonly credentials: Credentials
  ready(): Promise<void>
  kill(victim: Victim): Promise<void>
  stop(): Promise<void>
}

/** Runs `npm start` and restarts it whenever it ends, as a service manager does. */
export async function keepPlatform(dataDir: string): Promise<Platform> {
  const port = await freePort()
  let child: ChildProcess
  let said = ''
  let stopping = false
  const start = () => {
    said = ''
    child = spawn(process.execPath, [join(root, 'scripts/start.ts')], {
      cwd: root,
      env: {
        ...process.env,
        ...UNLIMITED,
        PORT: String(port),
        DATA_DIR: dataDir,
        SEED: 'none',
        MARKET_HISTORY: 'short',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child.stdout?.on('data', (chunk) => {
      said += chunk
    })
    child.once('exit', () => {
      if (!stopping) setTimeout(start, 200)
    })
  }
  start()
  const ready = () => until(() => said.includes('Admin password'), 90_000, 'the platform runs')
  await ready()
  const kill = async (victim: Victim) => {
    await ready()
    const pid = await {
      server: () => child.pid as number,
      worker: () => Number(execFileSync('pgrep', ['-P', String(child.pid), '-f', 'worker/src/main.ts'])),
      postgres: () => postmaster(credentialsIn(dataDir).databaseUrl),
    }[victim]()
    if (victim !== 'worker') said = ''
    process.kill(pid, 'SIGKILL')
  }
  return {
    port,
    // Read again, because PostgreSQL's port changes with each start.
    get credentials() {
      return credentialsIn(dataDir)
    },
    ready,
    kill,
    stop: () =>
      new Promise((resolve) => {
        stopping = true
        if (child.exitCode !== null || !existsSync(dataDir)) return resolve()
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}

/** The postmaster's process id. */
async function postmaster(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const status = readFileSync(`/proc/${rows[0]?.pid}/status`, 'utf8')
  await client.end()
  return Number(/^PPid:\s*(\d+)/m.exec(status)?.[1])
}
