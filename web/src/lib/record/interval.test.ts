import { expect, it } from 'vitest'
import { interval } from './interval.ts'

it('a record of fewer than five results has no interval', () => {
  expect(interval(2, '0.4100')).toBeNull()
  expect(interval(4, '0.4100')).toBeNull()
  expect(interval(5, '0.4100')).toBe('0.4100')
  expect(interval(undefined, '0.4100')).toBeNull()
  expect(interval(8, undefined)).toBeNull()
})
