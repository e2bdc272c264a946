// The files of a folder that was chosen or dropped, as text by their paths.
import type { Folder, Problem } from 'content/files'

export type ChosenFile = { path: string; file: File }
const MOST_BYTES = 1_000_000
const MOST_FILES = 2000

export const filesOfInput = (files: Iterable<File>): ChosenFile[] =>
  [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }))

/** Dropped files and whole folders. The entries must be asked for before the event is over. */
export async function filesOfDrop({ items }: DataTransfer): Promise<ChosenFile[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  return (await Promise.all(entries.map((entry) => within(entry, '')))).flat()
}

async function within(entry: FileSystemEntry, above: string): Promise<ChosenFile[]> {
  const path = `${above}${entry.name}`
  if (entry.isFile) {
    const file = await new Promise<File>((done, failed) => (entry as FileSystemFileEntry).file(done, failed))
    return [{ path, file }]
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const found: FileSystemEntry[] = []
  for (;;) {
    // A folder is told in parts; the last one is empty.
    const some = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed))
    if (some.length === 0) break
    found.push(...some)
  }
  return (await Promise.all(found.map((one) => within(one, `${path}/`)))).flat()
}

/** Reads YAML and Markdown as UTF-8; other files are left alone, too large or foreign ones are problems. */
export async function readChosen(
  files: readonly ChosenFile[],
): Promise<{ folder: Folder; problems: Problem[] }> {
  const folder = new Map<string, string>()
  const problems: Problem[] = []
  const wanted = files.filter(({ path }) => /\.(ya?ml|md)$/.test(path) && !/(^|\/)\./.test(path))
  for (const { path, file } of wanted.slice(0, MOST_FILES)) {
    if (file.size > MOST_BYTES) problems.push({ file: path, problem: 'is larger than 1 MB' })
    else
      try {
        folder.set(path, new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()))
      } catch {
        problems.push({ file: path, problem: 'is not UTF-8 text' })
      }
  }
  if (wanted.length > MOST_FILES)
    problems.push({ file: wanted[MOST_FILES]?.path ?? '', problem: `comes after ${MOST_FILES} files` })
  return { folder, problems }
}
