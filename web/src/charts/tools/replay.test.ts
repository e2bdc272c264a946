import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { closedBy, closesAt, type Replay, type ReplayStep, replayed, SPEEDS, writtenBy } from './replay.ts'

const bars = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ time: index * 60, open: 1, high: 2, low: 0, close: 1 }))
const start: Replay = { shown: 3, playing: false, speed: 1 }
const step: fc.Arbitrary<ReplayStep> = fc.oneof(
  fc.record({ kind: fc.constant('seek' as const), shown: fc.double({ min: -50, max: 500, noNaN: true }) }),
  fc.record({ kind: fc.constant('step' as const), by: fc.integer({ min: -20, max: 20 }) }),
  fc.constantFrom<ReplayStep>({ kind: 'tick' }, { kind: 'play' }, { kind: 'pause' }),
  fc.record({ kind: fc.constant('speed' as const), speed: fc.constantFrom(...SPEEDS) }),
)

describe('a replay', () => {
  it('never shows a candle that had not closed by the moment, whatever one presses', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.array(step), (count, steps) => {
        const all = bars(count)
        let replay: Replay = { ...start, shown: 1 }
        for (const one of steps) {
          replay = replayed(replay, one, count)
          expect(replay.shown).toBeGreaterThanOrEqual(1)
          expect(replay.shown).toBeLessThanOrEqual(count)
          const shown = all.slice(0, replay.shown)
          const moment = closesAt(shown.at(-1)!, 60)
          expect(shown).toEqual(closedBy(all, moment, 60))
          for (const bar of shown) expect(bar.time + 60).toBeLessThanOrEqual(moment)
        }
      }),
    )
  })

  it('does not show the candle that is open at the moment', () => {
    expect(closedBy(bars(5), 179, 60)).toHaveLength(2)
    expect(closedBy(bars(5), 180, 60)).toHaveLength(3)
  })

  it('shows a note from the moment it was written', () => {
    const notes = [{ writtenAt: 100 }, { writtenAt: 200 }]
    expect([99, 100, 200].map((moment) => writtenBy(notes, moment).length)).toEqual([0, 1, 2])
  })

  it('plays to the end, stops there, and begins anew', () => {
    const played = replayed({ ...start, shown: 9 }, { kind: 'play' }, 10)
    const ended = replayed(played, { kind: 'tick' }, 10)
    expect(ended).toMatchObject({ shown: 10, playing: false })
    expect(replayed(ended, { kind: 'play' }, 10)).toMatchObject({ shown: 1, playing: true })
  })

  it('stands still once it is moved by hand', () => {
    const playing = { ...start, playing: true }
    expect(replayed(playing, { kind: 'step', by: 1 }, 10)).toMatchObject({ shown: 4, playing: false })
    expect(replayed(playing, { kind: 'seek', shown: 7 }, 10)).toMatchObject({ shown: 7, playing: false })
  })

  it('of no candles shows none', () => {
    expect(replayed({ ...start, shown: 0 }, { kind: 'tick' }, 0)).toMatchObject({ shown: 0, playing: false })
  })
})
