import { describe, expect, it } from 'vitest'
import { mayDecide } from './may-decide.ts'
import { nextAfter } from './next-after.ts'

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
