import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { gatherArrivals, TOGETHER_MS } from './arrivals.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('arrivals', () => {
  it('are reported together within the window, and separately outside it', () => {
    const told: number[][] = []
    const { add } = gatherArrivals<number>((items) => told.push([...items]))
    for (let item = 0; item < 40; item++) add(item)
    expect(told).toEqual([])
    vi.advanceTimersByTime(TOGETHER_MS)
    add(40)
    vi.advanceTimersByTime(TOGETHER_MS)
    expect(told.map((items) => items.length)).toEqual([40, 1])
  })

  it('are not reported after the screen is left', () => {
    const told: unknown[] = []
    const { add, stop } = gatherArrivals((items) => told.push(items))
    add('a')
    stop()
    vi.advanceTimersByTime(TOGETHER_MS * 2)
    expect(told).toEqual([])
  })
})
