import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { databaseTypesAreCurrent } from '../database/db-types.ts'

/** `npm run check`: checks that do not run the code. */
const root = join(import.meta.dirname, '../..')

const CHECKS: [name: string, command: string[]][] = [
  ['format, lint and circular imports', ['biome', 'check', '--error-on-warnings', '.']],
  ['who imports whom', ['node', 'scripts/checks/arrows.ts']],
  ['types', ['tsc', '-p', 'tsconfig.json']],
  ['types of the web application', ['tsc', '-p', 'web/tsconfig.json']],
  ['types of the browser journeys', ['tsc', '-p', 'e2e/tsconfig.json']],
  ['unused code and unlisted dependencies', ['knip', '--no-progress']],
]

/** Runs every check, prints what fails, and returns how many passed and failed. */
export async function check(): Promise<{ passed: number; failed: number }> {
  const count = { passed: 0, failed: 0 }
  const tell = (name: string, problem: string | undefined) => {
    count[problem === undefined ? 'passed' : 'failed']++
    console.log(`${problem === undefined ? '✓' : '✗'} ${name}`)
    if (problem) console.log(problem)
  }
  // The types of the database wait for PostgreSQL most of the time, and several checks use one core.
  const types = databaseTypesAreCurrent()
  types.catch(() => {})
  const waiting = CHECKS.values()
  const lane = async () => {
    for (const [name, command] of waiting) tell(name, await problemOf(command))
  }
  await Promise.all([lane(), lane()])
  tell('database types match the schemas', await types)
  return count
}

/** A failing command's output, else undefined. Asynchronous, so that other work continues. */
const problemOf = ([command = '', ...options]: string[]) =>
  new Promise<string | undefined>((resolve) => {
    execFile(command, options, { cwd: root, maxBuffer: 64_000_000 }, (error, stdout, stderr) =>
      resolve(error ? `${stdout}${stderr}` || error.message : undefined),
    )
  })

if (import.meta.main) {
  const { failed } = await check()
  process.exit(failed === 0 ? 0 : 1)
}
