import { appendFile, open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashFile } from './copy-file.ts'
import { BackupError } from './manifest.ts'

/**
 * The files of the log in a directory of backups. Recovery stops without a word at the first record that it cannot read, so
 * the hash of each whole file is kept beside them, and a gap or a damaged file is refused instead.
 */
export type WalFile = { path: string; name: string; sha256?: string }

const HASHES = 'hashes.txt'
export const PARTIAL = '.partial'
export const isSegment = (name: string): boolean => /^[0-9A-F]{24}$/.test(name)

/** Notes the hash of a file that has just been copied. */
export async function noteHash(directory: string, name: string, sha256: string): Promise<void> {
  await appendFile(join(directory, HASHES), `${sha256}  ${name}\n`, { mode: 0o600 })
  const file = await open(join(directory, HASHES), 'r')
  await file.datasync()
  await file.close()
}

/** Names with the hash that was last noted of each. */
export async function notedHashes(directory: string): Promise<Map<string, string>> {
  const text = await readFile(join(directory, HASHES), 'utf8').catch(() => '')
  const lines = text.split('\n').filter((line) => /^[0-9a-f]{64} {2}\S+$/.test(line))
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]))
}

/**
 * What leads on from the segment `last`, in order, as far as it is without a gap; `gap` says where one is. The last file may
 * still have been written to.
 */
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

/** Throws BackupError naming the first file that is not what was written. The one that was still written to has no hash. */
export async function verifyWal(files: WalFile[]): Promise<void> {
  for (const { path, name, sha256 } of files) {
    if (sha256 === undefined) continue
    if ((await hashFile(path)).sha256 !== sha256)
      throw new BackupError(`The log is damaged: ${name} is not what was written.`)
  }
}

/** Whether one segment comes right after another. A new timeline begins in the middle of one, so there none is asked for. */
function follows(before: string, next: string): boolean {
  // Timeline, then the number in two parts: of 16 MB there are 256 in each of the first.
  const number = (name: string) => BigInt(`0x${name.slice(8, 16)}`) * 256n + BigInt(`0x${name.slice(16)}`)
  return next.slice(0, 8) !== before.slice(0, 8) || number(next) === number(before) + 1n
}
