import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CALM_MS, preloadWhenIdle } from './idle-preload.ts'

let page: EventTarget
beforeEach(() => {
  vi.useFakeTimers()
  page = new EventTarget()
  vi.stubGlobal('window', page)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const three = () => [1, 2, 3].map(() => ({ preload: vi.fn(() => Promise.resolve()) }))
const never = () => false
const asked = (screens: ReturnType<typeof three>) =>
  screens.filter(({ preload }) => preload.mock.calls.length > 0).length

describe('screens that are fetched ahead', () => {
  it('come one after the other, once the page is calm', async () => {
    const screens = three()
    preloadWhenIdle(screens, never)
    await vi.advanceTimersByTimeAsync(CALM_MS - 1)
    expect(asked(screens)).toBe(0)
    await vi.advanceTimersByTimeAsync(CALM_MS + 1)
    expect(asked(screens)).toBe(1)
    await vi.advanceTimersByTimeAsync(2 * CALM_MS)
    expect(asked(screens)).toBe(3)
  })

  it('wait for what the page itself waits for', async () => {
    const screens = three()
    let busy = true
    preloadWhenIdle(screens, () => busy)
    await vi.advanceTimersByTimeAsync(10 * CALM_MS)
    expect(asked(screens)).toBe(0)
    busy = false
    await vi.advanceTimersByTimeAsync(5 * CALM_MS)
    expect(asked(screens)).toBe(3)
  })

  it.each(['scroll', 'keydown'])('wait while the reader acts: %s', async (kind) => {
    const screens = three()
    preloadWhenIdle(screens, never)
    for (let tick = 0; tick < 100; tick++) {
      page.dispatchEvent(new Event(kind))
      await vi.advanceTimersByTimeAsync(CALM_MS / 10)
    }
    expect(asked(screens)).toBe(0)
    await vi.advanceTimersByTimeAsync(5 * CALM_MS)
    expect(asked(screens)).toBe(3)
  })

  it('are left where the rail goes away before', async () => {
    const screens = three()
    const stop = preloadWhenIdle(screens, never)
    await vi.advanceTimersByTimeAsync(2 * CALM_MS)
    stop()
    await vi.advanceTimersByTimeAsync(10 * CALM_MS)
    expect(asked(screens)).toBe(1)
  })

  it.each([{ saveData: true }, { effectiveType: '3g' }])(
    'are not fetched on a line with %o',
    async (line) => {
      vi.stubGlobal('navigator', { connection: line })
      const screens = three()
      preloadWhenIdle(screens, never)
      await vi.advanceTimersByTimeAsync(10 * CALM_MS)
      expect(asked(screens)).toBe(0)
    },
  )
})
