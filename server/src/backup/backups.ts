import { join } from 'node:path'
import pg from 'pg'
import type { Logger } from 'pino'
import { BackupDirectory } from './backup-directory.ts'
import type { BackupState } from './backup-state.ts'
import { takeBaseBackup } from './base-backup.ts'
import { BackupError } from './manifest.ts'
import { WalArchive } from './wal-archive.ts'
import { walAfter } from './wal-files.ts'

const SECOND = 1000
const DAY = 86_400 * SECOND
/** Approximate maximum data loss when the machine is lost. */
const PAUSE = 10 * SECOND

export type BackupsOptions = {
  databaseUrl: string
  dataDir: string
  directory: string
  keepDays: number
  release: string
  s3: boolean
  /** Where it is noted how backups fare; without it nowhere. */
  state?: BackupState
  log: Logger
  now: () => Date
}

/** Automatic backups: a base backup a day, and WAL and blobs continuously. */
export class Backups {
  readonly #options: BackupsOptions
  readonly #directory: BackupDirectory
  #client: pg.Client | undefined
  #archive: WalArchive | undefined
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined

  constructor(options: BackupsOptions) {
    this.#options = options
    this.#directory = new BackupDirectory(options.directory)
  }

  start(): void {
    const { state, now } = this.#options
    const again = () => {
      this.#running = this.round()
        .catch(async (error) => {
          this.#options.log.error({ err: error }, 'backup failed; it will be retried')
          await state?.failed(now())
        })
        .then(() => {
          if (this.#timer) this.#timer = setTimeout(again, PAUSE)
        })
    }
    this.#timer = setTimeout(again, 0)
  }

  /** Stops after the current round and copies the remaining WAL. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    await this.#running
    if (this.#archive) await this.round().catch(() => {})
    await this.#client?.end().catch(() => {})
  }

  /** Copies new WAL and blobs, and takes a base backup when the last is a day old or the WAL does not continue from it. */
  async round(): Promise<void> {
    const { now, keepDays, s3, state } = this.#options
    const archive = await this.#connected()
    await archive.hold()
    await archive.copy()
    if (!s3) await this.#keepFiles()
    await state?.copied(now())
    const last = this.#directory.bases().at(-1)
    const age = last ? now().getTime() - last.at.getTime() : DAY
    if (last && age < DAY && !(await walAfter(this.#directory.wal, last.manifest.lastWal)).gap) return
    await this.#takeBase()
    await archive.copy()
    await this.#directory.prune(new Date(now().getTime() - keepDays * DAY))
  }

  async #takeBase(): Promise<void> {
    const { databaseUrl, dataDir, release, s3, state, log, now } = this.#options
    const to = this.#directory.base(now())
    const started = performance.now()
    const bytes = s3 ? 's3' : { pool: () => this.#keepFiles() }
    const { takenAt } = await takeBaseBackup({ databaseUrl, dataDir, to, release, bytes })
    await state?.tookBase(takenAt)
    log.info({ to, seconds: Math.round((performance.now() - started) / SECOND) }, 'base backup taken')
  }

  #keepFiles(): Promise<void> {
    return this.#directory.keepFiles(join(this.#options.dataDir, 'storage', 'blobs'))
  }

  async #connected(): Promise<WalArchive> {
    if (this.#archive) return this.#archive
    const client = new pg.Client({
      connectionString: this.#options.databaseUrl,
      application_name: 'backups',
    })
    client.on('error', () => {
      this.#archive = undefined
    })
    await client.connect()
    this.#client = client
    const { rows } = await client.query('select system_identifier::text as system from pg_control_system()')
    const stranger = this.#directory.bases().find(({ manifest }) => manifest.system !== rows[0].system)
    if (stranger)
      throw new BackupError(
        `${this.#options.directory} contains backups of another installation. Set another BACKUP_DIR.`,
      )
    this.#archive = new WalArchive(client, this.#directory.wal)
    return this.#archive
  }
}
