import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BackupDirectory } from '../../server/src/backup/backup-directory.ts'
import { BackupError, isBackup } from '../../server/src/backup/manifest.ts'
import { restore } from '../../server/src/backup/restore.ts'
import { readConfig } from '../../server/src/config.ts'
import { OWN_TOOLS } from '../own-tools.ts'
import { checkRestored, type Restored } from './check-restored.ts'

/**
 * `npm run restore -- DIR [--at TIME] --data NEW`: restores a data directory, and succeeds only if ledger, books and files are
 * consistent.
 */
const USAGE = `Usage: npm run restore -- DIR [--at TIME] --data NEW

  DIR     a backup (npm run backup), a safety copy, or the directory named by BACKUP_DIR
  --at    the moment to restore to, such as 2026-11-22T14:30:00Z; the latest when absent
  --data  the new data directory, empty or not there; start the product on it with DATA_DIR`

const config = readConfig(process.env, resolve(import.meta.dirname, '../..'))
const from = process.env.INIT_CWD ?? process.cwd()
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { at: { type: 'string' }, data: { type: 'string' } },
  })
  const [directory] = positionals
  if (!directory || positionals.length > 1 || !values.data) throw new BackupError(USAGE)
  if (config.databaseUrl) throw new BackupError(OWN_TOOLS)
  const at = values.at === undefined ? undefined : moment(values.at)
  const [backup, dataDir] = [resolve(from, directory), resolve(from, values.data)]
  const source = isBackup(backup)
    ? { backup, wal: [], pool: '' }
    : await new BackupDirectory(backup).source(at)
  const started = performance.now()
  let restored: Restored = { found: '', lost: [] }
  await restore({
    source,
    at,
    dataDir,
    async check(url, data) {
      restored = await checkRestored(url, data, config.s3)
    },
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(
    `Restored into ${dataDir} in ${seconds} s: ${restored.found}.\nStart it with DATA_DIR=${dataDir} npm start.`,
  )
  if (restored.lost.length > 0) {
    console.error(`These files are in no backup:\n ${restored.lost.join('\n ')}`)
    process.exitCode = 1
  }
} catch (error) {
  const { code } = error as NodeJS.ErrnoException
  if (!(error instanceof BackupError) && !code?.startsWith('ERR_PARSE_ARGS')) throw error
  console.error((error as Error).message)
  process.exitCode = 1
}

function moment(text: string): Date {
  // Without a time zone, a time would depend on the machine.
  if (
    !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) ||
    Number.isNaN(Date.parse(text))
  )
    throw new BackupError(
      `"${text}" is not a valid time: use the form 2026-11-22T14:30:00Z, with a time zone.`,
    )
  return new Date(text)
}
