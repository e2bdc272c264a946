import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './process.ts'
import { ALONE, fileOf, installPeers, QUESTIONS } from './questions.ts'
import { SHORT } from './short.ts'
import { runShort } from './short-run.ts'

/**
 * `npm run bench [question …]`: measures, prints, and writes the figures to docs/benchmarks.md. `--short` only checks that the
 * benchmarks run (`short.ts`), and writes nothing.
 */
const chosen = process.argv.slice(2).filter((word) => word !== '--short')
const unknown = chosen.filter((name) => !QUESTIONS.includes(name))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}; there are ${QUESTIONS.join(', ')}.`)
  process.exit(1)
}

if (SHORT && chosen.length === 0) {
  const { passed, failed } = await runShort()
  console.log(`\n${passed} ran, ${failed} failed`)
  process.exit(failed === 0 ? 0 : 1)
}

const asked = QUESTIONS.filter((question) => chosen.length === 0 || chosen.includes(question))
if (asked.some((name) => !ALONE.includes(name))) {
  const problem = installPeers()
  if (problem) {
    console.error(problem)
    process.exit(1)
  }
}

const failed: string[] = []
for (const name of asked) {
  console.log(`\n## ${name}`)
  try {
    const { measure } = (await import(fileOf(name))) as { measure(): Promise<string> }
    const report = await measure()
    console.log(report)
    if (!SHORT) write(name, report)
  } catch (error) {
    // A failure must not stop the remaining benchmarks after hours of measuring.
    console.error(error)
    failed.push(name)
  }
}
if (failed.length > 0) console.error(`\nNot measured: ${failed.join(', ')}.`)
process.exit(failed.length === 0 ? 0 : 1)

/** Replaces this question's section between its markers in docs/benchmarks.md. */
function write(name: string, report: string): void {
  const file = join(root, 'docs', 'benchmarks.md')
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`]
  const text = readFileSync(file, 'utf8')
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < 0) throw new Error(`docs/benchmarks.md has no place for ${name}`)
  const date = new Date().toISOString().slice(0, 10)
  writeFileSync(
    file,
    `${text.slice(0, from + begin.length)}\n\nMeasured on ${date}.\n\n${report}\n\n${text.slice(to)}`,
  )
}
