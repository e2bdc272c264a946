import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { settle } from '../outcome.ts'
import { CANDLE_MS, type Candle, type RecordedEvent, type Terms } from '../trade.ts'
import { type Gap, knownMarket } from './known-market.ts'
import type { Session } from './sessions.ts'

/** Monday 23 November 2026, 8:00; the market opens at 6:00 and closes at 8:20, and again from 9:00 on. */
const START = Date.UTC(2026, 10, 23, 8, 0)
const session: Session = {
  timeZone: 'UTC',
  dayStarts: 0,
  hours: [
    [360, 500],
    [540, 900],
  ],
  closures: [],
}
const at = (minute: number) => START + minute * CANDLE_MS
const candle = (minute: number, prices = '100 100 100 100', minutes?: number): Candle => {
  const [open, high, low, close] = prices.split(' ') as [string, string, string, string]
  return {
    openedAt: at(minute),
    open,
    high,
    low,
    close,
    spread: '1',
    ...(minutes !== undefined && { minutes }),
  }
}
const gap = (from: number, until: number, ...bars: Candle[]): Gap => ({
  from: at(from),
  until: at(until),
  bars,
})
const known = (from: number, stored: Candle[], gaps: Gap[] = []) => {
  const { candles, until, hole } = knownMarket(session, at(from), stored, gaps)
  return {
    minutes: candles.map(({ openedAt }) => (openedAt - START) / CANDLE_MS),
    until: (until - START) / CANDLE_MS,
    hole: hole && [(hole.from - START) / CANDLE_MS, (hole.until - START) / CANDLE_MS],
  }
}

describe('the known market', () => {
  it('ends before the first missing minute if later ones exist', () => {
    expect(known(0, [candle(0), candle(1), candle(3)])).toEqual({ minutes: [0, 1], until: 2, hole: [2, 3] })
  })
  it('expects nothing after the last stored minute', () => {
    expect(known(0, [candle(0), candle(1)])).toEqual({ minutes: [0, 1], until: 2, hole: null })
  })
  it('also notices a missing first minute after the publication', () => {
    expect(known(0.5, [candle(0), candle(2)])).toMatchObject({ minutes: [], until: 1, hole: [1, 2] })
    expect(known(0.5, [candle(2)])).toMatchObject({ hole: [1, 2] })
  })
  it('reports a gap from its beginning, even if it began before the publication', () => {
    expect(known(5, [candle(0), candle(9)])).toMatchObject({ minutes: [], hole: [1, 9] })
  })
  it('ignores minutes missing only before the publication', () => {
    expect(known(5, [candle(0), candle(5)])).toMatchObject({ minutes: [5], hole: null })
  })
  it('expects nothing while the market is closed, and ignores data stored for such a time', () => {
    const stored = [candle(19), candle(30), candle(60), candle(61)]
    expect(known(19, stored)).toEqual({ minutes: [19, 60, 61], until: 62, hole: null })
    expect(known(19, [candle(19), candle(61)])).toMatchObject({ minutes: [19], hole: [60, 61] })
    expect(known(18, [candle(18), candle(60)])).toMatchObject({ minutes: [18], hole: [19, 60] })
  })
  it('skips recorded gaps, whatever arrived later, and uses their bars', () => {
    const stored = [candle(0), candle(4), candle(13)]
    expect(known(0, stored, [gap(1, 13, candle(2, undefined, 5), candle(7, undefined, 5))])).toEqual({
      minutes: [0, 2, 7, 13],
      until: 14,
      hole: null,
    })
  })
  it('ignores a bar that began before the publication', () => {
    expect(known(3, [candle(0), candle(13)], [gap(1, 13, candle(2, undefined, 5))])).toMatchObject({
      minutes: [13],
    })
  })
  it('still notices minutes missing next to a recorded gap', () => {
    expect(known(0, [candle(0), candle(6)], [gap(2, 5)])).toMatchObject({ hole: [1, 6] })
    expect(known(0, [candle(0), candle(6)], [gap(1, 5)])).toMatchObject({ hole: [5, 6] })
    expect(known(0, [candle(0), candle(6)], [gap(1, 3), gap(3, 6)])).toMatchObject({ hole: null })
  })
})

const terms: Terms = {
  direction: 'buy',
  order_type: 'limit',
  entry_low: '100',
  entry_high: '100',
  stop_loss: '90',
  targets: [
    { price: '110', share: '50' },
    { price: '120', share: '50' },
  ],
  break_even_after: 1,
  digits: 0,
  publishedAt: START,
  expiresAt: at(100),
}

