import type { Context } from '../../context.ts'
import { BYTES_LOCK } from '../../database/locks.ts'
import type { Room } from '../uploads/room.ts'
import type { Backend } from './backend.ts'
import type { Staging } from './staging.ts'

/** Milliseconds. */
const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** How long an idle resumable upload is kept: as long as it can be continued. */
const RESUMABLE = 24 * HOUR
const BATCH = 200

/**
 * Deletes blobs that no row names: overwritten, deleted, or left by a crash. `_server.storage_blobs` lists them; see
 * base/040_storage.sql. The entry is removed after the bytes, so a crash repeats a deletion but never skips one.
 */
export class Sweeper {
  readonly #context: Context
  readonly #backend: Backend
  readonly #staging: Staging
  readonly #resumable: Staging
  readonly #room: Room
  #running: Promise<void> | null = null
  #again = false
  #stopped = false
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

  /** Stops after the current sweep; a request that is still served starts no other. */
  async stop(): Promise<void> {
    this.#stopped = true
    if (this.#timer) clearInterval(this.#timer)
    await this.#running
  }

  /** Requests a sweep without waiting for it. */
  soon(): void {
    if (this.#stopped) return
    if (this.#running) {
      this.#again = true
      return
    }
    this.#running = this.sweep()
      .catch((error) => this.#context.log.error({ err: error }, 'sweep of the store failed'))
      .then(() => {
        this.#running = null
        if (!this.#again) return
        this.#again = false
        this.soon()
      })
  }

  /** Deletes everything that is due. */
  async sweep(): Promise<void> {
    const now = this.#context.now().getTime()
    await this.#staging.sweep(new Date(now - HOUR))
    await this.#resumable.sweep(new Date(now - RESUMABLE))
    await this.#room.sweep()
    while ((await this.#sweepBatch()) === BATCH);
  }

  /** The rows stay locked until the bytes are deleted: an upload that would reuse one waits and then finds it gone. */
  async #sweepBatch(): Promise<number> {
    const client = await this.#context.admin.connect()
    let failed: Error | undefined
    try {
      await client.query('begin')
      const { rows } = await client.query<{ version: string }>(
        // Skipped during a backup, which may still need the blobs.
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
      // Closing a connection rolls its open transaction back.
      client.release(failed)
    }
  }
}
