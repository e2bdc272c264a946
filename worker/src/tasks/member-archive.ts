// Owns the form of a member's copy: zips that any computer opens, each small enough to be made in memory and taken by any store.
import { strToU8, type Zippable, zipSync } from 'fflate'

export type ArchivedFile = { bucket: string; name: string; size: number }

/** A zip holds files of this many bytes together, or one file that is larger. */
export const PART_BYTES = 40_000_000

/** Shares files out among zips, in order. There is always one: the data are in the first. Sizes in bytes. */
export function partsOf(files: readonly ArchivedFile[], most = PART_BYTES): ArchivedFile[][] {
  const parts: ArchivedFile[][] = [[]]
  let filled = 0
  for (const file of files) {
    if (filled > 0 && filled + file.size > most) {
      parts.push([])
      filled = 0
    }
    parts.at(-1)?.push(file)
    filled += file.size
  }
  return parts
}

/** Where a file stands in the zip: under its bucket, without the folder that is the member's number, and never outside. */
export function archivePath({ bucket, name }: Pick<ArchivedFile, 'bucket' | 'name'>): string {
  const steps = [bucket, ...name.split('/').slice(1)].map((step) =>
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a file system
    /^\.*$/.test(step) ? '_' : step.replace(/[\\:\u0000-\u001f]/g, '_'),
  )
  return `files/${steps.join('/')}`
}

/** Bytes of a zip. Pictures and PDFs are stored, being compressed already; `data` is what the first zip holds beside them. */
export function zipOf(
  data: object | null,
  files: ReadonlyMap<string, Uint8Array>,
  madeAt: Date,
): Uint8Array<ArrayBuffer> {
  const entries: Zippable = {}
  if (data) entries['data.json'] = [strToU8(JSON.stringify(data, null, 2)), { level: 6 }]
  for (const [path, bytes] of files) entries[path] = [bytes, { level: 0 }]
  return zipSync(entries, { mtime: madeAt })
}
