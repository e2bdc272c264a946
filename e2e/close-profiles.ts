import { afterEach, beforeEach } from 'vitest'
import { closeFrom, profilesOpen } from './fixtures.ts'

/**
 * Closes what a test opened as soon as it ends: a page that nobody looks at any more still draws its scenes, follows its
 * quotes and fetches what comes next. What a file opened for all its tests stays until `closeAll`.
 */
let before = 0
beforeEach(() => {
  before = profilesOpen()
})
afterEach(() => closeFrom(before))
