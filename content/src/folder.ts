// A whole folder of content, read by what its files are called: what ships, and what the studio imports.
import { z } from 'zod'
import { courseEntries } from './course.ts'
import { type ContentEntry, type Folder, type Problem, readYaml } from './files.ts'
import { indicatorEntry, indicatorShape } from './indicator.ts'
import { notionEntry, notionShape } from './notion.ts'
import { questionEntry, questionProblems, questionShape } from './question.ts'

export type ReadEntry = ContentEntry & {
  /** The file that declares it; the texts of a lesson stand in files beside it. */
  file: string
}

/** Everything in a folder, parents before children: indicators, notions, courses (each a folder with a course.yaml) with their lessons and quizzes, then questions of the daily test. */
export function folderEntries(folder: Folder): { entries: ReadEntry[]; problems: Problem[] } {
  const problems: Problem[] = []
  const files = [...folder.keys()].filter((path) => /\.ya?ml$/.test(path)).sort()
  const heads = files.filter((path) => /(^|\/)course\.yaml$/.test(path))
  const inCourse = (path: string) => heads.some((head) => path.startsWith(head.replace('course.yaml', '')))
  const lists = files.filter((path) => !inCourse(path))
  const notions = lists.filter((path) => isListOf('slug', folder.get(path)))
  const indicators = lists.filter((path) => isListOf('indicator', folder.get(path)))
  const entries = [
    ...indicators.flatMap((file) =>
      (readYaml(folder, file, z.array(indicatorShape), problems) ?? []).map((indicator, at) => ({
        ...indicatorEntry(indicator, at + 1),
        file,
      })),
    ),
    ...notions.flatMap((file) =>
      (readYaml(folder, file, z.array(notionShape), problems) ?? []).map((notion, at) => ({
        ...notionEntry(notion, at + 1),
        file,
      })),
    ),
    ...heads.flatMap((head) => oneCourse(folder, head, problems)),
    ...lists
      .filter((path) => !notions.includes(path) && !indicators.includes(path))
      .flatMap((file) =>
        (readYaml(folder, file, z.array(questionShape), problems) ?? []).map((question, at) => {
          problems.push(...questionProblems(question, file))
          return { ...questionEntry(question, at + 1, null), file }
        }),
      ),
  ]
  const seen = new Set<string>()
  for (const { kind, slug, file } of entries) {
    if (seen.has(`${kind}/${slug}`)) problems.push({ file, problem: `${kind}/${slug} stands twice` })
    seen.add(`${kind}/${slug}`)
  }
  return { entries, problems }
}

/** A course by its folder's name; `course` where course.yaml was given alone. */
function oneCourse(folder: Folder, head: string, problems: Problem[]): ReadEntry[] {
  const base = head.replace('course.yaml', '')
  const own: Problem[] = []
  const within = new Map(
    [...folder].flatMap(([path, text]) => (path.startsWith(base) ? [[path.slice(base.length), text]] : [])),
  )
  const entries = courseEntries(within, base.split('/').at(-2) ?? 'course', own)
  problems.push(...own.map((problem) => ({ ...problem, file: `${base}${problem.file}` })))
  const folderOf = (lesson: string | null) =>
    [...within.keys()].find((path) => path.slice(3).startsWith(`${lesson}/`))?.split('/')[0]
  return entries.map((entry) => {
    const file = {
      course: 'course.yaml',
      lesson: `${folderOf(entry.slug)}/lesson.yaml`,
      question: `${folderOf(entry.parent)}/quiz.yaml`,
      notion: '',
      indicator: '',
    }[entry.kind]
    return { ...entry, file: `${base}${file}` }
  })
}

/** Whether a file lists entries that a key names: notions have a slug, questions a key. */
const isListOf = (key: string, text = '') => new RegExp(`^-\\s+${key}:`, 'm').test(text)
