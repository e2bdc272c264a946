import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * `npm run spec`: lists every clause of docs/spec.md with the tests that name it and their last result. Fails for a clause
 * without a passing test.
 */
const root = join(import.meta.dirname, '../..')
const results = join(root, 'test-results')

type Test = { title: string; status: string }

function clauses(): Map<string, string> {
  const found = new Map<string, string>()
  const text = readFileSync(join(root, 'docs', 'spec.md'), 'utf8')
  for (const match of text.matchAll(/\*\*(S-\d+)\*\*\s+((?:(?!\*\*S-\d).)*)/g)) {
    const [, number = '', sentence = ''] = match
    if (!found.has(number)) found.set(number, sentence.trim())
  }
  return found
}

function tests(): Test[] {
  const reports = existsSync(results) ? readdirSync(results).filter((file) => file.endsWith('.json')) : []
  return reports.flatMap((file) => {
    const report = JSON.parse(readFileSync(join(results, file), 'utf8')) as {
      testResults: { assertionResults: { fullName: string; status: string }[] }[]
    }
    return report.testResults.flatMap((suite) =>
      suite.assertionResults.map(({ fullName, status }) => ({ title: fullName, status })),
    )
  })
}

const all = tests()
if (all.length === 0) {
  console.error('There are no results yet: run npm test first.')
  process.exit(1)
}
let green = 0
let open = 0
for (const [number, sentence] of clauses()) {
  const naming = all.filter(({ title }) => title.includes(`[${number}]`))
  const passes = naming.length > 0 && naming.every(({ status }) => status === 'passed')
  passes ? green++ : open++
  console.log(`${passes ? '✓' : '✗'} ${number} ${sentence.slice(0, 100)}`)
  for (const { title, status } of naming) console.log(`    ${status}  ${title}`)
}
console.log(`\n${green} clauses green, ${open} open`)
process.exit(open === 0 ? 0 : 1)
