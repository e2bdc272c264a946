import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { rotateKeys } from '../server/src/http/keys.ts'
import { readProjectConfig } from '../server/src/project-config.ts'

/** `npm run keys:rotate [-- --compromised]`: rotates the key that signs access tokens without signing anyone out. */
const root = resolve(import.meta.dirname, '..')

function databaseUrl(): string | null {
  const { DATABASE_URL, DATA_DIR = '.data' } = process.env
  if (DATABASE_URL) return DATABASE_URL
  const file = resolve(root, DATA_DIR, 'credentials.json')
  if (!existsSync(file)) return null
  return (JSON.parse(readFileSync(file, 'utf8')) as { databaseUrl: string }).databaseUrl
}

const { values } = parseArgs({ options: { compromised: { type: 'boolean', default: false } } })
const url = databaseUrl()
if (!url) {
  console.error('The product is not running here: start it, or set DATABASE_URL.')
  process.exit(1)
}
const pool = new pg.Pool({ connectionString: url, max: 1 })
try {
  const tokenLife = readProjectConfig(root, process.env).auth.jwt_expiry
  const { kid, signsFrom, oldKeysUntil } = await rotateKeys(pool, {
    now: new Date(),
    tokenLife,
    compromised: values.compromised,
  })
  console.log(`Key ${kid} signs from ${signsFrom.toISOString()}.`)
  console.log(`Older keys verify until ${oldKeysUntil.toISOString()}.`)
} finally {
  await pool.end()
}
