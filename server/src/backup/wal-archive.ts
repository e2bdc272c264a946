import { mkdir, open, readdir, rename, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { copyHashed } from './copy-file.ts'
import { isSegment, noteHash, PARTIAL } from './wal-files.ts'

/**
 * Copies WAL as it is written. A replication slot retains what is not yet copied, so PostgreSQL runs no archive
 * command, and its user needs no access to the backup directory (docs/decisions/039).
 */
export class WalArchive {
  static readonly SLOT = 'backups'
  readonly #client: pg.Client
  readonly #directory: string
  /** The WAL position up to which everything is copied. */
  #reached = ''

  constructor(client: pg.Client, directory: string) {
    this.#client = client
    this.#directory = directory
  }

  /** Creates the replication slot. If a previous slot lost WAL, the archive starts again. */
  async hold(): Promise<void> {
    const { rows } = await this.#client.query<{ status: string }>(
      'select wal_status as status from pg_replication_slots where slot_name = $1',
      [WalArchive.SLOT],
    )
    if (rows[0] && rows[0].status !== 'lost') return
    if (rows[0]) await this.#client.query('select pg_drop_replication_slot($1)', [WalArchive.SLOT])
    await this.#client.query('select pg_create_physical_replication_slot($1, true)', [WalArchive.SLOT])
  }

  /** Drops the slot when backups are disabled, so that WAL is not retained for them. */
  static async letGo(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
    await client.query(
      'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1 and not active',
      [WalArchive.SLOT],
    )
  }

  /** Copies all complete segments, and the flushed part of the current one. */
  async copy(): Promise<void> {
    const { rows } = await this.#client.query<Place>(
      `select current_setting('data_directory') || '/pg_wal' as directory, lsn::text, file_name as current, file_offset as written,
              greatest(lsn - file_offset::numeric, restart_lsn)::text as begins, pg_walfile_name(restart_lsn) as first,
              (select setting::int from pg_settings where name = 'wal_segment_size') as size
         from pg_replication_slots, pg_current_wal_flush_lsn() as lsn, pg_walfile_name_offset(lsn) where slot_name = $1`,
      [WalArchive.SLOT],
    )
    const place = rows[0]
    if (!place || place.lsn === this.#reached) return
    await mkdir(this.#directory, { recursive: true, mode: 0o700 })
    const have = new Set(await readdir(this.#directory))
    for (const name of (await readdir(place.directory)).sort()) {
      const needed = isSegment(name) ? name >= place.first && name < place.current : name.endsWith('.history')
      if (needed && !have.has(name)) await this.#keep(join(place.directory, name), name)
    }
    await this.#keepPartial(place)
    // A partial segment that was never completed, because WAL was lost, ends its chain.
    const now = new Set(await readdir(this.#directory))
    for (const name of now)
      if (name.endsWith(PARTIAL) && now.has(name.slice(0, -PARTIAL.length)))
        await rm(join(this.#directory, name))
    await this.#client.query('select pg_replication_slot_advance($1, $2)', [WalArchive.SLOT, place.begins])
    this.#reached = place.lsn
  }

  async #keep(from: string, name: string): Promise<void> {
    const draft = join(this.#directory, `.${name}`)
    const { sha256 } = await copyHashed(from, draft)
    await flush(draft)
    await noteHash(this.#directory, name, sha256)
    await rename(draft, join(this.#directory, name))
    await flush(this.#directory)
  }

  async #keepPartial({ directory, current, written, size }: Place): Promise<void> {
    // Right after a switch, the next segment has a name but no file yet.
    if (written === 0) return
    const draft = join(this.#directory, `.${current}${PARTIAL}`)
    await copyHashed(join(directory, current), draft, written)
    // PostgreSQL expects full-size segments; the rest is sparse.
    await truncate(draft, size)
    await flush(draft)
    await rename(draft, join(this.#directory, current + PARTIAL))
  }
}

type Place = {
  directory: string
  lsn: string
  /** The current segment, its flushed length, and its start position. */
  current: string
  written: number
  begins: string
  /** The first segment that the slot retains. */
  first: string
  size: number
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
