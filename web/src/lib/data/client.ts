import { PostgrestClient } from '@supabase/postgrest-js'
import { authorizedFetch } from './authorized-fetch.ts'
import type { Database } from './database.types.ts'

/**
 * The official client for tables and functions. The clients of the other services are in their own files (`auth.ts`,
 * `realtime.ts`, `storage.ts`, `edge-functions.ts`), so that a page loads only those it uses. Together they replace
 * `supabase-js`.
 */
export const supabase = new PostgrestClient<Database>(`${location.origin}/rest/v1`, {
  fetch: authorizedFetch,
  // The cache tries again (`retry.ts`); the client's own attempts would multiply with it.
  retry: false,
})
