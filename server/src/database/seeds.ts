import { globSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import type { ClientBase } from 'pg'
import type { Logger } from 'pino'
import { inTransaction } from './apply-files.ts'
import { sha256 } from './install.ts'
import { prepareHistory } from './migrate.ts'

export type SeedOptions = {
  /** The directory that contains `supabase/`. */
  projectDir: string
  seedPaths: string[]
  /** `none` skips files with `demo` in their name. */
  seed: 'demo' | 'none'
  log: Logger
}

/** Runs each seed once; a changed seed is only recorded, as by the official tool. Call with the structure lock held. */
export async function applySeeds(
  client: ClientBase,
  { projectDir, seedPaths, seed, log }: SeedOptions,
): Promise<void> {
  await prepareHistory(client)
  const root = join(projectDir, 'supabase')
  const files = [...new Set(seedPaths.flatMap((pattern) => globSync(pattern, { cwd: root }).sort()))]
  for (const file of files) {
    if (seed === 'none' && /demo/.test(basename(file))) continue
    const path = join('supabase', relative(root, join(root, file)))
    const text = readFileSync(join(root, file), 'utf8')
    const known = [path, sha256(text)]
    const { rowCount } = await client.query(
      'update supabase_migrations.seed_files set hash = $2 where path = $1',
      known,
    )
    if (rowCount) continue
    log.info({ seed: file }, 'applying seed')
    await inTransaction(client, async (run) => {
      await run({ path, text })
      await client.query('insert into supabase_migrations.seed_files (path, hash) values ($1, $2)', known)
    })
  }
}
