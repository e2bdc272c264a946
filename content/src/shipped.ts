// The content that ships, read from its folder: what the worker loads and what the checks read.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { z } from 'zod'
import { courseEntries } from './course.ts'
import {
  type ContentEntry,
  type Folder,
  inLanguages,
  line,
  type Problem,
  readYaml,
  slug,
  textsOf,
} from './files.ts'
import { questionEntry, questionProblems, questionShape } from './question.ts'

export const SHIPPED_FOLDER = join(import.meta.dirname, '..')
/** hash: SHA-256 of the document's JSON, which tells a newer release of an entry. */
export type ShippedEntry = ContentEntry & { hash: string }

const notionShape = z
  .strictObject({ slug, rule: z.record(z.string(), z.unknown()).default({}) })
  .and(inLanguages(z.strictObject({ title: line, summary: line })))

/** Everything that ships, parents before children: notions, courses with their lessons and quizzes, then the questions of the daily test. */
export function readShipped(root = SHIPPED_FOLDER): { entries: ShippedEntry[]; problems: Problem[] } {
  const problems: Problem[] = []
  const entries = [...notions(root, problems), ...courses(root, problems), ...bank(root, problems)]
  const seen = new Set<string>()
  for (const { kind, slug: name } of entries) {
    if (seen.has(`${kind}/${name}`)) problems.push({ file: `${kind}/${name}`, problem: 'stands twice' })
    seen.add(`${kind}/${name}`)
  }
  return { entries: entries.map((entry) => ({ ...entry, hash: hashOf(entry) })), problems }
}

const hashOf = (entry: ContentEntry) => createHash('sha256').update(JSON.stringify(entry)).digest('hex')

function notions(root: string, problems: Problem[]): ContentEntry[] {
  const folder = folderOf(join(root, 'notions'))
  return [...folder.keys()].flatMap((file) =>
    (readYaml(folder, file, z.array(notionShape), problems) ?? []).map(
      ({ slug: name, rule, ...texts }, at) => ({
        kind: 'notion' as const,
        slug: name,
        parent: null,
        position: at + 1,
        tier: 'freemium' as const,
        document: { fields: { rule }, texts: textsOf(texts, (words) => words) },
      }),
    ),
  )
}

function courses(root: string, problems: Problem[]): ContentEntry[] {
  return namesIn(join(root, 'courses')).flatMap((course) => {
    const own: Problem[] = []
    const entries = courseEntries(folderOf(join(root, 'courses', course)), course, own)
    problems.push(...own.map(({ file, problem }) => ({ file: `courses/${course}/${file}`, problem })))
    return entries
  })
}

function bank(root: string, problems: Problem[]): ContentEntry[] {
  const folder = folderOf(join(root, 'questions'))
  return [...folder.keys()].flatMap((file) =>
    (readYaml(folder, file, z.array(questionShape), problems) ?? []).map((question, at) => {
      problems.push(...questionProblems(question, file))
      return questionEntry(question, at + 1, null)
    }),
  )
}

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