describe('a longer bar in place of minutes', () => {
  it('counts its stop first, at the bar’s end, and is marked as longer than a minute', () => {
    const history: RecordedEvent[] = []
    const events = settle(terms, history, [candle(0, '99 99 98 99'), candle(5, '99 125 89 120', 15)])
    expect(events.map(({ kind, price, at: time }) => [kind, price, (time - START) / CANDLE_MS])).toEqual([
      ['entered', '100', 0],
      ['stopped', '90', 20],
    ])
    expect(events[1]?.data.candle).toMatchObject({ opened_at: '2026-11-23T08:05:00.000Z', minutes: 15 })
    expect(events[0]?.data.candle).not.toHaveProperty('minutes')
  })
  it('is decided on once, and nothing within it again', () => {
    const candles = [candle(0, '99 99 98 99'), candle(5, '99 115 95 112', 15)]
    const history = settle(terms, [], candles)
    expect(history.map(({ kind }) => kind)).toEqual(['entered', 'target_reached', 'stop_moved'])
    expect(settle(terms, history, [...candles, candle(12, '90 90 80 80')])).toEqual([])
  })
  it('does not enter a signal that expires before its end', () => {
    const events = settle({ ...terms, expiresAt: at(10) }, [], [candle(5, '110 110 95 99', 15)])
    expect(events.map(({ kind }) => kind)).toEqual(['expired'])
  })
})

/** Minutes 0 to 29, but 20 to 29 are outside the hours: a walk that meets the entry, the stop and the targets. */
const walk = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 90, maxLength: 90 }).map((steps) => {
  let price = 101
  return steps.map((step, minute) => {
    const open = price
    price = Math.max(50, price + step)
    const [high, low] = [Math.max(open, price) + 1, Math.min(open, price) - 1]
    return candle(minute, `${open} ${high} ${low} ${price}`)
  })
})

describe('the order of arrival', () => {
  it('does not matter: late, duplicated or unordered minutes and restarts give the events of the stored rows', () => {
    let entered = 0
    let passedOver = 0
    fc.assert(
      fc.property(
        walk,
        fc.array(fc.nat(89), { maxLength: 8 }),
        fc.array(
          fc.record({ take: fc.integer({ min: 1, max: 12 }), restart: fc.boolean(), record: fc.boolean() }),
          {
            minLength: 20,
            maxLength: 40,
          },
        ),
        fc.infiniteStream(fc.nat(1_000_000)),
        (market, lost, rounds, chance) => {
          const arrivals = market
            .filter((_, minute) => !lost.includes(minute))
            .flatMap((one) => (chance.next().value! % 5 === 0 ? [one, one] : [one]))
            // Delayed by up to eight arrivals.
            .map((one, place) => ({ one, place: place + (chance.next().value! % 8) }))
            .sort((a, b) => a.place - b.place)
            .map(({ one }) => one)
          const stored = new Map<number, Candle>()
          const gaps: Gap[] = []
          const history: RecordedEvent[] = []
          let from = START
          const look = (mayRecord: boolean) => {
            for (;;) {
              const rows = [...stored.values()].sort((a, b) => a.openedAt - b.openedAt)
              const before = rows.findLast(({ openedAt }) => openedAt < from)
              const asked = rows.filter(({ openedAt }) => openedAt >= from)
              const seen = knownMarket(session, from, before ? [before, ...asked] : asked, gaps)
              history.push(...settle(terms, history, seen.candles))
              from = seen.until
              if (!seen.hole || !mayRecord) return
              // The database records each stretch of missing minutes; a longer bar replaces the first two.
              const { hole } = seen
              const bars =
                hole.until - hole.from >= 2 * CANDLE_MS
                  ? [{ ...market[(hole.from - START) / CANDLE_MS]!, minutes: 2 }]
                  : []
              gaps.push({ from: hole.from, until: hole.until, bars })
              gaps.sort((a, b) => a.from - b.from)
              passedOver += 1
            }
          }
          for (const { take, restart, record } of [
            ...rounds,
            { take: arrivals.length, restart: true, record: true },
          ]) {
            for (const one of arrivals.splice(0, take)) stored.set(one.openedAt, one)
            if (restart)
              from = history.findLast(({ data }) => data.candle)
                ? Date.parse(history.findLast(({ data }) => data.candle)!.data.candle!.opened_at)
                : START
            look(record)
          }
          // A recomputation from all rows at once.
          const rows = [...stored.values()].sort((a, b) => a.openedAt - b.openedAt)
          const again = knownMarket(session, START, rows, gaps)
          expect(settle(terms, [], again.candles)).toEqual(history)
          if (history.length > 0) entered += 1
        },
      ),
      { numRuns: 400 },
    )
    expect(entered).toBeGreaterThan(100)
    expect(passedOver).toBeGreaterThan(100)
  })
})
