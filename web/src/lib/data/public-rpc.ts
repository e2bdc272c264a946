// Owns public reads without the Supabase client, so that a visitor's first page does not wait for it. Sends the public
// anonymous key and never a session.
import { env } from './env.ts'

/** An unsuccessful response; its `status` tells the data cache whether a retry can help. */
export class PublicReadError extends Error {
  readonly status: number

  constructor(status: number, what: string) {
    super(`${what} answered ${status}`)
    this.name = 'PublicReadError'
    this.status = status
  }
}

/**
 * Calls a database function; `T` is the caller's claim about its return type. Rejects with PublicReadError, or TypeError
 * offline.
 */
export function publicRpc<T>(name: string, args: object, signal: AbortSignal): Promise<T> {
  return read<T>(`rpc/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(args),
    signal,
  })
}

/** The most rows that the API returns at once (`max_rows`). */
const PAGE = 1000

/** All rows of a database function, page by page; `query` selects columns and orders rows so that none is read twice. */
export async function publicRpcRows<T>(
  name: string,
  query: string,
  args: object,
  signal: AbortSignal,
): Promise<readonly T[]> {
  const rows: T[] = []
  for (;;) {
    const page = await publicRpc<readonly T[]>(
      `${name}?${query}&limit=${PAGE}&offset=${rows.length}`,
      args,
      signal,
    )
    rows.push(...page)
    if (page.length < PAGE) return rows
  }
}

/** Reads rows of a table: `path` is its name and query. Rejects like `publicRpc`. */
export function publicRows<T>(path: string, signal?: AbortSignal): Promise<T[]> {
  return read<T[]>(path, signal ? { signal } : {})
}

async function read<T>(path: string, init: RequestInit): Promise<T> {
  const headers = { ...(init.headers as Record<string, string>), apikey: env.anonKey }
  const answer = await fetch(`/rest/v1/${path}`, { ...init, headers })
  if (!answer.ok) throw new PublicReadError(answer.status, path.split('?')[0] ?? path)
  // A function without a return value has no response body.
  return (answer.status === 204 ? null : await answer.json()) as T
}
