import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { auth } from './auth.ts'
import type { Database } from './database.types.ts'
import { env } from './env.ts'

/** Realtime asks for a sign of life every 30 s and gives up waiting for an answer after 10 s (S-52). */
export const REALTIME_HEARTBEAT_MS = 30_000
export const REALTIME_TIMEOUT_MS = 10_000

/** The official client, without its auth part: the session is kept by `auth.ts`, once for the whole page. */
export type Client = Omit<SupabaseClient<Database>, 'auth'>

const client = createClient<Database>(location.origin, env.anonKey, {
  accessToken: async () => (await auth.getSession()).data.session?.access_token ?? env.anonKey,
  realtime: { heartbeatIntervalMs: REALTIME_HEARTBEAT_MS, timeout: REALTIME_TIMEOUT_MS },
})

auth.onAuthStateChange((event) => {
  if (event !== 'SIGNED_IN' && event !== 'TOKEN_REFRESHED' && event !== 'SIGNED_OUT') return
  // Open channels go on with the new token. Later, because the auth client holds its lock while it calls back.
  setTimeout(() => void client.realtime.setAuth(), 0)
})

export const supabase: Client = client
