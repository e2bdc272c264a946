import { expect, it } from 'vitest'
import { createWatch } from './watched.ts'

it('counts what played and nothing that was jumped over', () => {
  const watch = createWatch()
  for (const second of [0, 0.25, 0.5, 1, 1.5, 2]) watch.at(second, 1)
  watch.at(300, 1)
  for (const second of [300.5, 301, 301.5]) watch.at(second, 1)
  watch.stop()
  watch.at(10, 1)
  expect(watch.take()).toBe(3)
  expect(watch.take()).toBe(0)
})

it('counts a faster video by what was seen of it', () => {
  const watch = createWatch()
  for (const second of [0, 2, 4]) watch.at(second, 2)
  watch.at(3, 2)
  expect(watch.take()).toBe(4)
})
