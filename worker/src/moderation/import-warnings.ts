// Brings the AMF's lists: from the address of the data set's description at data.gouv.fr, from the table's own address, or from a file.
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { TaskContext } from '../tasks/task-context.ts'
import { parseWarningList } from './warning-list.ts'

const EXCHANGE_MS = 60_000
const MOST_BYTES = 20 * 1024 * 1024

const description = z.object({
  resources: z.array(
    z.object({ format: z.string().nullish(), url: z.url(), last_modified: z.string().nullish() }),
  ),
})

/** Replaces the list by its present issue. Does nothing without a source. */
export async function importWarnings({ pool, log, now }: TaskContext, source: string | null): Promise<void> {
  if (!source) return
  const { table, address, changed } = await read(source)
  const entries = parseWarningList(table)
  // Without a date of its own the list is as old as its newest entry.
  const newest = entries
    .map(({ listed_on }) => listed_on ?? '')
    .sort()
    .at(-1)
  const date = changed ?? (newest || new Date(now()).toISOString().slice(0, 10))
  await pool.query('select private.keep_warning_list($1, $2, $3, $4, $5)', [
    'amf',
    address,
    date,
    JSON.stringify(entries),
    new Date(now()).toISOString(),
  ])
  log.info({ source: 'amf', date, entries: entries.length }, 'warning list imported')
}

type Issue = { table: string; address: string; changed: string | null }

async function read(source: string): Promise<Issue> {
  if (!/^https?:/.test(source))
    return { table: textOf(await readFile(source)), address: source, changed: null }
  const found = await load(source)
  if (!found.type.includes('json'))
    return { table: textOf(found.body), address: source, changed: found.changed }
  const { resources } = description.parse(JSON.parse(textOf(found.body)))
  const table = resources.find(({ format }) => format?.toLowerCase() === 'csv')
  if (!table) throw new RangeError(`${source} describes no table`)
  return {
    table: textOf((await load(table.url)).body),
    address: table.url,
    changed: dayIn(table.last_modified),
  }
}

async function load(address: string) {
  const answer = await fetch(address, { signal: AbortSignal.timeout(EXCHANGE_MS) })
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
  const parts: Uint8Array[] = []
  let taken = 0
  for await (const part of answer.body ?? []) {
    taken += part.length
    if (taken > MOST_BYTES) throw new RangeError(`${address}: more than ${MOST_BYTES} bytes`)
    parts.push(part)
  }
  const modified = answer.headers.get('last-modified')
  return {
    body: Buffer.concat(parts),
    type: answer.headers.get('content-type') ?? '',
    changed: modified ? dayIn(new Date(modified).toISOString()) : null,
  }
}

const dayIn = (time: string | null | undefined): string | null =>
  /^\d{4}-\d\d-\d\d/.exec(time ?? '')?.[0] ?? null

/** UTF-8, or what spreadsheets of the West write. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
