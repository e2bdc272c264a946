import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './process.ts'

/** `npm run bench [question …]`: measures, prints, and writes the figures into docs/benchmarks.md. */
const QUESTIONS = [
  'rest',
  'fan-out',
  'saturation',
  'start',
  'web',
  'frames',
  'answer',
  'signals-page',
  'never-missed',
  'performance',
  'outcome',
  'reconnect',
  'painted',
  'sign-in-timing',
  'storage',
  'avatar',
  'notify',
  'invoices',
  'members',
  'sign-in',
  'storm',
  'billing',
  'revenue',
] as const
/** Those that measure nothing beside the product. */
const ALONE: readonly string[] = [
  'start',
  'frames',
  'answer',
  'signals-page',
  'never-missed',
  'performance',
  'outcome',
  'painted',
  'sign-in-timing',
  'storage',
  'avatar',
  'notify',
  'invoices',
  'members',
  'sign-in',
  'storm',
  'billing',
  'revenue',
]
const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !QUESTIONS.includes(name as never))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}; there are ${QUESTIONS.join(', ')}.`)
  process.exit(1)
}

const asked = QUESTIONS.filter((question) => chosen.length === 0 || chosen.includes(question))
if (asked.some((name) => !ALONE.includes(name)) && !existsSync(join(root, 'bench', 'node_modules'))) {
  console.log('Installing what the benchmarks compare with (once)…')
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: join(root, 'bench'),
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(1)
}

for (const name of asked) {
  const { measure } = (await import(`./${name}.ts`)) as { measure(): Promise<string> }
  console.log(`\n## ${name}`)
  const report = await measure()
  console.log(report)
  write(name, report)
}

/** Replaces the part of docs/benchmarks.md between the markers of this question. */
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
