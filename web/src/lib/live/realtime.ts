import { RealtimeClient } from '@supabase/realtime-js'
import { accessToken } from '#lib/data/authorized-fetch.ts'
import { env } from '#lib/data/env.ts'
import { auth } from '#lib/session/auth.ts'

/** It asks for a sign of life every 30 s and gives up waiting for an answer after 10 s (S-52). */
const HEARTBEAT_MS = 30_000
const TIMEOUT_MS = 10_000

/** The official client of the channels. Screens join them by `channel.ts`, which fetches this once the first is joined. */
export const realtime = new RealtimeClient(`${location.origin.replace(/^http/, 'ws')}/realtime/v1`, {
  params: { apikey: env.anonKey },
  accessToken,
  heartbeatIntervalMs: HEARTBEAT_MS,
  timeout: TIMEOUT_MS,
})

auth.onAuthStateChange((event) => {
  if (event !== 'SIGNED_IN' && event !== 'TOKEN_REFRESHED' && event !== 'SIGNED_OUT') return
  // Open channels go on with the new token. Later, because the auth client holds its lock while it calls back.
  setTimeout(() => void realtime.setAuth(), 0)
})
