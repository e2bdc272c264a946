import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { inTransaction, type SqlFile } from './apply-files.ts'

/**
 * A project's declarative schemas (`[db.migrations] schema_paths`): the present state, edited by developers.
 * Installations are built from the migrations only; tests prove that both produce the same database.
 */
export type SchemaOptions = {
  /** The directory that contains `supabase/`. */
  projectDir: string
  /** Patterns in order of application; a file that matches several is applied with the first. */
  schemaPaths: string[]
}

/** The files in order. Throws when a pattern matches none, since a typo would otherwise omit a table silently. */
export function schemaFiles({ projectDir, schemaPaths }: SchemaOptions): SqlFile[] {
  const root = join(projectDir, 'supabase')
  const files = schemaPaths.flatMap((pattern) => {
    const found = globSync(pattern, { cwd: root }).sort()
    if (found.length === 0) throw new Error(`The schema path ${pattern} matches no file.`)
    return found
  })
  return [...new Set(files)].map((file) => ({
    path: join('supabase', file),
    text: readFileSync(join(root, file), 'utf8'),
  }))
}

/** Creates the project's objects after `installBase`, in one transaction. */
export async function applySchemas(client: ClientBase, options: SchemaOptions): Promise<void> {
  await inTransaction(client, async (run) => {
    for (const file of schemaFiles(options)) await run(file)
  })
}
