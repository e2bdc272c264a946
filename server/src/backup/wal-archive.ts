import { mkdir, open, readdir, rename, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { copyHashed } from './copy-file.ts'
import { isSegment, noteHash, PARTIAL } from './wal-files.ts'

/**
 * Copies the log as it is written. PostgreSQL keeps what is not copied yet by a replication slot, so nothing is run by
 * PostgreSQL itself, and the directory of backups need not be open to its user (docs/decisions/039).
 */
export class WalArchive {
  static readonly SLOT = 'backups'
  readonly #client: pg.Client
  readonly #directory: string
  /** The place in the log up to which everything is copied. */
  #reached = ''

  constructor(client: pg.Client, directory: string) {
    this.#client = client
    this.#directory = directory
  }

  /** Has PostgreSQL keep the log from here on. Where it could not keep it as long as was needed, the log begins anew. */
  async hold(): Promise<void> {
    const { rows } = await this.#client.query<{ status: string }>(
      'select wal_status as status from pg_replication_slots where slot_name = $1',
      [WalArchive.SLOT],
    )
    if (rows[0] && rows[0].status !== 'lost') return
    if (rows[0]) await this.#client.query('select pg_drop_replication_slot($1)', [WalArchive.SLOT])
    await this.#client.query('select pg_create_physical_replication_slot($1, true)', [WalArchive.SLOT])
  }

  /** Once no backups are asked for, PostgreSQL must not keep the log for them. */
  static async letGo(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
    await client.query(
      'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1 and not active',
      [WalArchive.SLOT],
    )
  }

  /** Copies every whole segment, and of the one being written what has reached the disk. */
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
    // One whose whole never came, because the log was not kept, is the end of what leads there.
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
    // Right after a switch the next segment is named before it is there.
    if (written === 0) return
    const draft = join(this.#directory, `.${current}${PARTIAL}`)
    await copyHashed(join(directory, current), draft, written)
    // As long as PostgreSQL expects; the rest is a hole.
    await truncate(draft, size)
    await flush(draft)
    await rename(draft, join(this.#directory, current + PARTIAL))
  }
}

type Place = {
  directory: string
  lsn: string
  /** The segment being written, how much of it is on the disk, and where it begins in the log. */
  current: string
  written: number
  begins: string
  /** The first segment that PostgreSQL keeps for us. */
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
