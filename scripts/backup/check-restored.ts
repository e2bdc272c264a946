import { join } from 'node:path'
import pg from 'pg'
import { BackupError } from '../../server/src/backup/manifest.ts'
import type { S3Settings } from '../../server/src/s3-settings.ts'
import { checkStore } from '../../server/src/storage/backends/check-store.ts'
import { fileBackend } from '../../server/src/storage/backends/file-backend.ts'
import { s3Backend } from '../../server/src/storage/backends/s3-backend.ts'

/** Checks a restored product for consistency: the chain and the record, the books, every file. Throws BackupError. */
export async function checkRestored(
  databaseUrl: string,
  dataDir: string,
  s3: S3Settings | undefined,
): Promise<Restored> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 8 })
  // The database is stopped immediately afterwards and may close connections first.
  pool.on('error', () => {})
  const bucket = s3 && s3Backend(s3)
  try {
    const { rows } = await pool.query<Facts>(
      `select (select count(*)::int from auth.users) as members, (select count(*)::int from public.ledger) as entries,
              (public.verify_ledger() ->> 'valid')::boolean as chain, (public.verify_record() ->> 'valid')::boolean as record,
              (select coalesce(sum(amount), 0) = 0 from private.books) as books`,
    )
    const facts = rows[0] as Facts
    if (!facts.chain)
      throw new BackupError('The restored ledger does not verify: the backup has been altered.')
    if (!facts.record) throw new BackupError('The restored record does not match its ledger.')
    if (!facts.books) throw new BackupError('The restored books do not balance.')
    const store = await checkStore(pool, bucket ?? fileBackend(join(dataDir, 'storage', 'blobs')), false)
    return {
      found: `${facts.members} accounts, ${facts.entries} entries of the ledger that verify, books that sum to zero, ${store.rows} files`,
      lost: store.lost.names,
    }
  } finally {
    bucket?.close()
    await pool.end()
  }
}

export type Restored = {
  /** Summary for the operator. */
  found: string
  /** Files whose bytes are in no backup: created and deleted between two rounds. */
  lost: string[]
}

type Facts = { members: number; entries: number; chain: boolean; record: boolean; books: boolean }
