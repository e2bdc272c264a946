import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Database } from './database.types.ts'
import { env } from './env.ts'
import { SESSION_KEY } from './session-key.ts'

/**
 * The official client, with the constants of S-45 and S-52. It checks the session every 30 s and refreshes it when 90 s
 * (3 checks) remain; those two are auth-js's own, a test holds them to it.
 */
export const REALTIME_HEARTBEAT_MS = 30_000
export const REALTIME_TIMEOUT_MS = 10_000

export type Client = SupabaseClient<Database>

export const supabase: Client = createClient<Database>(location.origin, env.anonKey, {
  auth: {
    storageKey: SESSION_KEY,
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: true,
    flowType: 'implicit',
  },
  realtime: { heartbeatIntervalMs: REALTIME_HEARTBEAT_MS, timeout: REALTIME_TIMEOUT_MS },
})
