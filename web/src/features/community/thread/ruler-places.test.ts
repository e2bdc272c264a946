import { expect, it } from 'vitest'
import { rulerPlaces } from './ruler-places.ts'

const facts = { readAt: null, beganAt: '', endedAt: '' }

it('the ruler goes from the first post to the last', () => {
  expect(rulerPlaces({ ...facts, last: 21, readTo: 11, current: 16, accepted: 6 })).toEqual({
    read: 0.5,
    needle: 0.75,
    accepted: 0.25,
  })
})

it('the ruler of a thread with one post, or unread, or read beyond its end stays within its length', () => {
  expect(rulerPlaces({ ...facts, last: 1, readTo: 1, current: 1, accepted: null })).toEqual({
    read: 1,
    needle: 1,
    accepted: null,
  })
  expect(rulerPlaces({ ...facts, last: 5, readTo: 0, current: 1, accepted: null }).read).toBe(0)
  expect(rulerPlaces({ ...facts, last: 5, readTo: 9, current: 1, accepted: null }).read).toBe(1)
})
