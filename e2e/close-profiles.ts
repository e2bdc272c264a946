import { afterEach, beforeEach } from 'vitest'
import { closeFrom, profilesOpen } from './fixtures.ts'

/**
 * Closes a test's pages as soon as it ends, because open pages keep rendering, following quotes and prefetching. Pages opened
 * for a whole file stay until `closeAll`.
 */
let before = 0
beforeEach(() => {
  before = profilesOpen()
})
afterEach(() => closeFrom(before))
