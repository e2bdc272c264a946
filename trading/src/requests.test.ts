import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Decimal } from './decimal.ts'
import { settle } from './outcome.ts'
import { dueOf } from './requests.ts'
import { market, START, terms } from './testing/any-signal.ts'
import { buy, minutes, sell } from './testing/plain-signal.ts'
import { applyEvent, CANDLE_MS, type Candle, openTrade, type RecordedEvent, type Terms } from './trade.ts'

const ENTRY = '99 99 98 99'

type Kind = 'close_asked' | 'cancel_asked'
const ask = (kind: Kind, minute: number): RecordedEvent => ({
  kind,
  at: START + minute * CANDLE_MS,
  price: null,
  r: null,
  data: { text: 'why', author: 'Nadia' },
})

/** "minute: kind price r" of the events from candles and requests. */
function story(changes: Partial<Terms>, history: RecordedEvent[], candles: Candle[], completeUntil?: number) {
  const until = completeUntil === undefined ? undefined : START + completeUntil * CANDLE_MS
  return settle({ ...buy, ...changes }, history, candles, until).map(({ kind, price, r, at }) =>
    [`${(at - START) / CANDLE_MS}:`, kind, price, r].filter((part) => part !== null).join(' '),
  )
}

describe('a requested close', () => {
  it.each<[string, Partial<Terms>, Kind, number, string[], string[]]>([
    [
      'is done at the open of the next minute, where a buy leaves at the bid',
      {},
      'close_asked',
      1.5,
      [ENTRY, '99 101 98 100', '105 109 104 108'],
      ['0: entered 100.0', '2: closed 105.0 0.5000'],
    ],
    [
      'leaves a sell at the ask',
      sell,
      'close_asked',
      1.5,
      ['100 101 100 100', '100 100 97 98', '95 96 94 95'],
      ['0: entered 100.0', '2: closed 96.0 0.4000'],
    ],
    [
      'comes after the stop that the minute of asking touches',
      {},
      'close_asked',
      1.2,
      [ENTRY, '99 100 90 99', '105 109 104 108'],
      ['0: entered 100.0', '2: stopped 90.0 -1.0000'],
    ],
    [
      'comes after a target that the minute of asking reaches, and closes what is left',
      {},
      'close_asked',
      1.9,
      [ENTRY, '99 111 98 110', '112 113 111 112'],
      ['0: entered 100.0', '2: target_reached 110.0 0.5000', '2: closed 112.0 0.6000'],
    ],
    [
      'asked on the stroke of a minute, sees that minute decided first',
      {},
      'close_asked',
      1,
      [ENTRY, '99 100 90 99', '105 109 104 108'],
      ['0: entered 100.0', '2: stopped 90.0 -1.0000'],
    ],
    [
      'gets no better price than the next open where that lies past the stop',
      {},
      'close_asked',
      1.5,
      [ENTRY, '99 101 98 100', '85 109 84 108'],
      ['0: entered 100.0', '2: closed 85.0 -1.5000'],
    ],
    [
      'of what was not entered by then comes to nothing',
      {},
      'close_asked',
      0.5,
      ['105 106 104 105', ENTRY, '99 100 98 99', '99 100 90 95'],
      ['1: entered 100.0', '4: stopped 90.0 -1.0000'],
    ],
  ])('%s', (_, changes, kind, at, candles, expected) => {
    expect(story(changes, [ask(kind, at)], minutes(...candles))).toEqual(expected)
  })

  it('waits for the first available minute', () => {
    const [first, second, late] = minutes(ENTRY, '99 101 98 100', '105 109 104 108')
    const monday = { ...late!, openedAt: START + 3000 * CANDLE_MS }
    const asked = [ask('close_asked', 1.5)]
    expect(story({}, asked, [first!, second!], 2900)).toEqual(['0: entered 100.0'])
    expect(story({}, asked, [first!, second!, monday])).toEqual([
      '0: entered 100.0',
      '3000: closed 105.0 0.5000',
    ])
  })

  it('is based on the candle that opened then', () => {
    const closed = settle(
      buy,
      [ask('close_asked', 1.5)],
      minutes(ENTRY, '99 101 98 100', '105 109 104 108'),
    )[1]
    expect(closed?.data).toMatchObject({
      candle: { opened_at: '2026-11-23T08:02:00.000Z', open: '105' },
      rule: 'asked',
      reason: 'analyst',
      share: '100',
      total_r: '0.5000',
    })
  })
})

describe('a requested withdrawal', () => {
  const AWAY = '105 106 104 105'
  it('happens at the end of that minute, before anything in the next', () => {
    expect(story({}, [ask('cancel_asked', 1.5)], minutes(AWAY, AWAY, ENTRY))).toEqual(['2: cancelled'])
  })

  it('has no effect when the minute of the request enters the signal', () => {
    const candles = minutes(AWAY, '99 99 89 95', AWAY)
    expect(story({}, [ask('cancel_asked', 1.5)], candles)).toEqual([
      '1: entered 100.0',
      '2: stopped 90.0 -1.0000',
    ])
  })

  it('needs no candle once no earlier minute can still arrive, and waits otherwise', () => {
    const asked = [ask('cancel_asked', 1.5)]
    expect(story({}, asked, minutes(AWAY), 1)).toEqual([])
    expect(story({}, asked, minutes(AWAY), 2)).toEqual(['2: cancelled'])
    expect(story({}, asked, [], 2)).toEqual(['2: cancelled'])
  })

  it('never withdraws a market order, or one that expires within the minute of the request', () => {
    const asked = [ask('cancel_asked', 0.5)]
    expect(story({ order_type: 'market' }, asked, minutes(AWAY, AWAY), 1)).toEqual(['0: entered 106.0'])
    const short = { expiresAt: START + 0.7 * CANDLE_MS }
    expect(story(short, asked, minutes(AWAY, AWAY), 1)).toEqual(['0.7: expired'])
  })
})

