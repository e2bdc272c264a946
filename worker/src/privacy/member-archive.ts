// The format of data exports: zip files that any computer can open, small enough to be created in memory and accepted by any
// store.
import { strToU8, type Zippable, zipSync } from 'fflate'

export type ArchivedFile = { bucket: string; name: string; size: number }

/** Maximum total of files per zip in bytes, except for a single larger file. */
export const PART_BYTES = 40_000_000

/** Distributes files over zips in order. The first zip always exists, because it contains the data. Sizes in bytes. */
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

/** A file's path in the zip: below its bucket, without the folder named after the member's id, and never outside. */
export function archivePath({ bucket, name }: Pick<ArchivedFile, 'bucket' | 'name'>): string {
  const steps = [bucket, ...name.split('/').slice(1)].map((step) =>
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a file system
    /^\.*$/.test(step) ? '_' : step.replace(/[\\:\u0000-\u001f]/g, '_'),
  )
  return `files/${steps.join('/')}`
}

/** The bytes of a zip. Images and PDFs are stored uncompressed; `data` is added to the first zip. */
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
