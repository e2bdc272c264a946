import type pg from 'pg'
import type { Logger } from 'pino'

/** How often the time of the last copy is written: each write is itself log to be copied. */
const PAUSE = 5 * 60_000

/** What the project may read of its backups: a row in `_server`. No backup depends on it: what cannot be noted is logged. */
export class BackupState {
  readonly #admin: Pick<pg.Pool, 'query'>
  readonly #log: Pick<Logger, 'warn'>
  #written = 0

  constructor(admin: Pick<pg.Pool, 'query'>, log: Pick<Logger, 'warn'>) {
    this.#admin = admin
    this.#log = log
  }

  /** Whether this start takes backups. The time of an earlier one stays: it may still be restored. */
  async begin(configured: boolean): Promise<void> {
    await this.#note(
      `insert into _server.backup_state (configured) values ($1)
       on conflict (only_row) do update set configured = excluded.configured, failed_at = null`,
      [configured],
    )
  }

  async tookBase(at: string): Promise<void> {
    await this.#note(
      `insert into _server.backup_state (configured, base_at) values (false, $1)
       on conflict (only_row) do update set base_at = excluded.base_at`,
      [at],
    )
  }

  async copied(now: Date): Promise<void> {
    if (now.getTime() - this.#written < PAUSE) return
    this.#written = now.getTime()
    await this.#note('update _server.backup_state set copied_at = $1, failed_at = null', [now])
  }

  async failed(now: Date): Promise<void> {
    this.#written = 0
    await this.#note('update _server.backup_state set failed_at = coalesce(failed_at, $1)', [now])
  }

  async #note(text: string, values: unknown[]): Promise<void> {
    try {
      await this.#admin.query(text, values)
    } catch (error) {
      this.#log.warn({ err: error }, 'the state of the backups was not noted')
    }
  }
}
