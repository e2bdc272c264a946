import { appendFile, open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Copied, copyHashed, hashFile } from './copy-file.ts'
import { BackupError } from './manifest.ts'

/**
 * The WAL files of a backup directory. Recovery stops silently at the first unreadable record, so the hash of each
 * complete file is stored beside it, and a gap or a damaged file is refused.
 */
export type WalFile = { path: string; name: string; sha256?: string }

const HASHES = 'hashes.txt'
export const PARTIAL = '.partial'
export const isSegment = (name: string): boolean => /^[0-9A-F]{24}$/.test(name)

/** Records the hash of a copied file. */
export async function noteHash(directory: string, name: string, sha256: string): Promise<void> {
  await appendFile(join(directory, HASHES), `${sha256}  ${name}\n`, { mode: 0o600 })
  const file = await open(join(directory, HASHES), 'r')
  await file.datasync()
  await file.close()
}

/** The last recorded hash of each file. */
export async function notedHashes(directory: string): Promise<Map<string, string>> {
  const text = await readFile(join(directory, HASHES), 'utf8').catch(() => '')
  const lines = text.split('\n').filter((line) => /^[0-9a-f]{64} {2}\S+$/.test(line))
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]))
}

/** The segments after `last`, in order, up to the first gap; `gap` describes it. The last file may be incomplete. */
export async function walAfter(directory: string, last: string): Promise<{ files: WalFile[]; gap?: string }> {
  const hashes = await notedHashes(directory)
  const names = (await readdir(directory).catch(() => [])).sort()
  const whole = (name: string) => ({ name, path: join(directory, name), sha256: hashes.get(name) ?? '' })
  const files: WalFile[] = names.filter((name) => name.endsWith('.history')).map(whole)
  const begun = names.filter((name) => name.endsWith(PARTIAL)).map((name) => name.slice(0, -PARTIAL.length))
  const segments = [...new Set([...names.filter(isSegment), ...begun])].filter((name) => name > last).sort()
  let before = last
  for (const name of segments) {
    if (!follows(before, name) || files.at(-1)?.path.endsWith(PARTIAL))
      return { files, gap: `between ${before} and ${name}` }
    files.push(names.includes(name) ? whole(name) : { name, path: join(directory, name + PARTIAL) })
    before = name
  }
  return { files }
}

/** Throws BackupError naming the first file whose content has changed. The incomplete last segment has no hash. */
export async function verifyWal(files: WalFile[]): Promise<void> {
  for (const { path, name, sha256 } of files) {
    if (sha256 === undefined) continue
    if ((await hashFile(path)).sha256 !== sha256)
      throw new BackupError(`The write-ahead log is damaged: the content of ${name} has changed.`)
  }
}

/** Copies a file of walAfter(). A segment that was incomplete then may have been completed since, under its own name. */
export async function copyWal({ path }: WalFile, to: string): Promise<Copied> {
  try {
    return await copyHashed(path, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || !path.endsWith(PARTIAL)) throw error
    return copyHashed(path.slice(0, -PARTIAL.length), to)
  }
}

/** Whether one segment directly follows another. A new timeline starts within a segment, so there the numbers are not compared. */
function follows(before: string, next: string): boolean {
  // Timeline, then the segment number in two parts, with 256 segments of 16 MB per high part.
  const number = (name: string) => BigInt(`0x${name.slice(8, 16)}`) * 256n + BigInt(`0x${name.slice(16)}`)
  return next.slice(0, 8) !== before.slice(0, 8) || number(next) === number(before) + 1n
}
