import { describe, expect, it } from 'vitest'
import { dueIn, shareOfPromise } from './promise.ts'

const SINCE = '2026-11-19T08:00:00Z'
const at = (hours: number) => Date.parse(SINCE) + hours * 3_600_000

describe('the promise to answer a request', () => {
  it.each([
    [0, 48, 0],
    [12, 36, 0.25],
    [48, 0, 1],
    [60, -12, 1],
    [-1, 49, 0],
  ])('after %d hours has %d left', (hours, left, share) => {
    expect(dueIn(SINCE, at(hours)) / 3_600_000).toBe(left)
    expect(shareOfPromise(SINCE, at(hours))).toBe(share)
  })
})
