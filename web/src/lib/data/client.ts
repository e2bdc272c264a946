import { PostgrestClient } from '@supabase/postgrest-js'
import { authorizedFetch } from './authorized-fetch.ts'
import type { Database } from './database.types.ts'

/**
 * The official client of the database, for tables and functions. The clients of the other services have files of their own
 * (`auth.ts`, `realtime.ts`, `storage.ts`, `edge-functions.ts`), so that a page fetches only those it uses; together they are
 * what `supabase-js` is.
 */
export const supabase = new PostgrestClient<Database>(`${location.origin}/rest/v1`, {
  fetch: authorizedFetch,
})
