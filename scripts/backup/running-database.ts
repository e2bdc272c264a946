import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** The database's URL: DATABASE_URL, or that of the running product. Exits with a message when there is none. */
export function runningDatabaseUrl(): string {
  const { DATABASE_URL, DATA_DIR = '.data' } = process.env
  if (DATABASE_URL) return DATABASE_URL
  const file = resolve(import.meta.dirname, '../..', DATA_DIR, 'credentials.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')).databaseUrl
  console.error('The product is not running here: start it, or set DATABASE_URL.')
  process.exit(1)
}
