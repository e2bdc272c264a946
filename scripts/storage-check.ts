import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { readConfig } from '../server/src/config.ts'
import { checkStore } from '../server/src/storage/backends/check-store.ts'
import { fileBackend } from '../server/src/storage/backends/file-backend.ts'
import { s3Backend } from '../server/src/storage/backends/s3-backend.ts'
import { runningDatabaseUrl } from './backup/running-database.ts'

/** `npm run storage:check [-- --repair]`: checks that every file has its bytes and every blob its file. Exits with 1 otherwise. */
const { values } = parseArgs({ options: { repair: { type: 'boolean', default: false } } })
const config = readConfig(process.env, resolve(import.meta.dirname, '..'))
const pool = new pg.Pool({ connectionString: runningDatabaseUrl(), max: 8 })
const s3 = config.s3 && s3Backend(config.s3)
try {
  const backend = s3 ?? fileBackend(join(config.dataDir, 'storage', 'blobs'))
  const { rows, blobs, lost, stray } = await checkStore(pool, backend, values.repair)
  console.log(`${rows} files, ${blobs} blobs.`)
  if (lost.count > 0) console.log(`${lost.count} files without bytes:\n  ${lost.names.join('\n  ')}`)
  if (stray.count > 0) {
    const done = values.repair ? 'scheduled for deletion' : 'run again with --repair to delete them'
    console.log(`${stray.count} unreferenced blobs (${done}):\n ${stray.versions.join('\n ')}`)
  }
  process.exitCode = lost.count > 0 || (stray.count > 0 && !values.repair) ? 1 : 0
} finally {
  s3?.close()
  await pool.end()
}
