import { readdirSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/** Gives way to whatever wants the processor and did not stand back. */
const BACK = 15
/** A browser's page, and what its pages are made from. */
const PAGE = /--type=(renderer|zygote)\b/

/**
 * Everything that this process and those it started do gives way to the pages of its browser: whoever looks at a page has a
 * machine of their own, without the server, the database and the measuring tool on it. Pages that the browser opens later are not
 * held back; processes that the others start later are. Does nothing where there is no `/proc`.
 */
export function standBack(): void {
  for (const pid of family())
    if (!PAGE.test(read(pid, 'cmdline'))) for (const thread of threads(pid)) yieldOf(thread)
}

/** This process, and all that it started. */
function family(): number[] {
  const parents = new Map(entries('/proc').map((pid) => [pid, Number(afterName(read(pid, 'stat'))[1])]))
  const descends = (pid: number | undefined): boolean =>
    pid !== undefined && pid > 1 && (pid === process.pid || descends(parents.get(pid)))
  return [...parents.keys()].filter(descends)
}

/** The fields after the command's name, which may hold blanks. */
const afterName = (stat: string) => stat.slice(stat.lastIndexOf(')') + 2).split(' ')

const threads = (pid: number) => entries(`/proc/${pid}/task`)

/** On Linux a priority is a thread's. One that is over has none. */
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
