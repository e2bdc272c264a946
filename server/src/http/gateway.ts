import type { IncomingHttpHeaders } from 'node:http'
import type { Keys } from './keys.ts'

/**
 * Implements Supabase's gateway: opaque API keys are replaced by the tokens they represent, and the caller's own
 * Authorization header takes precedence. (migrations reference §11)
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

/** The token that an API key represents; anything but one of our opaque keys is returned unchanged. */
export function exchange(keys: Keys, apikey: string): string {
  if (apikey === keys.secretKey) return keys.serviceRoleKey
  if (apikey === keys.publishableKey) return keys.anonKey
  return apikey
}
