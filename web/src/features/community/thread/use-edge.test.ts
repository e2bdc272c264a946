import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchEdge } from './use-edge.ts'

let tell: (...entries: { isIntersecting: boolean }[]) => void
const disconnect = vi.fn()
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        tell = (...entries) => callback(entries)
      }
      observe() {}
      disconnect = disconnect
    },
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const edge = () => {
  const near = vi.fn()
  return { near, stop: watchEdge({} as Element, near) }
}

describe('the edge of a list', () => {
  it('is near by the last of several changes that are told at once', async () => {
    const { near } = edge()
    tell({ isIntersecting: false }, { isIntersecting: true })
    expect(near).toHaveBeenCalledTimes(1)
    tell({ isIntersecting: true }, { isIntersecting: false })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(near).toHaveBeenCalledTimes(1)
  })

  it('reads again while it stays near, each time later, and one read at a time', async () => {
    const { near, stop } = edge()
    const held = Promise.withResolvers<void>()
    near.mockReturnValueOnce(held.promise)
    tell({ isIntersecting: true })
    tell({ isIntersecting: true })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(near).toHaveBeenCalledTimes(1)
    held.resolve()
    await vi.advanceTimersByTimeAsync(250)
    expect(near).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(499)
    expect(near).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(near).toHaveBeenCalledTimes(3)
    stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(near).toHaveBeenCalledTimes(3)
    expect(disconnect).toHaveBeenCalledOnce()
  })
})
