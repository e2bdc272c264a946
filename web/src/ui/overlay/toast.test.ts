import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dismissToast, storedToasts, takeUnshown, toast } from './toast.tsx'
import { PROVIDER_DURATION_MS, VISIBLE, WIDTH_PX } from './toaster.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  takeUnshown()
  vi.runAllTimers()
  vi.useRealTimers()
})

const titles = () => storedToasts().map(({ title }) => title)

describe('the store of toasts', () => {
  it('[S-51] holds one toast at most, the newest', () => {
    toast({ title: 'first' })
    toast({ title: 'second' })
    expect(titles()).toEqual(['second'])
  })

  it('[S-51] keeps a dismissed toast a very long time before it is removed', () => {
    const dismiss = toast({ title: 'kept' })
    dismiss()
    expect(storedToasts()).toMatchObject([{ title: 'kept', open: false }])
    vi.advanceTimersByTime(999_999)
    expect(titles()).toEqual(['kept'])
    vi.advanceTimersByTime(1)
    expect(titles()).toEqual([])
  })

  it('loses none of those that come before what shows them is there, and gives each once', () => {
    toast({ title: 'first' })
    const dismiss = toast({ title: 'taken back' })
    toast({ title: 'second' })
    dismiss()
    expect(takeUnshown().map(({ title }) => title)).toEqual(['first', 'second'])
    expect(takeUnshown()).toEqual([])
  })

  it('leaves the toast that took another’s place alone', () => {
    const dismissFirst = toast({ title: 'first' })
    toast({ title: 'second' })
    dismissFirst()
    dismissToast(-1)
    expect(storedToasts()).toMatchObject([{ title: 'second', open: true }])
  })
})

describe('the toast area', () => {
  it('[S-51] shows three, for 5 s, 356 px wide', () => {
    expect([VISIBLE, PROVIDER_DURATION_MS, WIDTH_PX]).toEqual([3, 5000, 356])
  })

  it('[S-51] stands on a library that closes after 4 s unless told otherwise, and by a swipe of 50 px', () => {
    const source = readFileSync(createRequire(import.meta.url).resolve('sonner'), 'utf8')
    expect(source).toMatch(/TOAST_LIFETIME = 4000\b/)
    expect(Number(/SWIPE_THRESHOLD = (\d+)/.exec(source)?.[1])).toBeLessThanOrEqual(50)
  })
})
