import { describe, expect, it } from 'vitest'
import { mayDecide } from '../may-decide.ts'

describe('a decision', () => {
  it('asks a question once, and accepts or refuses while the member owes an answer', () => {
    expect(mayDecide({ state: 'pending' }, 'needs_information')).toBe(true)
    expect(mayDecide({ state: 'needs_information' }, 'needs_information')).toBe(false)
    expect(mayDecide({ state: 'needs_information' }, 'approved')).toBe(true)
    expect(mayDecide({ state: 'rejected' }, 'approved')).toBe(false)
  })
})
