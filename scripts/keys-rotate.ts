import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { rotateKeys } from '../server/src/http/keys.ts'
import { readProjectConfig } from '../server/src/project-config.ts'
import { runningDatabaseUrl } from './backup/running-database.ts'

/** `npm run keys:rotate [-- --compromised]`: rotates the key that signs access tokens without signing anyone out. */
const root = resolve(import.meta.dirname, '..')

const { values } = parseArgs({ options: { compromised: { type: 'boolean', default: false } } })
const pool = new pg.Pool({ connectionString: runningDatabaseUrl(), max: 1 })
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
