import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startTestDatabase } from '../../server/src/testing/shared-database.ts'
import { type TestProject, testProject } from '../../server/src/testing/test-project.ts'
import { writeRegistries } from './registries.ts'

/**
 * `npm run db:types`: generates the SQL of the lists declared in TypeScript, then, from the schemas, the TypeScript types of the
 * database (with the official command-line tool) and the kinds of content.
 */
const root = join(import.meta.dirname, '../..')
const TYPES = 'web/src/lib/data/database.types.ts'
const KINDS = 'web/src/lib/content/content-kinds.ts'
const run = promisify(execFile)

async function generate(): Promise<Record<string, string>> {
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
      return {
        [TYPES]: stdout.slice(stdout.indexOf('export type Json')),
        [KINDS]: await contentKinds(project),
      }
    } finally {
      await project.stop()
    }
  } finally {
    delete process.env.TEST_DATABASE_URL
    await database.stop()
  }
}

/** The rows of `public.content_kinds`, under the names that TypeScript gives its columns. */
async function contentKinds({ admin }: Pick<TestProject, 'admin'>): Promise<string> {
  const { rows } = await admin.query<{ kind: string; told: object }>(
    `select kind, json_build_object('writers', writers, 'tiered', tiered, 'requiredTexts', required_texts, 'optionalTexts', optional_texts,
       'cardFields', card_fields, 'fixedSlug', fixed_slug, 'address', address) as told from public.content_kinds order by kind`,
  )
  const kinds = Object.fromEntries(rows.map(({ kind, told }) => [kind, told]))
  return `// Made from the table content_kinds by \`npm run db:types\`; what it says is declared in supabase/schemas/content/content_kinds.sql.
export const CONTENT_KINDS = ${JSON.stringify(kinds, null, 2)} as const

export type ContentKind = keyof typeof CONTENT_KINDS
`
}

/** Undefined when the committed types are current, else an instruction. */
export async function databaseTypesAreCurrent(): Promise<string | undefined> {
  const stale = Object.entries(await generate()).filter(([name, content]) => {
    const file = join(root, name)
    return (existsSync(file) ? readFileSync(file, 'utf8') : '') !== content
  })
  return stale.length === 0
    ? undefined
    : `${stale.map(([name]) => name).join(' and ')} is stale: run npm run db:types.`
}

if (import.meta.main) {
  writeRegistries(root)
  for (const [name, content] of Object.entries(await generate())) {
    writeFileSync(join(root, name), content)
    console.log(`Wrote ${name}`)
  }
}
