import { afterEach, beforeEach } from 'vitest'
import { closeFrom, profilesOpen, whatPagesShow } from './fixtures.ts'

/**
 * Closes a test's pages as soon as it ends, because open pages keep rendering, following quotes and prefetching. Pages opened
 * for a whole file stay until `closeAll`. The error of a failed test tells what its pages showed.
 */
let before = 0
beforeEach(() => {
  before = profilesOpen()
})
afterEach(async ({ task }) => {
  const error = task.result?.state === 'fail' ? task.result.errors?.at(-1) : undefined
  if (error) error.stack = `${error.stack ?? error.message}\n${await whatPagesShow()}`
  await closeFrom(before)
})
