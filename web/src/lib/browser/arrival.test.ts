import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { arrival } from './arrival.ts'

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

const failing = (times: number) => {
  const source = vi.fn(async () => {
    if (source.mock.calls.length <= times) throw new TypeError('Failed to fetch dynamically imported module')
    return 'texts'
  })
  return source
}

it('asks a few times a minute for what does not arrive, however often it is needed', async () => {
  const source = failing(Number.POSITIVE_INFINITY)
  void arrival(source)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(source.mock.calls.length).toBeGreaterThan(2)
  expect(source.mock.calls.length).toBeLessThan(8)
})

it('asks at once when the network returns', async () => {
  const source = failing(4)
  const texts = arrival(source)
  await vi.advanceTimersByTimeAsync(8_000)
  expect(source).toHaveBeenCalledTimes(4)
  page.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(source).toHaveBeenCalledTimes(5)
  expect(await texts).toBe('texts')
})
