// Checks the content that ships: `node content/src/check.ts [part of a path or slug]` prints each problem and fails if there is one.
import { statementProblems } from './problems.ts'
import { readShipped } from './shipped.ts'

const part = (process.argv[2] ?? '').replace(/^content\//, '')
const { entries, problems } = readShipped()
const course = part.match(/^courses\/([^/]+)/)?.[1]
const within = ({ file }: { file: string }) => {
  const [kind, slug] = file.split('/')
  const entry = entries.find((each) => each.kind === kind && each.slug === slug)
  if (!entry || !part) return true
  if (part.startsWith('questions')) return entry.parent === null
  const { lesson, course: own } = entry.document.fields
  return course
    ? entry.slug === course || own === course || String(lesson).startsWith(`${course}/`)
    : file.includes(part)
}
const found = [...problems, ...statementProblems(entries)].filter(within)
for (const { file, problem } of found) process.stdout.write(`${file}: ${problem}\n`)
const counts = Object.entries(Object.groupBy(entries, ({ kind }) => kind)).map(
  ([kind, each]) => `${each?.length} ${kind}`,
)
process.stdout.write(`${counts.join(', ') || 'nothing'}; ${found.length} problems\n`)
process.exitCode = found.length > 0 ? 1 : 0
