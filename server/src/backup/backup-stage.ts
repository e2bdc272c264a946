import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { type EmbeddedDatabase, startEmbedded } from '../database/embedded.ts'
import { scratchDirectory } from '../testing/scratch-directory.ts'
import type { BackupState } from './backup-state.ts'
import { Backups } from './backups.ts'
import { type RestoreOptions, restore } from './restore.ts'

/** Test support: an embedded database with a table of transfers, temporary directories, and writers. */
export class BackupStage {
  readonly log = pino({ level: 'silent' })
  readonly root = scratchDirectory('backup-')
  readonly dataDir = join(this.root, 'data')
  database!: EmbeddedDatabase
  client!: pg.Client
  #stopping: (() => Promise<unknown>)[] = []

  static async start(): Promise<BackupStage> {
    const stage = new BackupStage()
    await stage.startDatabase()
    // Transfers between two accounts: an inconsistent state shows in the sum.
    await stage.client.query(
      'create table transfers (writer int, number int, amount int, primary key (writer, number, amount))',
    )
    return stage
  }

  async startDatabase(): Promise<void> {
    this.database = await startEmbedded({ dataDir: this.dataDir, log: this.log })
    this.#stopping.push(() => this.database.stop())
    this.client = new pg.Client({ connectionString: this.database.url })
    this.client.on('error', () => {})
    await this.client.connect()
  }

  async stop(): Promise<void> {
    await this.client.end().catch(() => {})
    for (const step of this.#stopping.reverse()) await step()
    rmSync(this.root, { recursive: true, force: true })
  }

  path = (name: string): string => join(this.root, name)

  async transfer(writer: number, number: number): Promise<void> {
    await this.client.query('insert into transfers values ($1, $2, 1), ($1, $2, -1)', [writer, number])
  }

  /** Writes a blob as the store does. */
  keepBytes(content: string): string {
    const version = randomUUID()
    const folder = join(this.dataDir, 'storage', 'blobs', version.slice(0, 2))
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, version), content)
    return version
  }

  /** Writes from several connections until stopped; reports the last confirmed transfer of each. */
  async write(writers: number): Promise<{ confirmed: () => number[]; stop: () => Promise<void> }> {
    const confirmed = Array.from({ length: writers }, () => 0)
    let going = true
    const runs = confirmed.map(async (_, writer) => {
      const client = new pg.Client({ connectionString: this.database.url })
      client.on('error', () => {})
      await client.connect()
      for (let number = 1; going; number++) {
        await client.query('insert into transfers values ($1, $2, 1), ($1, $2, -1)', [writer, number])
        confirmed[writer] = number
      }
      await client.end()
    })
    const ended = Promise.allSettled(runs)
    return {
      confirmed: () => [...confirmed],
      stop: async () => {
        going = false
        await ended
      },
    }
  }

  backups(
    options: {
      now?: () => Date
      keepDays?: number
      of?: { url: string; dataDir: string }
      state?: BackupState
    } = {},
  ): Backups {
    const backups = new Backups({
      databaseUrl: options.of?.url ?? this.database.url,
      dataDir: options.of?.dataDir ?? this.dataDir,
      directory: this.path('backups'),
      keepDays: options.keepDays ?? 7,
      release: '1.0.0',
      s3: false,
      log: this.log,
      now: options.now ?? (() => new Date()),
      ...(options.state && { state: options.state }),
    })
    this.#stopping.push(() => backups.stop())
    return backups
  }

  /** Restores and returns each writer's last transfer; throws when the state is inconsistent. */
  async restored(
    source: RestoreOptions['source'],
    at?: Date,
    into = 'restored',
  ): Promise<Map<number, number>> {
    const reached = new Map<number, number>()
    await restore({
      source,
      at,
      dataDir: this.path(into),
      log: this.log,
      check: async (url) => {
        const client = new pg.Client({ connectionString: url })
        await client.connect()
        const { rows } = await client.query(
          'select writer, max(number) as last, count(*)::int as rows, sum(amount)::int as sum from transfers group by writer',
        )
        await client.end()
        for (const { writer, last, rows: count, sum } of rows) {
          if (sum !== 0 || count !== 2 * last) throw new Error(`Writer ${writer} has an inconsistent state.`)
          reached.set(writer, last)
        }
      },
    })
    return reached
  }
}
