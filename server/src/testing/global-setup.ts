import { keepCompiled } from './compile-cache.ts'
import { startTestDatabase } from './shared-database.ts'

/** Starts the run's PostgreSQL before the first test file and stops it after the last. */
export default async function setup(): Promise<() => Promise<void>> {
  keepCompiled()
  const database = await startTestDatabase()
  process.env.TEST_DATABASE_URL = database.url
  return database.stop
}
