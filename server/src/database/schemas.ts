import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { inTransaction, type SqlFile } from './apply-files.ts'

/**
 * A project's declarative schemas (`[db.migrations] schema_paths`): its present state, which is what one edits. Installations
 * are never built from them but from the migrations; tests prove that both give the same database.
 */
export type SchemaOptions = {
  /** The folder that holds `supabase/`. */
  projectDir: string
  /** Patterns in the order in which they apply; a file that several name comes where the first one does. */
  schemaPaths: string[]
}

/** The files in order. Throws when a pattern names none: a typing error would leave a table out unnoticed. */
export function schemaFiles({ projectDir, schemaPaths }: SchemaOptions): SqlFile[] {
  const root = join(projectDir, 'supabase')
  const files = schemaPaths.flatMap((pattern) => {
    const found = globSync(pattern, { cwd: root }).sort()
    if (found.length === 0) throw new Error(`The schema path ${pattern} names no file.`)
    return found
  })
  return [...new Set(files)].map((file) => ({
    path: join('supabase', file),
    text: readFileSync(join(root, file), 'utf8'),
  }))
}

/** Builds the project's objects in a database that has only what `installBase` gives it, in one transaction. */
export async function applySchemas(client: ClientBase, options: SchemaOptions): Promise<void> {
  await inTransaction(client, async (run) => {
    for (const file of schemaFiles(options)) await run(file)
  })
}
