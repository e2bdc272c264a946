import { createElement, Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { lazyAhead, lazyFramePart, lazyPart } from './lazy-part.ts'

const Words = () => 'words'
const waiting = (Part: ReturnType<typeof lazyPart>) =>
  createElement(Suspense, { fallback: 'wait' }, createElement(Part))
const drawn = (Part: ReturnType<typeof lazyPart>) => renderToString(waiting(Part))
/** What is drawn once nothing is waited for. */
const drawnAtLast = async (Part: ReturnType<typeof lazyPart>) => {
  const { prelude } = await prerender(createElement(Part), { onError: () => {} })
  return await new Response(prelude).text()
}

describe('a part whose code comes later', () => {
  it('is drawn in the same pass once its code has been fetched', async () => {
    const Part = lazyAhead(() => Promise.resolve({ default: Words }))
    expect(drawn(lazyAhead(() => Promise.resolve({ default: Words })))).toContain('wait')
    await Part.fetch()
    expect(drawn(Part)).toContain('words')
  })

  it('is asked for again after it could not be fetched', async () => {
    let asked = 0
    const Part = lazyAhead(async () => {
      asked++
      if (asked === 1) throw new Error('offline')
      return { default: Words }
    })
    await expect(Part.fetch()).rejects.toThrow('offline')
    await Part.fetch()
    expect(drawn(Part)).toContain('words')
  })
})

describe('a part whose code cannot be fetched', () => {
  const server = { reached: false, has: false }
  const load = vi.fn(async () => {
    if (!server.reached || !server.has) throw new TypeError('Failed to fetch dynamically imported module')
    return { default: Words }
  })
  beforeEach(() => {
    Object.assign(server, { reached: false, has: true })
    load.mockClear()
    vi.useFakeTimers()
    vi.stubGlobal('window', new EventTarget())
    vi.stubGlobal('fetch', async () => {
      if (!server.reached) throw new TypeError('Failed to fetch')
      return new Response()
    })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it.each([
    ['lazyPart', () => lazyPart(load)],
    ['lazyAhead', () => lazyAhead(load)],
    ['lazyFramePart', () => lazyFramePart(load)],
  ])('is waited for while the server is not reached, and drawn once it is (%s)', async (_name, part) => {
    const end = drawnAtLast(part())
    await vi.advanceTimersByTimeAsync(60_000)
    expect(load.mock.calls.length).toBeGreaterThan(2)
    expect(load.mock.calls.length).toBeLessThan(8)
    server.reached = true
    window.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
    expect(await end).toContain('words')
  })

  it('fails within a screen where the server answers without it, and is waited for outside of screens', async () => {
    Object.assign(server, { reached: true, has: false })
    const within = drawnAtLast(lazyPart(load)).catch((error: Error) => error.message)
    await vi.advanceTimersByTimeAsync(2000)
    expect(await within).toBe('Failed to fetch dynamically imported module')
    expect(load).toHaveBeenCalledTimes(2)
    let ended = false
    void drawnAtLast(lazyFramePart(load)).finally(() => {
      ended = true
    })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(ended).toBe(false)
  })
})
