import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { root } from './process.ts'
import { ALONE, installPeers, QUESTIONS } from './questions.ts'

/** One per core of a small machine: short runs measure nothing, and mostly wait. */
const AT_ONCE = 2
/** A longer run is considered hanging: twice the longest one, on a machine that is twice as slow. */
const PATIENCE_MS = 600_000

/** Runs every benchmark in its short form, each in its own process; returns how many printed their figures. */
export async function runShort(): Promise<{ passed: number; failed: number }> {
  const count = { passed: 0, failed: 0 }
  const absent = installPeers()
  if (absent)
    console.log(`${absent} Passed over: ${QUESTIONS.filter((name) => !ALONE.includes(name)).join(', ')}.`)
  const waiting = QUESTIONS.filter((name) => !absent || ALONE.includes(name)).values()
  const lane = async () => {
    for (const name of waiting) {
      const { problem, seconds } = await runOne(name)
      count[problem === null ? 'passed' : 'failed']++
      console.log(
        `${problem === null ? '✓' : '✗'} bench ${name} (${seconds} s)${problem === null ? '' : `\n${problem}`}`,
      )
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return count
}

function runOne(name: string): Promise<{ problem: string | null; seconds: string }> {
  const begun = performance.now()
  return new Promise((resolve) => {
    const options = { cwd: root, timeout: PATIENCE_MS, maxBuffer: 64_000_000 }
    execFile(
      process.execPath,
      [join(root, 'bench/main.ts'), '--short', name],
      options,
      (error, stdout, stderr) => {
        const seconds = ((performance.now() - begun) / 1000).toFixed(1)
        // Every report contains a table.
        const said = error
          ? `${stdout}${stderr}` || error.message
          : stdout.includes('\n| ')
            ? null
            : 'It printed no figures.'
        resolve({ problem: said, seconds })
      },
    )
  })
}
