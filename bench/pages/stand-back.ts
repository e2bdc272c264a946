import { readdirSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { SHORT } from '../short.ts'

/** A low priority, below normal processes. */
const BACK = 15
/** A browser's page process, and the process from which they are forked. */
const PAGE = /--type=(renderer|zygote)\b/

/**
 * Lowers the priority of this process and its descendants, except for the browser's pages: a real user's machine does not also
 * run the server, the database and the measuring tool. Later page processes keep their priority; later processes of the others
 * inherit the low one. Does nothing without `/proc`, nor in a short run: another one beside it would leave it hardly any time.
 */
export function standBack(): void {
  if (SHORT) return
  for (const pid of family())
    if (!PAGE.test(read(pid, 'cmdline'))) for (const thread of threads(pid)) yieldOf(thread)
}

/** This process and its descendants. */
function family(): number[] {
  const parents = new Map(entries('/proc').map((pid) => [pid, Number(afterName(read(pid, 'stat'))[1])]))
  const descends = (pid: number | undefined): boolean =>
    pid !== undefined && pid > 1 && (pid === process.pid || descends(parents.get(pid)))
  return [...parents.keys()].filter(descends)
}

/** The fields after the command's name, which may contain spaces. */
const afterName = (stat: string) => stat.slice(stat.lastIndexOf(')') + 2).split(' ')

const threads = (pid: number) => entries(`/proc/${pid}/task`)

/** On Linux, priorities belong to threads. An ended thread is ignored. */
function yieldOf(thread: number): void {
  try {
    setPriority(thread, BACK)
  } catch {}
}

function entries(directory: string): number[] {
  try {
    return readdirSync(directory)
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return []
  }
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
