import type { Pool } from 'pg'
import type { Backend } from './backend.ts'

/** The result of comparing rows and blobs. Each list is truncated at `MOST_NAMED`; the counts are complete. */
export type StoreReport = {
  rows: number
  blobs: number
  /** Rows whose bytes are missing: only a backup can restore them. */
  lost: { count: number; names: string[] }
  /** Blobs that neither a row nor the sweeper's list names: space that would never be freed. */
  stray: { count: number; versions: string[] }
}

const MOST_NAMED = 100
const BATCH = 2000
const AT_ONCE = 8

/**
 * Compares every row of storage.objects with the store and every blob with the rows, in batches, on a running server.
 * `repair` schedules unreferenced blobs for deletion within a minute; missing blobs are only reported.
 */
export async function checkStore(admin: Pool, backend: Backend, repair: boolean): Promise<StoreReport> {
  const report: StoreReport = {
    rows: 0,
    blobs: 0,
    lost: { count: 0, names: [] },
    stray: { count: 0, versions: [] },
  }
  await findLost(admin, backend, report)
  await findStrays(admin, backend, repair, report)
  return report
}

type Row = { id: string; bucket_id: string; name: string; version: string }

async function findLost(admin: Pool, backend: Backend, report: StoreReport): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await admin.query<Row>(
      `select id, bucket_id, name, version from storage.objects
       where id > $1 and version is not null and version <> '1' order by id limit ${BATCH}`,
      [after],
    )
    report.rows += rows.length
    for (let at = 0; at < rows.length; at += AT_ONCE) {
      await Promise.all(
        rows.slice(at, at + AT_ONCE).map(async (row) => {
          if ((await backend.has(row.version)) || !(await stillNames(admin, row))) return
          if (++report.lost.count <= MOST_NAMED) report.lost.names.push(`${row.bucket_id}/${row.name}`)
        }),
      )
    }
    if (rows.length < BATCH) return
    after = rows.at(-1)?.id as string
  }
}

/** The row may have been overwritten or deleted since it was read. */
async function stillNames(admin: Pool, { id, version }: Row): Promise<boolean> {
  const found = await admin.query('select from storage.objects where id = $1 and version = $2', [id, version])
  return found.rowCount === 1
}

async function findStrays(
  admin: Pool,
  backend: Backend,
  repair: boolean,
  report: StoreReport,
): Promise<void> {
  let batch: string[] = []
  const look = async () => {
    report.blobs += batch.length
    // An upload is on the sweeper's list before its first byte and leaves it when a row names it, so one of the two is
    // always found.
    const { rows } = await admin.query<{ version: string }>(
      `select version from unnest($1::text[]) as kept (version)
       where not exists (select from storage.objects where objects.version = kept.version)
         and not exists (select from _server.storage_blobs as noted where noted.version = kept.version)`,
      [batch],
    )
    batch = []
    report.stray.count += rows.length
    const versions = rows.map(({ version }) => version)
    report.stray.versions.push(...versions.slice(0, MOST_NAMED - report.stray.versions.length))
    if (repair && versions.length > 0)
      await admin.query(
        'insert into _server.storage_blobs (version, due_at) select version, now() from unnest($1::text[]) as version on conflict do nothing',
        [versions],
      )
  }
  for await (const version of backend.list()) {
    batch.push(version)
    if (batch.length === BATCH) await look()
  }
  if (batch.length > 0) await look()
}
