import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startTestDatabase } from '../server/src/testing/shared-database.ts'
import { testProject } from '../server/src/testing/test-project.ts'
import { writeRegistries } from './registries.ts'

/**
 * `npm run db:types`: what is generated. First the schemas' lists that are declared in TypeScript, then the TypeScript types of
 * the database that the schemas describe, made by the official command-line tool.
 */
const root = join(import.meta.dirname, '..')
const file = join(root, 'web', 'src', 'lib', 'data', 'database.types.ts')
const run = promisify(execFile)

async function generate(): Promise<string> {
  const database = await startTestDatabase()
  process.env.TEST_DATABASE_URL = database.url
  try {
    const project = await testProject({ projectDir: root })
    try {
      const options = [
        'gen',
        'types',
        `--remote=${project.databaseUrl}`,
        '--lang',
        'typescript',
        '--schema',
        'public',
      ]
      const { stdout } = await run('supabase', options, { cwd: root, maxBuffer: 16_000_000 })
      // The tool may talk before it writes.
      return stdout.slice(stdout.indexOf('export type Json'))
    } finally {
      await project.stop()
    }
  } finally {
    delete process.env.TEST_DATABASE_URL
    await database.stop()
  }
}

/** Undefined when the committed types are current, else the sentence that says what to do. */
export async function databaseTypesAreCurrent(): Promise<string | undefined> {
  const committed = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return (await generate()) === committed
    ? undefined
    : 'web/src/lib/data/database.types.ts is stale: run npm run db:types.'
}

if (import.meta.main) {
  writeRegistries(root)
  writeFileSync(file, await generate())
  console.log(`Wrote ${file}`)
}
