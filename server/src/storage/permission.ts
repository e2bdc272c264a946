import type { FastifyRequest } from 'fastify'
import { transaction } from '../database/session.ts'
import { sql } from '../database/sql.ts'
import { type Caller, scopeOf } from './caller.ts'
import { storageError } from './errors.ts'
import type { ObjectAddress } from './object-name.ts'
import type { Service } from './service.ts'

/** A caller's `sub`, also as uuid if it is one. */
export function ownerOf(caller: Caller | null): { id: string | null; uuid: string | null } {
  const { sub } = caller?.claims ?? {}
  const id = typeof sub === 'string' && sub !== '' ? sub : null
  return { id, uuid: id && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ? id : null }
}

type Attempt = ObjectAddress & { upsert: boolean; metadata?: Record<string, unknown> }

/**
 * Checks that the caller may write this file: the row is inserted under their role and rolled back, before the body is
 * read. Throws AccessDenied or KeyAlreadyExists.
 */
export async function checkMayWrite(
  service: Service,
  caller: Caller,
  request: FastifyRequest,
  operation: string,
  { bucket, name, upsert, metadata = {} }: Attempt,
): Promise<void> {
  const owner = ownerOf(caller)
  const insert = sql`insert into storage.objects (bucket_id, name, version, owner, owner_id, metadata)
    values (${bucket}, ${name}, '1', ${owner.uuid}::uuid, ${owner.id}, ${JSON.stringify(metadata)}::jsonb)`
  const statement = upsert
    ? sql`${insert} on conflict (bucket_id, name) do update set version = '1', owner = excluded.owner,
        owner_id = excluded.owner_id, metadata = excluded.metadata`
    : insert
  await transaction(
    service.context.requests,
    scopeOf(caller, request, operation),
    (query) => query(statement.toStatement()),
    'rollback',
  ).catch((error: { code?: string }) => {
    throw error.code === '23505' ? storageError('keyExists') : error
  })
}
