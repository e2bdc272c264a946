import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runShort } from '../bench/short-run.ts'
import { check } from './checks/check.ts'
import { outcomes, type Report } from './checks/test-outcomes.ts'
import { ensureChromium } from './chromium.ts'
import { buildWeb } from './site/build-web.ts'

/**
 * `npm test`: checks; unit, contract and policy tests; browser tests; a short run of every benchmark; and the product without
 * four features, each and together. Equals what CI runs.
 */
const root = join(import.meta.dirname, '..')
const results = join(root, 'test-results')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

/** Features that are taken away in a copy. */
const REMOVABLE = ['webhooks', 'tools', 'copy-trading', 'analyses']

const told: string[] = []
const total = { passed: 0, failed: 0 }
const add = ({ passed, failed }: { passed: number; failed: number }) => {
  total.passed += passed
  total.failed += failed
}

const chromium = ensureChromium()
// They are independent, and each leaves a core idle most of the time.
const [checked] = await Promise.all([check(), buildWeb()])
add(checked)
add(vitest('tests', []))
if ('path' in chromium)
  add(vitest('e2e', ['--config', 'e2e/vitest.config.ts'], { CHROMIUM_PATH: chromium.path }))
else {
  console.error(chromium.missing)
  add({ passed: 0, failed: 1 })
}

// One after the other: beside a build, short benchmarks ran out of their time.
add(await runShort())
add((await standsWithout(REMOVABLE)) ? { passed: REMOVABLE.length, failed: 0 } : { passed: 0, failed: 1 })

// Repeated at the end, because the output above has scrolled away.
if (told.length > 0) console.log(`\n${told.join('\n\n')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)

/** Web, SQL and worker; public; members'; a screen of one's own. Any other by hand: npm run delete-test FEATURE. */
async function standsWithout(features: readonly string[]): Promise<boolean> {
  const child = spawn('node', ['scripts/checks/delete-test.ts', ...features], { cwd: root, stdio: 'inherit' })
  const [status] = await once(child, 'exit')
  return status === 0
}

/** A run without a report or without any executed test counts as a failure. */
function vitest(name: string, options: string[], environment: Record<string, string> = {}) {
  const report = join(results, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { status } = spawnSync('vitest', ['run', ...options, ...reporters], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  })
  try {
    const read: Report = JSON.parse(readFileSync(report, 'utf8'))
    told.push(...outcomes(read, root))
    const { numPassedTests, numFailedTests, numFailedTestSuites, numTotalTests } = read
    const broken =
      numTotalTests === 0 || (status !== 0 && numFailedTests === 0) ? Math.max(1, numFailedTestSuites) : 0
    return { passed: numPassedTests, failed: numFailedTests + broken }
  } catch {
    return { passed: 0, failed: 1 }
  }
}
