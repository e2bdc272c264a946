import { join } from 'node:path'
import { MigrationError } from '../../server/src/database/apply-files.ts'
import { startTestDatabase } from '../../server/src/testing/shared-database.ts'
import { DraftError, writeMigration } from './write-migration.ts'

/**
 * `npm run db:diff NAME`: writes the migration that turns the migrations' result into the schemas. Until it lands (`npm run
 * db:land`), the same command regenerates it and keeps the parts written by hand.
 */
const root = join(import.meta.dirname, '../..')
const name = process.argv[2] ?? ''
if (!/^[a-z0-9_]+$/.test(name)) {
  console.error('Usage: npm run db:diff NAME, with lower-case letters, digits and underscores.')
  process.exit(1)
}
const database = await startTestDatabase()
process.env.TEST_DATABASE_URL = database.url
try {
  const { path, remaining, ownSchema } = await writeMigration(root, name)
  console.log(path ? `Wrote ${path}` : 'The migrations match the schemas: there is nothing to write.')
  if (ownSchema)
    console.log('It names _server, which does not exist in a hosted project: see CONTRIBUTING.md.')
  if (remaining) {
    console.error(remaining)
    process.exitCode = 1
  }
} catch (error) {
  if (!(error instanceof MigrationError || error instanceof DraftError)) throw error
  console.error(error.message)
  if (error instanceof MigrationError)
    console.error('Write these changes by hand, in the parts of the migration that are kept.')
  process.exitCode = 1
} finally {
  await database.stop()
}
