import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { compressed } from './compression.ts'

const text = JSON.stringify(Array.from({ length: 200 }, (_, id) => ({ id, word: 'série' })))

it('prefers brotli to gzip, and restores the same text', async () => {
  const both = await compressed(text, 'gzip, deflate, br, zstd', 1)
  expect(both.coding).toBe('br')
  expect(brotliDecompressSync(both.body).toString()).toBe(text)
  expect(both.body.length).toBeLessThan(text.length / 4)
  const one = await compressed(text, 'gzip', 1)
  expect(one.coding).toBe('gzip')
  expect(gunzipSync(one.body).toString()).toBe(text)
})

it.each([undefined, '', 'identity', 'zstd', 'br;q=0, gzip;q=0.000', 'brotli'])(
  'is not applied for %j',
  async (accepted) => {
    const { body, coding } = await compressed(text, accepted, 1)
    expect(coding).toBeUndefined()
    expect(body.toString()).toBe(text)
  },
)

it('accepts any non-zero weight', async () => {
  expect((await compressed(text, 'br;q=0.0, gzip;q=0.1', 1)).coding).toBe('gzip')
})
