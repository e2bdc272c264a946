import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { baseFiles } from '../../server/src/database/install.ts'
import { readMigrations } from '../../server/src/database/migrations.ts'
import { releaseOf } from '../../server/src/release.ts'
import { filesOf, type ReleaseFacts, tablesOf, writeFacts } from '../../server/src/testing/release-facts.ts'
import { startTestDatabase } from '../../server/src/testing/shared-database.ts'
import { testProject } from '../../server/src/testing/test-project.ts'

/**
 * `npm run release:keep`: records an installation of this release (demonstration data, two signed-up members, a file), which
 * every later version's test upgrades. Run once per release, when its migrations have landed.
 */
const root = join(import.meta.dirname, '../..')
const release = releaseOf(root) ?? ''
const file = join(root, 'supabase', 'tests', 'releases', `${release}.json.br`)
if (existsSync(file)) {
  console.error(`${file} exists already: a release is recorded once.`)
  process.exit(1)
}
const database = await startTestDatabase()
process.env.TEST_DATABASE_URL = database.url
try {
  const project = await testProject({ projectDir: root, seed: 'demo' })
  try {
    const accounts: ReleaseFacts['accounts'] = []
    for (const name of ['ada', 'blaise']) {
      const account = { email: `${name}@example.com`, password: `the old password of ${name}` }
      const client = createClient(project.url, project.anonKey, { auth: { persistSession: false } })
      const { data } = await client.auth.signUp(account)
      const proof = new Blob([`%PDF-1.7 ${name}`], { type: 'application/pdf' })
      const { error } = await client.storage.from('proofs').upload(`${data.user?.id}/proof.pdf`, proof)
      if (error) throw error
      accounts.push(account)
    }
    const migrations = readMigrations(root)
    const client = await project.admin.connect()
    // Market data are large and generated anew.
    const kept = await tablesOf(client, ['public.candles', 'public.quotes', 'public.market_feeds'])
    client.release()
    mkdirSync(join(file, '..'), { recursive: true })
    writeFacts(file, {
      release,
      base: Object.fromEntries(baseFiles().map(({ name, text }) => [name, text])),
      structure: migrations.map(({ version }) => version),
      recorded: Object.fromEntries(migrations.map(({ version, hash }) => [version, hash])),
      ...kept,
      files: filesOf(join(project.context.storage.directory, 'blobs')),
      accounts,
    })
    console.log(`Recorded ${release} in ${file}.`)
  } finally {
    await project.stop()
  }
} finally {
  await database.stop()
}
