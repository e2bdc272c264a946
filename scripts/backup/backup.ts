import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { BackupState } from '../../server/src/backup/backup-state.ts'
import { takeBaseBackup } from '../../server/src/backup/base-backup.ts'
import { BackupError } from '../../server/src/backup/manifest.ts'
import { readConfig } from '../../server/src/config.ts'
import { releaseOf } from '../../server/src/release.ts'
import { OWN_TOOLS } from '../own-tools.ts'

/** `npm run backup -- DIR`: backs up the database, files and settings of a running product. */
const root = resolve(import.meta.dirname, '../..')
const config = readConfig(process.env, root)
const credentials = join(config.dataDir, 'credentials.json')
const [directory] = process.argv.slice(2)
if (!directory) stop('Usage: npm run backup -- DIR, an empty or missing directory.')
if (config.databaseUrl) stop(OWN_TOOLS)
if (!existsSync(credentials))
  stop(`Nothing is running on ${config.dataDir}: start the product, or set DATA_DIR.`)
const { databaseUrl } = JSON.parse(readFileSync(credentials, 'utf8')) as { databaseUrl: string }
const to = resolve(process.env.INIT_CWD ?? process.cwd(), directory)
try {
  const started = performance.now()
  const manifest = await takeBaseBackup({
    databaseUrl,
    dataDir: config.dataDir,
    to,
    release: releaseOf(root) ?? '',
    bytes: config.s3 ? 's3' : 'files',
  })
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  const log = { warn: () => console.error('The time of this backup was not noted where the staff see it.') }
  await new BackupState(pool, log).tookBase(manifest.takenAt)
  await pool.end()
  const bytes = Object.values(manifest.files).reduce((sum, { size }) => sum + size, 0)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(
    `${to} holds the state of ${manifest.takenAt}: ${Object.keys(manifest.files).length} files, ${Math.ceil(bytes / 2 ** 20)} MB, in ${seconds} s.`,
  )
  if (config.s3)
    console.log("Files are stored in S3 and not included: use that service's versioning or replication.")
  if (config.encryptionKey) console.log('ENCRYPTION_KEY is not included: store it elsewhere.')
} catch (error) {
  if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED')
    stop(
      `The product is not running on ${config.dataDir}. Start it, or copy that directory while nothing runs.`,
    )
  if (!(error instanceof BackupError)) throw error
  stop(error.message)
}

function stop(message: string): never {
  console.error(message)
  process.exit(1)
}
