import { RealtimeClient } from '@supabase/realtime-js'
import { accessToken } from '#lib/data/authorized-fetch.ts'
import { env } from '#lib/data/env.ts'
import { auth } from '#lib/session/auth.ts'

/** The client sends a heartbeat every 30 s and gives up on the reply after 10 s (S-52). */
const HEARTBEAT_MS = 30_000
const TIMEOUT_MS = 10_000

/** The official realtime client. Screens use `channel.ts`, which loads this file with the first channel. */
export const realtime = new RealtimeClient(`${location.origin.replace(/^http/, 'ws')}/realtime/v1`, {
  params: { apikey: env.anonKey },
  accessToken,
  heartbeatIntervalMs: HEARTBEAT_MS,
  timeout: TIMEOUT_MS,
})

auth.onAuthStateChange((event) => {
  if (event !== 'SIGNED_IN' && event !== 'TOKEN_REFRESHED' && event !== 'SIGNED_OUT') return
  // Passes the new token to open channels. Deferred, because the auth client holds its lock during this callback.
  setTimeout(() => void realtime.setAuth(), 0)
})
