import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readHistory, readMigrations } from '../../server/src/database/migrations.ts'

/** `npm run db:land`: records that installations may have all migrations, which must not be edited any more. */
const root = join(import.meta.dirname, '../..')
const history = readHistory(root)
const migrations = readMigrations(root)
for (const { version, hash } of migrations) history.landed[version] ??= hash
writeFileSync(join(root, 'supabase', 'migrations', 'history.json'), `${JSON.stringify(history, null, 2)}\n`)
console.log(`${migrations.length} migrations have landed, the last is ${migrations.at(-1)?.path}.`)
