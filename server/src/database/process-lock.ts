import { execFile } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/**
 * Allows one server per data directory. The lock records a process id with its start time, so it expires after a crash
 * or when the id is reused.
 */
export class DirectoryInUse extends Error {}

const run = promisify(execFile)

/** Locks the directory or throws DirectoryInUse; the returned function releases it. `shown` is its name for messages. */
export async function holdDirectory(directory: string, shown: string): Promise<() => void> {
  const file = join(directory, 'server.lock')
  if (existsSync(file)) {
    const [pid = '', started = ''] = readFileSync(file, 'utf8').split('\n')
    if (started && (await startTime(Number(pid))) === started) {
      throw new DirectoryInUse(
        `The data in ${shown} is already served by process ${pid}. Stop that process first, or set another DATA_DIR.`,
      )
    }
  }
  writeFileSync(file, `${process.pid}\n${await startTime(process.pid)}\n`, { mode: 0o600 })
  return () => rmSync(file, { force: true })
}

/** A process's start time in the system's format; empty for a missing or zombie process. */
export async function startTime(pid: number): Promise<string> {
  if (!Number.isInteger(pid) || pid <= 0) return ''
  try {
    // Field 22 of /proc/PID/stat, counted after the command name, which may contain spaces.
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? '' : (fields[19] ?? '')
  } catch {
    return ask('lstart=', pid)
  }
}

/** Whether the process is running and has `argument` on its command line. */
export async function isRunning(pid: number, argument: string): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0').includes(argument)
  } catch {
    return (await ask('command=', pid)).includes(argument)
  }
}

/** A `ps` column, for systems without /proc; empty when the process or `ps` is missing. */
async function ask(column: string, pid: number): Promise<string> {
  try {
    return (await run('ps', ['-o', column, '-p', String(pid)])).stdout.trim()
  } catch {
    return ''
  }
}
