import { expect, it } from 'vitest'
import { TokenBucket } from './token-bucket.ts'

it('allows the burst at once, then the rate', () => {
  const bucket = new TokenBucket(10, 3, 0)
  expect([0, 0, 0, 0].map((at) => bucket.take(at))).toEqual([true, true, true, false])
  expect(bucket.take(99)).toBe(false)
  expect(bucket.take(200)).toBe(true)
})

it('never allows more than the burst plus the rate, even when the clock goes back', () => {
  const bucket = new TokenBucket(100, 50, 1000)
  let allowed = 0
  for (let at = 1000; at <= 2000; at++) if (bucket.take(at)) allowed++
  expect(allowed).toBe(150)
  expect([1, 2, 3].map(() => bucket.take(0))).not.toContain(true)
})
