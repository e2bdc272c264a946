// The content that ships, read from its folder: what the worker loads and what the checks read.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type ArticleEntry, articleEntries } from './article.ts'
import type { ContentEntry, Folder, Problem } from './files.ts'
import { folderEntries } from './folder.ts'

export const SHIPPED_FOLDER = join(import.meta.dirname, '..')
/** hash: SHA-256 of the document's JSON, which tells a newer release of an entry. */
export type ShippedEntry = (ContentEntry | ArticleEntry) & { hash: string }

/** Everything that ships: help articles, which a new installation misses first; then, parents before children, indicators, notions, courses with their lessons and quizzes, and the questions of the daily test. */
export function readShipped(root = SHIPPED_FOLDER): { entries: ShippedEntry[]; problems: Problem[] } {
  const folder = new Map(
    ['indicators', 'notions', 'courses', 'questions'].flatMap((name) =>
      [...folderOf(join(root, name))].map(([path, text]) => [`${name}/${path}`, text] as const),
    ),
  )
  const { entries, problems } = folderEntries(folder)
  const articles = new Map(
    [...folderOf(join(root, 'articles'))].map(([path, text]) => [`articles/${path}`, text] as const),
  )
  return {
    entries: [...articleEntries(articles, problems), ...entries.map(({ file: _, ...entry }) => entry)].map(
      (entry) => ({ ...entry, hash: hashOf(entry) }),
    ),
    problems,
  }
}

const hashOf = (entry: ContentEntry | ArticleEntry) =>
  createHash('sha256').update(JSON.stringify(entry)).digest('hex')

const namesIn = (directory: string): string[] => {
  try {
    return readdirSync(directory).sort()
  } catch {
    return []
  }
}

/** The texts of all files below a directory, by their path from it; empty where there is none. */
function folderOf(directory: string): Folder {
  const files = namesIn(directory).length
    ? readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    : []
  return new Map(
    files
      .map((file) => join(file.parentPath, file.name))
      .sort()
      .map((path) => [relative(directory, path), readFileSync(path, 'utf8')]),
  )
}
