import { statfs } from 'node:fs/promises'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { network } from '../../http/network.ts'
import type { Caller } from '../caller.ts'
import { storageError } from '../errors.ts'

/**
 * Space for uploads: on the disk, which PostgreSQL shares, and within the owner's daily quota for a bucket
 * (base/041_storage_quotas.sql). Both are reserved before the first byte and released when nothing is stored.
 */
export type Payer = { owner: string; anonymous: boolean }

/** Whose quota is used: the account's, or the address's without an account. Null for the service key, which has no quota. */
export function payerOf({ role, claims }: Caller, request: FastifyRequest): Payer | null {
  if (role === 'service_role' || role === 'supabase_admin') return null
  const { sub } = claims
  return typeof sub === 'string' && sub !== ''
    ? { owner: sub, anonymous: claims.is_anonymous === true }
    : { owner: `address ${network(request.ip)}`, anonymous: true }
}

const MINUTE = 60_000

type Place = { bucket: string; bytes: number }

export class Room {
  readonly #context: Context
  #sweptAt = 0
  /** Accepted bytes that may not yet be on the disk. */
  #coming = 0

  constructor(context: Context) {
    this.#context = context
  }

  /** Runs an upload with reserved space; `work` returns the stored bytes. Throws QuotaExceeded or InsufficientStorage. */
  async during<T extends { size: number }>(
    payer: Payer | null,
    place: Place,
    work: () => Promise<T>,
  ): Promise<T> {
    const arrived = await this.holdDisk(place.bytes)
    try {
      const settle = await this.#charge(payer, place)
      try {
        const kept = await work()
        await settle(kept.size)
        return kept
      } catch (error) {
        await settle(null)
        throw error
      }
    } finally {
      arrived()
    }
  }

  /** Checks the free disk space for a body; the returned function releases the reservation. Throws InsufficientStorage. */
  async holdDisk(bytes: number): Promise<() => void> {
    const { directory, leastFree, freeBytes = freeBytesAt } = this.#context.storage
    this.#coming += bytes
    let held = true
    const arrived = () => {
      if (held) this.#coming -= bytes
      held = false
    }
    try {
      if ((await freeBytes(directory)) - this.#coming < leastFree) throw storageError('noSpace')
    } catch (error) {
      arrived()
      throw error
    }
    return arrived
  }

  /** Starts a resumable upload. Throws QuotaExceeded. */
  async open(payer: Payer | null, id: string, { bucket, bytes }: Place, lifetimeMs: number): Promise<void> {
    if (!payer) return
    const { now } = this.#context
    const most = this.#quotaOf(payer)
    const { rows } = await this.#context.admin.query<{ passed: 'open' | 'room' | null }>(
      'select _server.open_upload($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as passed',
      [
        id,
        payer.owner,
        bucket,
        day(now()),
        bytes,
        most.bytes,
        most.files,
        most.open,
        now(),
        new Date(now().getTime() + lifetimeMs),
      ],
    )
    const passed = rows[0]?.passed
    if (passed === 'open') throw storageError('tooManyOpen')
    if (passed) throw this.#exceeded()
  }

  /** Ends a resumable upload with its stored bytes, or with null. */
  async close(id: string, kept: number | null): Promise<void> {
    await this.#context.admin.query('select _server.close_upload($1, $2)', [id, kept])
  }

  /** Deletes expired uploads and counts of past days; at most once a minute. */
  async sweep(): Promise<void> {
    const now = this.#context.now()
    if (now.getTime() - this.#sweptAt < MINUTE) return
    this.#sweptAt = now.getTime()
    await this.#context.admin.query(
      'select _server.close_upload(id, null) from _server.open_uploads where expires_at <= $1',
      [now],
    )
    await this.#context.admin.query('delete from _server.storage_usage where day < $1::date - 1', [day(now)])
  }

  async #charge(
    payer: Payer | null,
    { bucket, bytes }: Place,
  ): Promise<(kept: number | null) => Promise<void>> {
    if (!payer) return async () => {}
    const { admin, now } = this.#context
    const most = this.#quotaOf(payer)
    const on = day(now())
    const { rows } = await admin.query<{ held: boolean }>(
      'select _server.hold_room($1, $2, $3, $4, $5, $6) as held',
      [payer.owner, bucket, on, bytes, most.bytes, most.files],
    )
    if (!rows[0]?.held) throw this.#exceeded()
    return async (kept) => {
      await admin.query('select _server.settle_room($1, $2, $3, $4, $5)', [
        payer.owner,
        bucket,
        on,
        bytes,
        kept,
      ])
    }
  }

  #quotaOf({ anonymous }: Payer): { bytes: number; files: number; open: number } {
    const { quotas } = this.#context.project.storage
    const {
      bytes_a_day: bytes,
      files_a_day: files,
      open_uploads: open,
    } = anonymous ? quotas.anonymous : quotas
    return { bytes, files, open }
  }

  #exceeded(): Error {
    const now = this.#context.now().getTime()
    const error = storageError('quota')
    error.extra.headers = {
      'retry-after': String(Math.ceil((Date.parse(`${day(new Date(now))}T24:00:00Z`) - now) / 1000)),
    }
    return error
  }
}

const day = (at: Date): string => at.toISOString().slice(0, 10)

async function freeBytesAt(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}
