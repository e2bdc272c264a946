import { describe, expect, it } from 'vitest'
import type { Blackout } from './day-state.ts'
import { type Deadline, type Label, watchLine } from './watch-line.ts'

const at = (hour: number, minute = 0, day = 19) => new Date(2026, 10, day, hour, minute).getTime()
const CPI: Blackout = {
  currency: 'USD',
  symbols: [],
  from: at(14, 15),
  to: at(14, 45),
  title: 'CPI',
  at: at(14, 30),
  crossed: 1,
}
const line = (deadlines: readonly Deadline[], now = at(13, 48), blackouts: readonly Blackout[] = [CPI]) =>
  watchLine({ now, nowLabel: '13:48', blackouts, blackoutLabel: () => '14:15–14:45, rien en USD', deadlines })

describe('the rest of the day on one line', () => {
  it('goes from the current hour to midnight, whatever is left of it', () => {
    expect(line([]).now).toBeCloseTo(0.8 / 11)
    expect(line([], at(23, 30)).now).toBeCloseTo(0.5)
    expect(line([]).hours.map(({ at }) => new Date(at).getHours())).toEqual([
      13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 0,
    ])
  })

  it('draws blackouts that are not over, with what is announced', () => {
    const [blackout] = line([]).blackouts
    expect(blackout?.from).toBeCloseTo(1.25 / 11)
    expect(blackout?.to).toBeCloseTo(1.75 / 11)
    expect(blackout?.at).toBeCloseTo(1.5 / 11)
    expect(line([], at(14, 45)).blackouts).toEqual([])
  })

  it('writes a blackout that begins soon beside the time of now', () => {
    const [blackout] = line([], at(13, 48), [{ ...CPI, from: at(13, 55), to: at(14, 25) }]).blackouts
    expect(blackout?.label).toMatchObject({ anchor: 'start' })
    expect(blackout?.label?.place).toBeGreaterThan(0.8 / 11 + 2.5 * (7 / 736))
    expect(blackout?.label?.place).toBeLessThan(0.16)
  })

  it('ticks the deadlines of today, those close together once', () => {
    const ticks = line([
      { at: at(18, 4), name: 'GBP/USD' },
      { at: at(18), name: 'NAS100' },
      { at: at(18, 6), name: 'XAU/USD' },
      { at: at(22), name: 'EUR/USD' },
      { at: at(9), name: 'over' },
      { at: at(9, 0, 20), name: 'tomorrow' },
    ]).ticks
    expect(ticks.map(({ label }) => label?.text)).toEqual(['NAS100, GBP/USD +1', 'EUR/USD'])
  })

  it('keeps a label at the end of the line within it', () =>
    expect(line([{ at: at(24), name: 'test du jour' }]).ticks[0]?.label?.anchor).toBe('end'))

  it('keeps the time of now within the line just after a full hour', () => {
    expect(line([], at(13, 3)).nowAnchor).toBe('start')
    expect(line([], at(23, 59)).nowAnchor).toBe('end')
    expect(line([]).nowAnchor).toBe('middle')
  })

  it('never writes one label over another, and keeps the tick of one that has no room', () => {
    const deadlines = Array.from({ length: 30 }, (_, place) => ({
      at: at(14) + place * 20 * 60_000,
      name: `long name ${place}`,
    }))
    const { ticks } = line(deadlines)
    expect(ticks).toHaveLength(30)
    const labels = ticks.flatMap(({ label }) => (label ? [label] : []))
    expect(labels.length).toBeGreaterThan(2)
    const boxes = labels.map(boxOf).sort((one, other) => one.from - other.from)
    for (const [place, box] of boxes.entries())
      if (place > 0) expect(box.from).toBeGreaterThan(boxes[place - 1]?.to ?? 0)
  })

  it('writes fewer hours on a phone', () => {
    const narrow = line([], at(0, 30)).hours.filter((hour) => hour.narrow)
    expect(narrow.length).toBeLessThanOrEqual(6)
    expect(narrow.at(-1)?.anchor).toBe('end')
  })
})

function boxOf({ text, place, anchor }: Label): { from: number; to: number } {
  const width = (text.length * 7) / 736
  const from = anchor === 'start' ? place : anchor === 'end' ? place - width : place - width / 2
  return { from, to: from + width }
}
