import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Decimal } from './decimal.ts'
import { decide } from './minute.ts'
import { settle } from './outcome.ts'
import { calmOf, isQuiet } from './quiet-minute.ts'
import { market, START, stopRules, terms } from './testing/any-signal.ts'
import { buy, minutes, sell } from './testing/plain-signal.ts'
import {
  applyEvent,
  CANDLE_MS,
  type Candle,
  type OutcomeEvent,
  openTrade,
  type RecordedEvent,
  type Terms,
} from './trade.ts'

/** "kind price r" of each event, with the minute in which it was certain. */
function story(terms: Partial<Terms>, candles: Candle[], history: RecordedEvent[] = []): string[] {
  return settle({ ...buy, ...terms }, history, candles).map(({ kind, price, r, at }) =>
    [`${(at - START) / CANDLE_MS}:`, kind, price, r].filter((part) => part !== null).join(' '),
  )
}

describe('settle', () => {
  it.each<[string, Partial<Terms>, string[], string[]]>([
    ['leaves an order untouched while the ask stays above it', {}, ['105 106 99.5 104'], []],
    ['fills a buy limit when the ask comes to it', {}, ['105 106 99 104'], ['1: entered 100.0']],
    ['fills a buy limit at the open when price opens below it', {}, ['98 99 97 98'], ['0: entered 99.0']],
    ['fills a sell limit at the bid', { ...sell }, ['95 100 94 96'], ['1: entered 100.0']],
    ['does not fill a sell limit by the ask alone', { ...sell }, ['95 99.5 94 96'], []],
    [
      'fills a buy stop when the ask runs to it',
      { order_type: 'stop' },
      ['95 99 95 98'],
      ['1: entered 100.0'],
    ],
    [
      'fills a buy stop at the open when price opens past it',
      { order_type: 'stop' },
      ['103 104 102 103'],
      ['0: entered 104.0'],
    ],
    [
      'fills a market order at the first open, at the ask',
      { order_type: 'market' },
      ['103 104 102 103'],
      ['0: entered 104.0'],
    ],
    ['takes the far edge of a zone', { entry_low: '98' }, ['105 105 98.5 101'], ['1: entered 100.0']],
    [
      'reaches both targets and closes',
      {},
      ['99 99 98 99', '99 110 99 109', '109 121 109 120'],
      [
        '0: entered 100.0',
        '2: target_reached 110.0 0.5000',
        '3: target_reached 120.0 1.0000',
        '3: closed 120.0',
      ],
    ],
    [
      'leaves a buy at the bid: the ask at the target is not enough',
      {},
      ['99 99 98 99', '99 109.5 99 109'],
      ['0: entered 100.0'],
    ],
    ['leaves a sell at the ask', { ...sell }, ['101 101 100 101', '100 100 89.5 90'], ['0: entered 101.0']],
    [
      'leaves a sell at the target when the ask is there',
      { ...sell },
      ['101 101 100 101', '100 100 89 90'],
      ['0: entered 101.0', '2: target_reached 90.0 0.5500'],
    ],
    [
      'stops a sell by the ask',
      { ...sell },
      ['100 100 99 100', '100 109 100 101'],
      ['0: entered 100.0', '2: stopped 110.0 -1.0000'],
    ],
    [
      'counts the stop first when one candle touches both',
      {},
      ['99 99 98 99', '99 125 90 120'],
      ['0: entered 100.0', '2: stopped 90.0 -1.0000'],
    ],
    [
      'fills a stop at the open when price opens past it',
      {},
      ['99 99 98 99', '85 86 84 85'],
      ['0: entered 100.0', '1: stopped 85.0 -1.5000'],
    ],
    [
      'fills a target at the open when price opens past it',
      {},
      ['99 99 98 99', '115 116 114 115'],
      ['0: entered 100.0', '1: target_reached 115.0 0.7500'],
    ],
    [
      'takes the open before the stop of the same candle',
      {},
      ['99 99 98 99', '112 113 88 89'],
      ['0: entered 100.0', '1: target_reached 112.0 0.6000', '2: stopped 90.0 -0.5000'],
    ],
    [
      'stops what is left after a target',
      {},
      ['99 99 98 99', '99 111 99 110', '110 110 89 90'],
      ['0: entered 100.0', '2: target_reached 110.0 0.5000', '3: stopped 90.0 -0.5000'],
    ],
    [
      'counts a stop in the minute of entry',
      {},
      ['105 105 89 95'],
      ['1: entered 100.0', '1: stopped 90.0 -1.0000'],
    ],
    [
      'does not count a target that may have come before the entry',
      {},
      ['105 111 99 105'],
      ['1: entered 100.0'],
    ],
    [
      'counts a target that a close proves to be after the entry',
      {},
      ['105 111 99 110'],
      ['1: entered 100.0', '1: target_reached 110.0 0.5000'],
    ],
    [
      'counts a target after a stop order, which price must have passed first',
      { order_type: 'stop' },
      ['95 111 95 105'],
      ['1: entered 100.0', '1: target_reached 110.0 0.5000'],
    ],
    [
      'stops a fill that opens past the stop at that very open',
      {},
      ['85 86 84 85'],
      ['0: entered 86.0', '0: stopped 85.0 -0.1000'],
    ],
    [
      'measures a late market fill in its real risk',
      { order_type: 'market' },
      ['104 104 103 104', '104 104 90 91'],
      ['0: entered 105.0', '2: stopped 90.0 -1.0000'],
    ],
    [
      'expires an order that was never filled',
      { expiresAt: START + 2.5 * CANDLE_MS },
      ['105 106 104 105', '105 106 104 105', '105 106 90 105'],
      ['2.5: expired'],
    ],
    [
      'lets a signal run on after its validity once entered',
      { expiresAt: START + 1 * CANDLE_MS },
      ['99 99 98 99', '99 99 98 99', '99 99 90 91'],
      ['0: entered 100.0', '3: stopped 90.0 -1.0000'],
    ],
    ['ignores the minute in which it was published', { publishedAt: START + 1 }, ['99 99 98 99'], []],
    [
      'moves the stop to the entry after the first target when the signal says so',
      { break_even_after: 1 },
      ['99 99 98 99', '99 111 99 110', '110 110 95 96'],
      [
        '0: entered 100.0',
        '2: target_reached 110.0 0.5000',
        '2: stop_moved 100.0',
        '3: stopped 100.0 0.0000',
      ],
    ],
    [
      'lets a moved stop count from the next minute on',
      { break_even_after: 1 },
      ['99 99 98 99', '99 111 99 101', '99.5 99.5 99 99'],
      [
        '0: entered 100.0',
        '2: target_reached 110.0 0.5000',
        '2: stop_moved 100.0',
        '2: stopped 99.5 -0.0250',
      ],
    ],
  ])('%s', (_name, terms, candles, expected) => {
    expect(story(terms, minutes(...candles))).toEqual(expected)
  })

  it('stores each decision with its candle and rule', () => {
    const [entered] = settle(buy, [], minutes('99.0 99.5 98.0 99.0 1.0'))
    expect(entered?.data).toEqual({
      candle: {
        opened_at: '2026-11-23T08:00:00.000Z',
        open: '99.0',
        high: '99.5',
        low: '98.0',
        close: '99.0',
        spread: '1.0',
      },
      rule: 'open',
      risk: '10.0',
    })
  })

  it('applies a stop moved by an analyst from the next minute', () => {
    const candles = minutes('99 99 98 99', '99 104 95 104', '104 105 95 96')
    const entered = settle(buy, [], candles.slice(0, 1))
    const moved = { kind: 'stop_moved', at: START + 1.5 * CANDLE_MS, price: '98', r: null, data: {} }
    expect(story({}, candles, [...entered, moved])).toEqual(['3: stopped 98.0 -0.2000'])
  })

  it.each<[string, Partial<Terms>, string[], string[]]>([
    [
      'follows the close at its distance, and is hit a minute later at the earliest',
      { trailing_distance: '4' },
      ['99 99 98 99', '99 106 98 105', '105 105 100 100'],
      ['0: entered 100.0', '1: stop_moved 95.0', '2: stop_moved 101.0', '3: stopped 101.0 0.1000'],
    ],
    [
      'leaves at the open where the next minute opens past the stop that moved',
      { trailing_distance: '4' },
      ['99 99 98 99', '99 106 98 105', '99 105 98 100'],
      ['0: entered 100.0', '1: stop_moved 95.0', '2: stop_moved 101.0', '2: stopped 99.0 -0.1000'],
    ],
    [
      'stays where a close gains it less than a quarter of its distance',
      { trailing_distance: '4' },
      ['99 99 98 99', '99 100 98 99.9', '99.9 101 99 100'],
      ['0: entered 100.0', '1: stop_moved 95.0', '3: stop_moved 96.0'],
    ],
    [
      'waits for its target, and follows from the close of that very minute',
      { trailing_distance: '4', trailing_after: 1 },
      ['99 99 98 99', '99 106 98 105', '105 111 104 109'],
      ['0: entered 100.0', '3: target_reached 110.0 0.5000', '3: stop_moved 105.0'],
    ],
    [
      'does not follow what a minute touched and gave back',
      { trailing_distance: '4' },
      ['99 99 98 99', '99 109 98 99'],
      ['0: entered 100.0', '1: stop_moved 95.0'],
    ],
    [
      'follows beyond the entry where the stop has gone before it',
      { trailing_distance: '4', break_even_after: 1 },
      ['99 99 98 99', '99 112 99 110', '110 111 107 107.5'],
      [
        '0: entered 100.0',
        '1: stop_moved 95.0',
        '2: target_reached 110.0 0.5000',
        '2: stop_moved 100.0',
        '2: stop_moved 106.0',
      ],
    ],
    [
      'follows a sell by the ask',
      { ...sell, trailing_distance: '4' },
      ['100 101 100 100', '100 100 94 95', '95 99 95 98'],
      ['0: entered 100.0', '1: stop_moved 105.0', '2: stop_moved 100.0', '3: stopped 100.0 0.0000'],
    ],
  ])('with a trailing stop, %s', (_, signal, candles, told) => {
    expect(story(signal, minutes(...candles))).toEqual(told)
  })

  it('uses the nearest stop when an analyst moved one while older minutes were still to arrive', () => {
    const candles = minutes('99 99 98 99', '99 106 98 105', '105 105 98 98')
    const entered = settle(buy, [], candles.slice(0, 1))
    const moved = { kind: 'stop_moved', at: START + 1.5 * CANDLE_MS, price: '97', r: null, data: {} }
    const signal = { trailing_distance: '4' }
    expect(story(signal, candles, [...entered.slice(0, 1), moved])).toEqual([
      '2: stop_moved 101.0',
      '3: stopped 101.0 0.1000',
    ])
  })

  it('is symmetric for buys and sells', () => {
    fc.assert(
      fc.property(market, stopRules, (candles, rules) => {
        const mirror = (text: string) => new Decimal(200).minus(text).toString()
        const ask = (text: string, spread: string) => new Decimal(text).plus(spread).toString()
        // A mirrored bid is an ask, so a mirrored candle's bid is one spread lower.
        const mirrored = candles.map(({ openedAt, open, high, low, close, spread }) => ({
          openedAt,
          open: mirror(ask(open, spread)),
          high: mirror(ask(low, spread)),
          low: mirror(ask(high, spread)),
          close: mirror(ask(close, spread)),
          spread,
        }))
        const plain = ({ kind, at, r }: OutcomeEvent) => [kind, at, r]
        const opposite = settle({ ...buy, ...sell, ...rules }, [], mirrored).map(plain)
        expect(opposite).toEqual(settle({ ...buy, ...rules }, [], candles).map(plain))
      }),
    )
  })
})

