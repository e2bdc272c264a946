import { expect, it } from 'vitest'
import { readingLine } from './reading-line.ts'

const threads = (...unread: number[]) => unread.map((unread_posts) => ({ unread_posts }))

it('the line stands before the first of the threads that are all read', () => {
  expect(readingLine(threads(3, 1, 0, 0))).toBe(2)
  expect(readingLine(threads(3, 0, 2, 0))).toBe(3)
})

it('there is no line where nothing or everything is read', () => {
  expect(readingLine(threads(0, 0))).toBeNull()
  expect(readingLine(threads(1, 2))).toBeNull()
  expect(readingLine([])).toBeNull()
})