const requests = fc.array(
  fc.record({
    kind: fc.constantFrom<Kind>('close_asked', 'cancel_asked'),
    // Most of these signals last a few minutes.
    seconds: fc.oneof(
      { weight: 4, arbitrary: fc.nat({ max: 300 }) },
      { weight: 1, arbitrary: fc.nat({ max: 3600 }) },
    ),
  }),
  { minLength: 1, maxLength: 3 },
)
const askedOf = (list: readonly { kind: Kind; seconds: number }[]) =>
  list.map(({ kind, seconds }) => ask(kind, seconds / 60)).sort((one, other) => one.at - other.at)
const ENDS = ['stopped', 'closed', 'expired', 'cancelled']
const stored = (events: readonly RecordedEvent[]) => JSON.parse(JSON.stringify(events)) as RecordedEvent[]

describe('requests on any signal in any market', () => {
  it('end it at most once, each kind only in its state', () => {
    const seen = { closed: 0, cancelled: 0 }
    fc.assert(
      fc.property(terms, market, requests, (signal, candles, list) => {
        const events = settle(signal, askedOf(list), candles, candles.at(-1)!.openedAt + CANDLE_MS)
        const ends = events.filter(({ kind }) => ENDS.includes(kind))
        expect(ends.length).toBeLessThanOrEqual(1)
        if (ends[0]) expect(events.at(-1)).toBe(ends[0])
        const entered = events.some(({ kind }) => kind === 'entered')
        if (ends[0]?.kind === 'cancelled') expect(entered).toBe(false)
        if (ends[0]?.data.rule !== 'asked') return
        if (ends[0].kind === 'closed') seen.closed += 1
        else seen.cancelled += 1
        expect(signal.order_type === 'market' && ends[0].kind === 'cancelled').toBe(false)
      }),
      { numRuns: 1000 },
    )
    // Guards against a vacuous property.
    expect(seen.closed).toBeGreaterThan(15)
    expect(seen.cancelled).toBeGreaterThan(15)
  })

  it('change nothing up to the minute of the request, and then only exit at the next open', () => {
    let done = 0
    fc.assert(
      fc.property(terms, market, requests, (signal, candles, [request]) => {
        const [asked] = askedOf([request!])
        const due = dueOf(asked!.at)
        const before = candles.filter(({ openedAt }) => openedAt < due)
        const rules = settle(signal, [], before)
        const events = settle(signal, [asked!], candles)
        // Decisions of those minutes remain identical: a request cannot avoid a loss in them.
        expect(events.slice(0, rules.length)).toEqual(rules)
        const trade = rules.reduce(applyEvent, openTrade(signal))
        const next = candles.find(({ openedAt }) => openedAt >= due)
        if (trade.phase !== 'active' || asked!.kind !== 'close_asked' || !next) return
        done += 1
        const [end, ...more] = events.slice(rules.length)
        expect(more).toEqual([])
        const price =
          signal.direction === 'buy' ? new Decimal(next.open) : new Decimal(next.open).plus(next.spread)
        expect(end).toMatchObject({ kind: 'closed', at: next.openedAt, price: price.toFixed(1) })
        const r = price.minus(trade.fill!).times(trade.towards).times(trade.remaining)
        expect(end!.r).toBe(r.dividedBy(100).dividedBy(trade.risk).toFixed(4))
      }),
      { numRuns: 1000 },
    )
    expect(done).toBeGreaterThan(15)
  })

  it('give the same events for any arrival of candles: partition, repetition, restart, or completeness notice', () => {
    fc.assert(
      fc.property(
        terms,
        market,
        requests,
        fc.array(fc.nat({ max: 60 }), { maxLength: 6 }),
        (signal, candles, list, cuts) => {
          const asked = askedOf(list)
          const atOnce = settle(signal, asked, candles)
          const recorded: RecordedEvent[] = []
          for (const cut of [...cuts.sort((one, other) => one - other), candles.length]) {
            const told = candles.slice(0, cut)
            // A request is recorded while earlier minutes are undecided, or long after they were decided.
            const history = stored([...asked, ...recorded])
            recorded.push(...settle(signal, history, told, candles[cut]?.openedAt))
          }
          expect(recorded).toEqual(atOnce)
          expect(settle(signal, [...asked, ...atOnce], candles)).toEqual([])
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('have the same effect when recorded live as with all data known', () => {
    fc.assert(
      fc.property(terms, market, requests, fc.integer({ min: 0, max: 3 }), (signal, candles, list, lag) => {
        const asked = askedOf(list)
        const record: RecordedEvent[] = []
        const waiting = [...asked]
        // Live: each minute is decided `lag` minutes late, and a request is recorded when it is made.
        for (let minute = 0; minute <= candles.length + lag; minute += 1) {
          const now = START + minute * CANDLE_MS
          const told = candles.filter(({ openedAt }) => openedAt + (1 + lag) * CANDLE_MS <= now)
          record.push(...settle(signal, stored(record), told))
          while (waiting[0] && waiting[0].at < now + CANDLE_MS) record.push(waiting.shift()!)
        }
        record.push(...settle(signal, stored(record), candles))
        const engine = record.filter(({ kind }) => !kind.endsWith('_asked'))
        expect(engine).toEqual(settle(signal, asked, candles))
      }),
      { numRuns: 300 },
    )
  })
})
