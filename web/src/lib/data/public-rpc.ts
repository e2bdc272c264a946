// Owns reading what anybody may read, without the Supabase client: a visitor's first page must not wait for it. It sends
// the public anonymous key and never a session.
import { env } from './env.ts'

/** An answer that is no success; `status` lets the data cache see what is refused for good. */
export class PublicReadError extends Error {
  readonly status: number

  constructor(status: number, what: string) {
    super(`${what} answered ${status}`)
    this.name = 'PublicReadError'
    this.status = status
  }
}

/** The answer of a function of the database, as `T` says it is. Rejects with PublicReadError, or TypeError offline. */
export function publicRpc<T>(name: string, args: object, signal: AbortSignal): Promise<T> {
  return read<T>(`rpc/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(args),
    signal,
  })
}

/** Rows of a table: `path` is its name and query. Rejects as `publicRpc` does. */
export function publicRows<T>(path: string, signal?: AbortSignal): Promise<T[]> {
  return read<T[]>(path, signal ? { signal } : {})
}

async function read<T>(path: string, init: RequestInit): Promise<T> {
  const headers = { ...(init.headers as Record<string, string>), apikey: env.anonKey }
  const answer = await fetch(`/rest/v1/${path}`, { ...init, headers })
  if (!answer.ok) throw new PublicReadError(answer.status, path.split('?')[0] ?? path)
  // A function that returns nothing answers without a body.
  return (answer.status === 204 ? null : await answer.json()) as T
}
