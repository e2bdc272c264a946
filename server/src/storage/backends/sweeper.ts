import type { Context } from '../../context.ts'
import { BYTES_LOCK } from '../../database/locks.ts'
import type { Room } from '../uploads/room.ts'
import type { Backend } from './backend.ts'
import type { Staging } from './staging.ts'

/** In milliseconds. */
const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** How long an upload in parts may rest: as long as it may be continued. */
const RESUMABLE = 24 * HOUR
const BATCH = 200

/**
 * Removes bytes that no row names: what was overwritten, deleted, or left by a crash. `_server.storage_blobs` lists them;
 * see base/040_storage.sql. The note goes only after the bytes are gone, so a crash repeats a removal and never skips one.
 */
export class Sweeper {
  readonly #context: Context
  readonly #backend: Backend
  readonly #staging: Staging
  readonly #resumable: Staging
  readonly #room: Room
  #running: Promise<void> | null = null
  #again = false
  #timer: NodeJS.Timeout | null = null

  constructor(context: Context, backend: Backend, staging: Staging, resumable: Staging, room: Room) {
    this.#context = context
    this.#backend = backend
    this.#staging = staging
    this.#resumable = resumable
    this.#room = room
  }

  start(): void {
    this.#timer = setInterval(() => this.soon(), MINUTE)
    this.#timer.unref()
    this.soon()
  }

  /** Ends after the sweep that is under way. */
  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    this.#again = false
    await this.#running
  }

  /** Something was left behind just now; nobody waits for its removal. */
  soon(): void {
    if (this.#running) {
      this.#again = true
      return
    }
    this.#running = this.sweep()
      .catch((error) => this.#context.log.error({ err: error }, 'a sweep of the store failed'))
      .then(() => {
        this.#running = null
        if (!this.#again) return
        this.#again = false
        this.soon()
      })
  }

  /** Removes everything that is due. */
  async sweep(): Promise<void> {
    const now = this.#context.now().getTime()
    await this.#staging.sweep(new Date(now - HOUR))
    await this.#resumable.sweep(new Date(now - RESUMABLE))
    await this.#room.sweep()
    while ((await this.#sweepBatch()) === BATCH);
  }

  /** The rows stay locked until the bytes are gone: an upload that would name one of them now waits, and finds it taken. */
  async #sweepBatch(): Promise<number> {
    const client = await this.#context.admin.connect()
    let failed: Error | undefined
    try {
      await client.query('begin')
      const { rows } = await client.query<{ version: string }>(
        // While a backup copies, what it may still name stays: the next minute comes.
        `select version from _server.storage_blobs where due_at <= $1 and (select pg_try_advisory_xact_lock_shared($2))
         order by due_at limit ${BATCH} for update skip locked`,
        [this.#context.now(), BYTES_LOCK],
      )
      for (const { version } of rows) await this.#backend.remove(version)
      await client.query('delete from _server.storage_blobs where version = any ($1)', [
        rows.map(({ version }) => version),
      ])
      await client.query('commit')
      return rows.length
    } catch (error) {
      failed = error as Error
      throw error
    } finally {
      // A connection in the middle of a transaction is closed, which undoes it.
      client.release(failed)
    }
  }
}
