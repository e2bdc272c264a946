import { createHash, createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientBase, Pool } from 'pg'
import { STRUCTURE_LOCK } from './locks.ts'

/** Prepares a plain PostgreSQL for Supabase projects: roles, schemas and the services' tables, from `base/*.sql`. */
const BASE = join(import.meta.dirname, 'base')

/** Holds the structure lock on one connection while `work` runs. */
export async function withStructureLock<T>(
  admin: Pool,
  work: (client: ClientBase) => Promise<T>,
): Promise<T> {
  const client = await admin.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [STRUCTURE_LOCK])
    return await work(client)
  } finally {
    // Closing the connection releases the lock, whatever state `work` left it in.
    client.release(true)
  }
}

/** Applies each base file whose text has changed, in its own transaction or the caller's. */
export async function installBase(client: ClientBase): Promise<void> {
  for (const { name, text, hash } of await staleBaseFiles(client)) {
    await client.query(text)
    await client.query(
      'insert into _server.base_files (name, hash) values ($1, $2) on conflict (name) do update set hash = excluded.hash',
      [name, hash],
    )
  }
}

/** The base files that this database lacks or has in another version. */
export async function staleBaseFiles(
  client: ClientBase,
): Promise<{ name: string; text: string; hash: string }[]> {
  const { rows: made } = await client.query(`select to_regclass('_server.base_files') is not null as made`)
  const { rows } = made[0].made
    ? await client.query<{ name: string; hash: string }>('select name, hash from _server.base_files')
    : { rows: [] }
  const applied = new Map(rows.map(({ name, hash }) => [name, hash]))
  return baseFiles().filter(({ name, hash }) => applied.get(name) !== hash)
}

/** All base files in order. */
export function baseFiles(): { name: string; text: string; hash: string }[] {
  return readdirSync(BASE)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFileSync(join(BASE, name), 'utf8')
      return { name, text, hash: sha256(text) }
    })
}

/** Sets the password of `authenticator`, which every process derives from the same secret, and returns the role's URL. */
export async function authenticatorUrl(
  client: ClientBase,
  adminUrl: string,
  jwtSecret: string,
): Promise<string> {
  const password = createHmac('sha256', jwtSecret).update('authenticator').digest('hex')
  await client.query(`alter role authenticator login password ${client.escapeLiteral(password)}`)
  const url = new URL(adminUrl)
  url.username = 'authenticator'
  url.password = password
  return url.href
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
