import { afterEach, expect, it, vi } from 'vitest'

const asked = vi.hoisted(() => vi.fn())
vi.mock('./authorized-fetch.ts', () => ({ authorizedFetch: asked }))
vi.mock('./env.ts', () => ({ env: { anonKey: 'anon' } }))
vi.stubGlobal('location', { origin: 'http://localhost' })

afterEach(() => asked.mockReset())

it.each([
  ['gets no response', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['is answered with 503', async () => new Response('{}', { status: 503 })],
])('[S-52] a read that %s is tried again by the cache alone', async (_how, answer) => {
  const { supabase } = await import('./client.ts')
  asked.mockImplementation(answer)
  const { error } = await supabase.from('posts').select('id')
  expect(error).not.toBeNull()
  expect(asked).toHaveBeenCalledTimes(1)
})