describe('the outcome of any signal in any market', () => {
  const TERMINAL = ['stopped', 'closed', 'expired', 'cancelled']

  it('has at most one end, as its last event, and each target at most once, in order', () => {
    fc.assert(
      fc.property(terms, market, (signal, candles) => {
        const events = settle(signal, [], candles)
        const ends = events.filter((event) => TERMINAL.includes(event.kind))
        expect(ends.length).toBeLessThanOrEqual(1)
        if (ends[0]) expect(events.at(-1)).toBe(ends[0])
        const reached = events.flatMap((event) => event.data.target ?? [])
        expect(reached).toEqual(reached.map((_, index) => index + 1))
        expect(events.filter((event) => event.kind === 'entered').length).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('sums to the share-weighted R of its exits, and its exits to the whole position', () => {
    fc.assert(
      fc.property(terms, market, (signal, candles) => {
        const events = settle(signal, [], candles)
        const fill = events.find((event) => event.kind === 'entered')
        const exits = events.filter((event) => event.r !== null)
        const towards = signal.direction === 'buy' ? 1 : -1
        let sum = new Decimal(0)
        for (const exit of exits) {
          const move = new Decimal(exit.price!).minus(fill!.price!).times(towards)
          const r = move.dividedBy(fill!.data.risk!).times(exit.data.share!).dividedBy(100)
          expect(r.minus(exit.r!).abs().lessThanOrEqualTo('0.00005')).toBe(true)
          sum = sum.plus(exit.r!)
          expect(exit.data.total_r).toBe(sum.toFixed(4))
        }
        const closed = exits.reduce((total, exit) => total.plus(exit.data.share!), new Decimal(0))
        const end = events.at(-1)?.kind
        if (end === 'stopped' || end === 'closed') expect(closed.toString()).toBe('100')
        expect(closed.lessThanOrEqualTo(100)).toBe(true)
      }),
    )
  })

  it('is independent of how candles arrive: any partition, repetition or restart gives the same events', () => {
    fc.assert(
      fc.property(terms, market, fc.array(fc.nat({ max: 60 }), { maxLength: 6 }), (signal, candles, cuts) => {
        const atOnce = settle(signal, [], candles)
        const recorded: OutcomeEvent[] = []
        for (const cut of [...cuts.sort((a, b) => a - b), candles.length]) {
          // Each part starts with the first candle again, as after a restart.
          const stored = recorded.map((event) => JSON.parse(JSON.stringify(event)) as RecordedEvent)
          recorded.push(...settle(signal, stored, candles.slice(0, cut)))
        }
        expect(recorded).toEqual(atOnce)
        expect(settle(signal, atOnce, candles)).toEqual([])
      }),
    )
  })

  it('never dates an event before the publication or the previous event', () => {
    fc.assert(
      fc.property(terms, market, (signal, candles) => {
        let last = signal.publishedAt
        for (const event of settle(signal, [], candles)) {
          expect(event.at).toBeGreaterThanOrEqual(last)
          last = event.at
        }
      }),
    )
  })

  it('never improves when candles become more adverse', () => {
    fc.assert(
      fc.property(terms, market, (signal, candles) => {
        // Making a candle more adverse can only cost.
        const worse = candles.map((candle) =>
          signal.direction === 'buy'
            ? { ...candle, low: new Decimal(candle.low).minus(30).toString() }
            : { ...candle, high: new Decimal(candle.high).plus(30).toString() },
        )
        fc.pre(signal.order_type === 'market')
        const total = (events: OutcomeEvent[]) =>
          events.reduce((sum, event) => sum.plus(event.r ?? 0), new Decimal(0))
        const [calm, rough] = [settle(signal, [], candles), settle(signal, [], worse)]
        fc.pre(calm.at(-1)?.kind === 'stopped' && rough.at(-1)?.kind === 'stopped')
        fc.pre(
          !calm.some((event) => event.kind === 'stop_moved') &&
            !calm.some((event) => event.data.rule === 'open' && event.kind === 'stopped'),
        )
        expect(total(rough).lessThanOrEqualTo(total(calm).plus('0.0001'))).toBe(true)
      }),
    )
  })

  it('moves the stop only in the signal’s favour, never beyond the close it follows, and by at least a quarter of its distance', () => {
    let followed = 0
    fc.assert(
      fc.property(terms, market, (signal, candles) => {
        let trade = openTrade(signal)
        for (const event of settle(signal, [], candles)) {
          const next = applyEvent(trade, event)
          const gain = next.stop.minus(trade.stop).times(trade.towards)
          expect(gain.greaterThanOrEqualTo(0)).toBe(true)
          if (event.data.reason === 'trailing') {
            followed += 1
            const { close, spread } = event.data.candle!
            const left = new Decimal(close).plus(signal.direction === 'buy' ? 0 : spread)
            const distance = new Decimal(signal.trailing_distance!)
            expect(left.minus(next.stop).times(trade.towards).equals(distance)).toBe(true)
            expect(gain.times(4).greaterThanOrEqualTo(distance)).toBe(true)
            expect(next.reached).toBeGreaterThanOrEqual(signal.trailing_after ?? 0)
          }
          trade = next
        }
      }),
      { numRuns: 400 },
    )
    expect(followed).toBeGreaterThan(15)
  })

  it('is the same with and without the quiet-minute check', () => {
    let quiet = 0
    fc.assert(
      fc.property(terms, market, (signal, candles) => {
        let trade = openTrade(signal)
        const told: OutcomeEvent[] = []
        for (const candle of candles) {
          if (trade.phase === 'ended') break
          const events = decide(signal, trade, candle)
          const calm = calmOf(signal, trade)
          if (calm && isQuiet(calm, candle)) {
            quiet += 1
            expect(events).toEqual([])
          }
          told.push(...events)
          trade = events.reduce(applyEvent, trade)
        }
        expect(settle(signal, [], candles)).toEqual(told)
      }),
      { numRuns: 1500 },
    )
    expect(quiet).toBeGreaterThan(500)
  })

  it('is independent of other signals and instruments', () => {
    const book = fc.array(fc.tuple(terms, market), { minLength: 2, maxLength: 6 })
    fc.assert(
      fc.property(
        book.chain((rows) =>
          fc.tuple(
            fc.constant(rows),
            fc.shuffledSubarray([...rows.keys()], { minLength: rows.length, maxLength: rows.length }),
          ),
        ),
        ([rows, order]) => {
          const inOrder = rows.map(([signal, candles]) => settle(signal, [], candles))
          const shuffled = new Map(order.map((at) => [at, settle(rows[at]![0], [], rows[at]![1])]))
          expect(rows.map((_, at) => shuffled.get(at))).toEqual(inOrder)
        },
      ),
    )
  })

  it('folds its events to the trade', () => {
    const events = settle(buy, [], minutes('99 99 98 99', '99 111 99 110'))
    const trade = events.reduce(applyEvent, openTrade(buy))
    expect(trade.phase).toBe('active')
    expect(trade.reached).toBe(1)
    expect(trade.remaining.toString()).toBe('50')
    expect(trade.total.toString()).toBe('0.5')
  })
})
