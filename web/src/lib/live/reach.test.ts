import { onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isReachable } from './connection.ts'
import { lookForServer } from './reach.ts'

const answer = vi.fn<() => Promise<object>>()
const page = new EventTarget()

beforeEach(() => {
  vi.useFakeTimers()
  answer.mockReset()
  vi.stubGlobal('fetch', answer)
  vi.stubGlobal('window', page)
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const silent = () => Promise.reject(new TypeError('Failed to fetch'))
const standing = () => [isReachable(), onlineManager.isOnline()]

it('one failed request changes nothing while the server answers', async () => {
  answer.mockResolvedValue({ status: 404 })
  await lookForServer()
  expect(standing()).toEqual([true, true])
  expect(answer).toHaveBeenCalledTimes(1)
})

it('an unreachable server is polled with growing delays, once for all failed requests, until it answers', async () => {
  answer.mockImplementation(silent)
  void lookForServer()
  void lookForServer()
  await vi.advanceTimersByTimeAsync(0)
  expect(standing()).toEqual([false, false])
  await vi.advanceTimersByTimeAsync(1000 + 2000 + 4000)
  expect(answer).toHaveBeenCalledTimes(4)
  expect(standing()).toEqual([false, false])
  answer.mockResolvedValue({ status: 200 })
  await vi.advanceTimersByTimeAsync(8000)
  expect(standing()).toEqual([true, true])
})

it('a new network is tried immediately', async () => {
  answer.mockImplementation(silent)
  void lookForServer()
  await vi.advanceTimersByTimeAsync(1000 + 2000)
  answer.mockResolvedValue({ status: 200 })
  page.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(standing()).toEqual([true, true])
  expect(answer).toHaveBeenCalledTimes(4)
})
