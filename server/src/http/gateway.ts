import type { IncomingHttpHeaders } from 'node:http'
import type { Keys } from './keys.ts'

/**
 * What Supabase's gateway does before a service sees a request: opaque API keys become the tokens they stand
 * for, and an Authorization header of the caller's own wins. (migrations reference §11)
 */
export function bearer(
  keys: Keys,
  headers: IncomingHttpHeaders,
  query: { apikey?: string } = {},
): string | null {
  const authorization = headers.authorization
  if (authorization !== undefined && !/^bearer sb_/i.test(authorization)) {
    return /^bearer\s+(\S+)$/i.exec(authorization)?.[1] ?? authorization
  }
  const header = headers.apikey
  const key =
    (Array.isArray(header) ? header[0] : header) ?? query.apikey ?? authorization?.slice('bearer '.length)
  return key === undefined || key === '' ? null : exchange(keys, key)
}

/** The token that an API key stands for; anything that is not one of our opaque keys is returned as it came. */
export function exchange(keys: Keys, apikey: string): string {
  if (apikey === keys.secretKey) return keys.serviceRoleKey
  if (apikey === keys.publishableKey) return keys.anonKey
  return apikey
}
