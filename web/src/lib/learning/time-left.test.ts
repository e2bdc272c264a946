import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clockText, spokenLeft, timeLeft } from './time-left.ts'

const timed = { deadline: '2026-11-23T08:12:00Z', now: '2026-11-23T08:00:00Z', readAt: 5000 }

describe('[S-111] the time left of an attempt', () => {
  it('is counted by the server, whatever this device calls the time', () => {
    expect(timeLeft(timed, 5000)).toBe(720_000)
    expect(timeLeft({ ...timed, readAt: 9e12 }, 9e12 + 60_000)).toBe(660_000)
  })

  it('ends at zero, and is none without a deadline', () => {
    expect(timeLeft(timed, 5000 + 800_000)).toBe(0)
    expect(timeLeft({ ...timed, deadline: null }, 5000)).toBeNull()
  })

  it('never grows while a page is open', () => {
    fc.assert(
      fc.property(fc.nat(2_000_000), fc.nat(2_000_000), (one, more) => {
        expect(timeLeft(timed, 5000 + one + more)!).toBeLessThanOrEqual(timeLeft(timed, 5000 + one)!)
      }),
    )
  })

  it('is written as a clock that reaches 00:00 only at its end', () => {
    expect([clockText(720_000), clockText(61_000), clockText(1), clockText(0)]).toEqual([
      '12:00',
      '01:01',
      '00:01',
      '00:00',
    ])
  })

  it('is spoken three times, not every second', () => {
    const spoken = new Set(Array.from({ length: 721 }, (_, second) => spokenLeft(720_000 - second * 1000)))
    expect([...spoken]).toEqual([null, 300_000, 60_000, 20_000])
  })
})
