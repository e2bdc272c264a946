import { describe, expect, it } from 'vitest'
import { mayDecide } from './may-decide.ts'
import { nextAfter } from './next-after.ts'
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

describe('a decision', () => {
  it('asks a question once, and accepts or refuses while the member owes an answer', () => {
    expect(mayDecide({ state: 'pending' }, 'needs_information')).toBe(true)
    expect(mayDecide({ state: 'needs_information' }, 'needs_information')).toBe(false)
    expect(mayDecide({ state: 'needs_information' }, 'approved')).toBe(true)
    expect(mayDecide({ state: 'rejected' }, 'approved')).toBe(false)
  })

  it('leads to the next request of the list, or to the one before the last', () => {
    const rows = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]
    expect(nextAfter(rows, 'a')).toBe('b')
    expect(nextAfter(rows, 'c')).toBe('b')
    expect(nextAfter([{ id: 'a' }], 'a')).toBeNull()
    expect(nextAfter(rows, 'elsewhere')).toBeNull()
  })
})
