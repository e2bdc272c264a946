import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scratchDirectory } from '../server/src/testing/scratch-directory.ts'

/** Starts, measures and stops the processes of a benchmark. */
export const root = join(import.meta.dirname, '..')

export type Started = { child: ChildProcess; pid: number; stop(): Promise<void> }

/** Pins a command to one core. Linux only. */
export const onCore = (core: number, command: string[]) => ['taskset', '-c', String(core), ...command]

/** Payments are simulated; in production the sandbox requires a second setting. */
const SANDBOX = { PAYMENT_CARD: 'sandbox', PAYMENT_CRYPTO: 'sandbox', PAYMENT_SANDBOX_IN_PRODUCTION: 'yes' }

/** A benchmark is one caller at full speed; another test covers the request limit. */
export const UNLIMITED = { REST_REQUESTS_PER_ADDRESS: '0', REST_REQUESTS_PER_MEMBER: '0' }

/** Starts a script of this repository with the pinned Node on one core and waits for `ready` on its standard output. */
export async function startScript(
  script: string,
  parameters: string[],
  environment: Record<string, string>,
  options: { core?: number; ready: RegExp },
): Promise<Started> {
  const command = [process.execPath, join(root, script), ...parameters]
  const pinned = options.core === undefined ? command : onCore(options.core, command)
  const child = spawn(pinned[0] as string, pinned.slice(1), {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...SANDBOX, ...UNLIMITED, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    let said = ''
    child.stdout?.on('data', (chunk) => {
      said += chunk
      if (options.ready.test(said)) resolve()
    })
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}: ${said}`)))
  })
  return {
    child,
    pid: child.pid as number,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}

/** CPU seconds (user and system) used by a process so far. Linux only. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** A temporary directory for the duration of `work`. */
export async function withDirectory<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = scratchDirectory('bench-', tmpdir())
  try {
    return await work(directory)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

export type Credentials = { url: string; anonKey: string; serviceRoleKey: string; databaseUrl: string }

export const credentialsIn = (dataDir: string): Credentials =>
  JSON.parse(readFileSync(join(dataDir, 'credentials.json'), 'utf8'))

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Waits until a condition holds; throws with its name after `patience` milliseconds. */
export async function until(holds: () => boolean, patience: number, what: string): Promise<void> {
  const ends = Date.now() + patience
  while (!holds()) {
    if (Date.now() > ends) throw new Error(`${what}: not within ${patience / 1000} s`)
    await pause(50)
  }
}
