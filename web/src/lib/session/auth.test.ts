import { AuthClient } from '@supabase/auth-js'
import {
  AUTO_REFRESH_TICK_DURATION_MS,
  AUTO_REFRESH_TICK_THRESHOLD,
  EXPIRY_MARGIN_MS,
  JWKS_TTL,
} from '@supabase/auth-js/dist/module/lib/constants'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const KEY = 'session'
const user = { id: 'u', aud: 'authenticated', app_metadata: {}, user_metadata: {}, created_at: '' }

/** A client whose stored session ends in `seconds`, and the times, in milliseconds, at which it asked for a new token. */
function clientWith(seconds: number, answer: () => Promise<Response>) {
  const start = Date.now()
  const asked: number[] = []
  const session = {
    access_token: 'a.b.c',
    refresh_token: 'r',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: Math.floor(start / 1000) + seconds,
    user,
  }
  const store = new Map([[KEY, JSON.stringify(session)]])
  const client = new AuthClient({
    url: 'http://auth.test',
    storageKey: KEY,
    autoRefreshToken: false,
    persistSession: true,
    storage: {
      getItem: (key) => store.get(key) ?? null,
      setItem: (key, value) => void store.set(key, value),
      removeItem: (key) => void store.delete(key),
    },
    fetch: () => {
      asked.push(Date.now() - start)
      return answer()
    },
  })
  return { client, asked, session, store }
}

const refused = () =>
  Promise.resolve(new Response('{"error_code":"refresh_token_not_found"}', { status: 400 }))

describe('the auth client', () => {
  it('[S-45] checks every 30 s, refreshes within 90 s or 3 checks, and keeps signing keys 10 minutes', () => {
    expect(AUTO_REFRESH_TICK_DURATION_MS).toBe(30_000)
    expect(AUTO_REFRESH_TICK_THRESHOLD).toBe(3)
    expect(EXPIRY_MARGIN_MS).toBe(90_000)
    expect(JWKS_TTL).toBe(600_000)
  })

  it('[S-45] refreshes a session with 90 s left at its next check, and leaves one with more alone', async () => {
    for (const [left, refreshes] of [
      [90, true],
      [300, false],
    ] as const) {
      const { client, asked } = clientWith(left, refused)
      await vi.advanceTimersByTimeAsync(0)
      await client.startAutoRefresh()
      await vi.advanceTimersByTimeAsync(60_000)
      await client.stopAutoRefresh()
      expect(asked.length > 0, `${left} s left`).toBe(refreshes)
    }
  })

  it('[S-45] tries a refresh that failed on the way again after 200, 400, 800 … milliseconds', async () => {
    const { client, asked } = clientWith(-10, () => Promise.reject(new TypeError('Failed to fetch')))
    const done = client.getSession()
    await vi.advanceTimersByTimeAsync(60_000)
    await done
    expect(asked.slice(0, 4)).toEqual([0, 200, 600, 1400])
  })

  it('[S-42] removes an expired session whose refresh is refused', async () => {
    const { client, store } = clientWith(-10, refused)
    const done = client.getSession()
    await vi.advanceTimersByTimeAsync(5000)
    expect((await done).data.session).toBeNull()
    expect(store.has(KEY)).toBe(false)
  })

  it('[S-44] clears the local session although the server answers a sign-out with 401, 403 or 404', async () => {
    for (const status of [401, 403, 404]) {
      const { client, store } = clientWith(3000, () => Promise.resolve(new Response('{}', { status })))
      const done = client.signOut({ scope: 'local' })
      await vi.advanceTimersByTimeAsync(1000)
      expect((await done).error, String(status)).toBeNull()
      expect(store.has(KEY)).toBe(false)
    }
  })
})

describe('the client of the channels', () => {
  it('[S-52] [S-84] connects with the public key; realtime beats every 30 s and waits 10 s', async () => {
    vi.stubGlobal('location', { origin: 'http://vigie.test', href: 'http://vigie.test/' })
    vi.stubGlobal('document', { getElementById: () => ({ textContent: '{"anonKey":"public-key"}' }) })
    const { realtime } = await import('#lib/live/realtime.ts')
    expect(realtime.heartbeatIntervalMs).toBe(30_000)
    expect(realtime.timeout).toBe(10_000)
    expect(realtime.apiKey).toBe('public-key')
  })
})
