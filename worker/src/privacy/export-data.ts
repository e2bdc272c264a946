// Creates members' data exports. Rows are read as the member, with role and claims set for one transaction, so that only
// row-level security decides about the content.
import type { Pool } from 'pg'
import { z } from 'zod'
import { inTransaction, type Queryable } from '../database.ts'
import type { FileStore } from '../file-store.ts'
import { eachApart, throwFailures } from '../tasks/each-apart.ts'
import type { TaskContext } from '../tasks/task-context.ts'
import { archivePath, partsOf, zipOf } from './member-archive.ts'

const BUCKET = 'exports'
/** How long an export is kept. */
const KEPT_MS = 3 * 24 * 3_600_000
/** After this time a failing export is given up, and the member is told. */
const GIVEN_UP_MS = 30 * 60_000

const job = z.object({ id: z.uuid().optional() })
const copy = z.looseObject({
  tables: z.looseObject({
    'storage.objects': z.array(
      z.looseObject({
        bucket_id: z.string(),
        name: z.string(),
        metadata: z.looseObject({ size: z.number() }).nullable(),
      }),
    ),
  }),
})

type Waiting = { id: string; user_id: string; requested_at: Date }

/** Creates the job's export, or every waiting one. Without a store they wait. */
export async function exportData(
  { pool, log, now }: TaskContext,
  store: FileStore | null,
  payload: unknown = {},
): Promise<void> {
  if (!store) {
    log.warn('data exports cannot be created: SUPABASE_URL and SUPABASE_SERVICE_ROLE_KEY are not set')
    return
  }
  const { id } = job.parse(payload ?? {})
  const { rows } = await pool.query<{ id: string }>(
    `select id from public.data_exports where state = 'waiting' and ($1::uuid is null or id = $1) order by requested_at`,
    [id ?? null],
  )
  const failures = await eachApart(
    rows,
    async (waiting) => {
      const bytes = await inTransaction(pool, (client) => makeCopy(client, pool, store, waiting.id, now()))
      if (bytes !== null) log.info({ export: waiting.id, bytes }, 'data export ready')
    },
    (waiting, error) => log.error({ export: waiting.id, err: error }, 'data export failed'),
  )
  throwFailures(failures, 'data exports failed')
}

/** The export's size in bytes; null if another worker creates it, or if it was given up. */
async function makeCopy(client: Queryable, pool: Pool, store: FileStore, id: string, now: number) {
  const { rows } = await client.query<Waiting>(
    `select id, user_id, requested_at from public.data_exports where id = $1 and state = 'waiting' for update skip locked`,
    [id],
  )
  const [waiting] = rows
  if (!waiting) return null
  try {
    const sizes = await writeParts(store, waiting, await dataOf(pool, waiting.user_id), new Date(now))
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    await client.query(
      `update public.data_exports set state = 'ready', finished_at = $2, expires_at = $3, parts = $4, bytes = $5 where id = $1`,
      [id, new Date(now), new Date(now + KEPT_MS), sizes.length, bytes],
    )
    return bytes
  } catch (error) {
    // The queue retries for a while, but a member must not wait forever.
    if (now - waiting.requested_at.getTime() < GIVEN_UP_MS) throw error
    await client.query(`update public.data_exports set state = 'failed', finished_at = $2 where id = $1`, [
      id,
      new Date(now),
    ])
    return null
  }
}

async function dataOf(pool: Pool, member: string) {
  return await inTransaction(pool, async (client) => {
    const claims = JSON.stringify({ role: 'authenticated', sub: member })
    await client.query(
      `select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)`,
      [claims],
    )
    const { rows } = await client.query<{ data: unknown }>('select private.my_data() as data')
    return copy.parse(rows[0]?.data)
  })
}

async function writeParts(
  store: FileStore,
  { id, user_id }: Waiting,
  data: z.infer<typeof copy>,
  madeAt: Date,
): Promise<number[]> {
  const files = data.tables['storage.objects'].map(({ bucket_id, name, metadata }) => ({
    bucket: bucket_id,
    name,
    size: metadata?.size ?? 0,
  }))
  const sizes: number[] = []
  for (const part of partsOf(files)) {
    const contents = new Map<string, Uint8Array>()
    for (const file of part) {
      const bytes = await store.read(file.bucket, file.name)
      // The member deleted the file after the rows were read.
      if (bytes) contents.set(archivePath(file), bytes)
    }
    const zip = zipOf(sizes.length === 0 ? data : null, contents, madeAt)
    sizes.push(zip.length)
    await store.write(BUCKET, `${user_id}/${id}/${sizes.length}.zip`, zip, 'application/zip')
  }
  return sizes
}

/** Deletes expired exports, bytes first. */
export async function trimExports({ pool, log, now }: TaskContext, store: FileStore | null): Promise<void> {
  if (!store) return
  const { rows } = await pool.query<{ id: string; user_id: string; parts: number }>(
    `select id, user_id, parts from public.data_exports where state = 'ready' and expires_at <= $1`,
    [new Date(now())],
  )
  for (const { id, user_id, parts } of rows) {
    const paths = Array.from({ length: parts }, (_, part) => `${user_id}/${id}/${part + 1}.zip`)
    await store.remove(BUCKET, paths)
    await pool.query(`update public.data_exports set state = 'expired' where id = $1`, [id])
  }
  if (rows.length > 0) log.info({ exports: rows.length }, 'expired data exports deleted')
}
