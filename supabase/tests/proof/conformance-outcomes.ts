import { Decimal, plain } from 'trading/decimal'
import { settle } from 'trading/outcome'
import { millisOf } from 'trading/proof/proof-format'
import type { Candle, OutcomeEvent, RecordedEvent, Terms } from 'trading/trade'

type Said = { kind: string; at: string; price?: string }
/** The outcome of a signal, as stored in trading/conformance/outcomes.json. */
export type OutcomeCase = {
  name: string
  /** The rules of docs/proof.md that the case covers. */
  rules: number[]
  signal: { [key: string]: unknown }
  minutes: Candle_[]
  said: Said[]
  complete_until: string
  expected: { kind: string; at: string; price: string | null; r: string | null; data: object }[]
}
type Candle_ = {
  opened_at: string
  open: string
  high: string
  low: string
  close: string
  spread: string
  minutes?: number
}

/** A handwritten case: minutes from 08:00, and the expected events as "kind time price R". */
type ByHand = {
  rules: number[]
  signal?: { [key: string]: unknown }
  /** "open high low close", with "spread" fifth unless it is 1. "-" is a missing minute, "5: …" a five-minute bar. */
  minutes: string[]
  said?: string[]
  follows: string[]
}

const DAY = '2026-11-23'
const time = (clock: string) => {
  const [whole, part = ''] = clock.split('.')
  return `${DAY}T${whole!.padEnd(8, ':00')}.${part.padEnd(6, '0')}Z`
}
const target = (price: string, share: string) => ({ price, share })
/** Ten points are one R. */
const BUY = {
  direction: 'buy',
  order_type: 'limit',
  entry_low: '100.0',
  entry_high: '100.0',
  stop_loss: '90.0',
  targets: [target('110.0', '50'), target('120.0', '50')],
  digits: 1,
  published_at: time('08:00'),
  expires_at: time('09:00'),
}
const SELL = { direction: 'sell', stop_loss: '110.0', targets: [target('90.0', '50'), target('80.0', '50')] }
/** The ask reaches the order and goes no further. */
const FILL = '102 103 99 102'
const ENTERED = 'entered 08:01 100.0 -'

const BY_HAND: { [name: string]: ByHand } = {
  'a limit order is filled at its price, and each target closes its share': {
    rules: [2, 3, 7, 8],
    minutes: [FILL, '102 111 101 109', '109 121 108 120'],
    follows: [
      ENTERED,
      'target_reached 08:02 110.0 0.5',
      'target_reached 08:03 120.0 1',
      'closed 08:03 120.0 -',
    ],
  },
  'touching is enough: for an entry, a target and a stop': {
    rules: [3, 6],
    minutes: [FILL, '102 110 101 109', '109 110 90 91'],
    follows: [ENTERED, 'target_reached 08:02 110.0 0.5', 'stopped 08:03 90.0 -0.5'],
  },
  'an order that is not touched by a tenth of a point stays pending': {
    rules: [2, 3],
    minutes: ['102 103 99.1 102'],
    follows: [],
  },
  'the stop counts before a target of the same minute': {
    rules: [6],
    minutes: [FILL, '100 111 89 105'],
    follows: [ENTERED, 'stopped 08:02 90.0 -1'],
  },
  'in the minute of entry the worst price counts': {
    rules: [6],
    minutes: ['102 111 89 105'],
    follows: [ENTERED, 'stopped 08:01 90.0 -1'],
  },
  'after a touched limit entry the minute’s best price does not count': {
    rules: [6],
    minutes: ['102 115 99 105'],
    follows: [ENTERED],
  },
  'after a touched limit entry the close counts': {
    rules: [6],
    minutes: ['102 115 99 111'],
    follows: [ENTERED, 'target_reached 08:01 110.0 0.5'],
  },
  'after a touched stop entry the minute’s best price counts': {
    rules: [3, 6],
    signal: { order_type: 'stop' },
    minutes: ['97 111 96 105'],
    follows: [ENTERED, 'target_reached 08:01 110.0 0.5'],
  },
  'a limit order that opens past its price is filled at the open, and R stays the announced one': {
    rules: [3, 8],
    minutes: ['95 96 94 95', '96 111 95 110'],
    follows: ['entered 08:00 96.0 -', 'target_reached 08:02 110.0 0.7'],
  },
  'a stop order that opens past its price makes R larger': {
    rules: [3, 5, 8],
    signal: { order_type: 'stop' },
    minutes: ['105 106 104 105', '90 91 89 90'],
    follows: ['entered 08:00 106.0 -', 'stopped 08:01 90.0 -1'],
  },
  'what opens past the stop leaves at the open': {
    rules: [5],
    minutes: [FILL, '85 86 84 85'],
    follows: [ENTERED, 'stopped 08:01 85.0 -1.5'],
  },
  'what opens past both targets leaves at the open with both': {
    rules: [5, 6, 7],
    minutes: [FILL, '125 126 124 125'],
    follows: [
      ENTERED,
      'target_reached 08:01 125.0 1.25',
      'target_reached 08:01 125.0 1.25',
      'closed 08:01 125.0 -',
    ],
  },
  'targets at the open come before the stop within the minute': {
    rules: [6],
    minutes: [FILL, '112 113 89 90'],
    follows: [ENTERED, 'target_reached 08:01 112.0 0.6', 'stopped 08:02 90.0 -0.5'],
  },
  'a market order is filled at the first open, and may be stopped there': {
    rules: [3, 5, 6],
    signal: { order_type: 'market' },
    minutes: ['89 95 88 94'],
    follows: ['entered 08:00 90.0 -', 'stopped 08:00 89.0 -0.1'],
  },
  'a sale is filled at the bid and leaves at the ask': {
    rules: [2],
    signal: SELL,
    minutes: ['98 100 97 99', '99 100 89 90', '90 109 89 100'],
    follows: [ENTERED, 'target_reached 08:02 90.0 0.5', 'stopped 08:03 110.0 -0.5'],
  },
  'a spread that is finer than the price is kept in the fill': {
    rules: [2],
    signal: { order_type: 'market' },
    minutes: ['101 102 100 101 0.25'],
    follows: ['entered 08:00 101.25 -'],
  },
  'an order may be filled in the minute that ends as it expires': {
    rules: [4],
    signal: { expires_at: time('08:02') },
    minutes: ['104 105 103 104', '104 105 99 102'],
    follows: ['entered 08:02 100.0 -'],
  },
  'an order expires with the first minute that is not over by then, whatever is in it': {
    rules: [4],
    signal: { expires_at: time('08:02') },
    minutes: ['104 105 103 104', '104 105 103 104', '104 105 80 85'],
    follows: ['expired 08:02 - -'],
  },
  'an expiry between two minutes is dated between them': {
    rules: [4],
    signal: { expires_at: time('08:01:30'), published_at: time('07:00:30') },
    minutes: ['104 105 103 104', '104 105 80 85'],
    follows: ['expired 08:01:30 - -'],
  },
  'half of a ten-thousandth of R is rounded away from zero: a gain': {
    rules: [8],
    signal: { targets: [target('105.0', '0.03'), target('110.0', '99.97')] },
    minutes: [FILL, '102 105 101 104', '104 110 103 109'],
    follows: [
      ENTERED,
      'target_reached 08:02 105.0 0.0002',
      'target_reached 08:03 110.0 0.9997',
      'closed 08:03 110.0 -',
    ],
  },
  'half of a ten-thousandth of R is rounded away from zero: a loss': {
    rules: [8, 11],
    signal: { targets: [target('110.0', '0.05'), target('120.0', '99.95')] },
    minutes: [FILL, '102 110 101 109', '99 100 98 99'],
    said: ['close_asked 08:01:30'],
    follows: [ENTERED, 'target_reached 08:02 110.0 0.0005', 'closed 08:02 99.0 -0.1'],
  },
  'break-even moves the stop to the fill from the next minute on': {
    rules: [7],
    signal: { break_even_after: 1 },
    minutes: [FILL, '102 111 99 105', '105 106 100 101'],
    follows: [ENTERED, 'target_reached 08:02 110.0 0.5', 'stop_moved 08:02 100.0 -', 'stopped 08:03 100.0 0'],
  },
  'break-even leaves a stop that is nearer': {
    rules: [7, 10],
    signal: { break_even_after: 1, trailing_distance: '1.0' },
    minutes: [FILL, '102 111 101.5 110.5'],
    follows: [
      ENTERED,
      'stop_moved 08:01 101.0 -',
      'target_reached 08:02 110.0 0.5',
      'stop_moved 08:02 109.5 -',
    ],
  },
  'a trailing stop follows the close, from the minute of entry on': {
    rules: [9],
    signal: { trailing_distance: '4.0' },
    minutes: [FILL, '102 103 98 101'],
    follows: [ENTERED, 'stop_moved 08:01 98.0 -', 'stopped 08:02 98.0 -0.2'],
  },
  'a trailing stop moves by a quarter of its distance or not at all': {
    rules: [9],
    signal: { trailing_distance: '4.0' },
    minutes: [FILL, '102 104 101 102.9', '103 104 101 103'],
    follows: [ENTERED, 'stop_moved 08:01 98.0 -', 'stop_moved 08:03 99.0 -'],
  },
  'a trailing stop waits for its target': {
    rules: [9],
    signal: { trailing_distance: '4.0', trailing_after: 1 },
    minutes: [FILL, '102 109 101 108', '108 111 107 110'],
    follows: [ENTERED, 'target_reached 08:03 110.0 0.5', 'stop_moved 08:03 106.0 -'],
  },
  'the trailing stop of a sale follows the ask': {
    rules: [2, 9],
    signal: { ...SELL, trailing_distance: '4.0' },
    minutes: ['98 100 97 97'],
    follows: [ENTERED, 'stop_moved 08:01 102.0 -'],
  },
  'a stop that an analyst moves counts from the next minute on': {
    rules: [10],
    minutes: [FILL, '102 103 98 101', '101 102 99 100'],
    said: ['stop_moved 08:01:30 99.0'],
    follows: [ENTERED, 'stopped 08:03 99.0 -0.1'],
  },
  'a stop that an analyst moves as a minute opens counts in it': {
    rules: [10],
    minutes: [FILL, '102 103 98 101'],
    said: ['stop_moved 08:01:00 99.0'],
    follows: [ENTERED, 'stopped 08:02 99.0 -0.1'],
  },
  'a stop never moves back': {
    rules: [10],
    minutes: [FILL, '102 103 101 102', '102 103 95 96'],
    said: ['stop_moved 08:01:10 97.0', 'stop_moved 08:01:20 93.0'],
    follows: [ENTERED, 'stopped 08:03 97.0 -0.3'],
  },
  'a close is done at the open of the next minute': {
    rules: [11],
    minutes: [FILL, '102 103 101 102', '104 111 89 100'],
    said: ['close_asked 08:01:30'],
    follows: [ENTERED, 'closed 08:02 104.0 0.4'],
  },
  'the minute in which a close is asked decides first': {
    rules: [11],
    minutes: [FILL, '102 103 89 102', '104 111 103 110'],
    said: ['close_asked 08:01:30'],
    follows: [ENTERED, 'stopped 08:02 90.0 -1'],
  },
  'a close that is asked as a minute opens is due at its end': {
    rules: [11],
    minutes: [FILL, '102 103 101 102', '104 105 103 104'],
    said: ['close_asked 08:01:00'],
    follows: [ENTERED, 'closed 08:02 104.0 0.4'],
  },
  'a close waits for the next minute there is': {
    rules: [11],
    minutes: [FILL, '102 103 101 102', '-', '-', '105 106 104 105'],
    said: ['close_asked 08:01:30'],
    follows: [ENTERED, 'closed 08:04 105.0 0.5'],
  },
  'a close that was asked of a pending signal closes it if it was entered by then': {
    rules: [11],
    minutes: [FILL, '103 104 102 103'],
    said: ['close_asked 08:00:30'],
    follows: [ENTERED, 'closed 08:01 103.0 0.3'],
  },
  'a close that was asked of a pending signal is not kept for a later entry': {
    rules: [11],
    minutes: ['104 105 103 104', FILL, '103 104 102 103'],
    said: ['close_asked 08:00:30'],
    follows: ['entered 08:02 100.0 -'],
  },
  'a pending signal is withdrawn at the end of the minute of asking, without a candle': {
    rules: [11],
    minutes: ['104 105 103 104'],
    said: ['cancel_asked 08:00:30'],
    follows: ['cancelled 08:01 - -'],
  },
  'a withdrawal comes to nothing if its minute enters the signal': {
    rules: [11],
    minutes: [FILL, '102 103 101 102'],
    said: ['cancel_asked 08:00:30'],
    follows: [ENTERED],
  },
  'a withdrawal that is due after the expiry comes to nothing': {
    rules: [4, 11],
    signal: { expires_at: time('08:01:30'), published_at: time('07:00:30') },
    minutes: ['104 105 103 104', '104 105 103 104'],
    said: ['cancel_asked 08:01:10'],
    follows: ['expired 08:01:30 - -'],
  },
  'a market order is not withdrawn': {
    rules: [11],
    signal: { order_type: 'market' },
    minutes: ['-', '100 101 99 100'],
    said: ['cancel_asked 08:00:30'],
    follows: ['entered 08:01 101.0 -'],
  },
  'a minute that opened before the publication does not count': {
    rules: [1],
    signal: { published_at: time('08:00:00.000500') },
    minutes: [FILL, '104 105 103 104'],
    follows: [],
  },
  'a publication within half a millisecond after a minute opened has that minute': {
    rules: [1],
    signal: { published_at: time('08:00:00.000499') },
    minutes: [FILL],
    follows: [ENTERED],
  },
  'minutes that are missing are passed over, and the next price decides at its open': {
    rules: [5, 13],
    minutes: [FILL, '-', '-', '80 81 79 80'],
    follows: [ENTERED, 'stopped 08:03 80.0 -2'],
  },
  'a longer bar decides like one long minute': {
    rules: [6, 14],
    minutes: [FILL, '5: 102 111 89 105'],
    follows: [ENTERED, 'stopped 08:06 90.0 -1'],
  },
  'a longer bar that is not over by the expiry fills nothing': {
    rules: [4, 14],
    signal: { expires_at: time('08:04') },
    minutes: ['5: 104 105 99 104'],
    follows: ['expired 08:04 - -'],
  },
}

const CANDLE_MS = 60_000
const clockOf = (at: number) => new Date(at).toISOString().slice(11, 19).replace(/:00$/, '')

/** Every case with the complete events of the engine. */
export function outcomeCases(): OutcomeCase[] {
  return Object.entries(BY_HAND).map(([name, { rules, signal, minutes, said = [] }]) => {
    const candles = candlesOf(minutes)
    const one = {
      name,
      rules,
      signal: { ...BUY, ...signal },
      minutes: candles,
      said: said.map((text): Said => {
        const [kind, at, price] = text.split(' ') as [string, string, string?]
        return { kind, at: time(at), ...(price && { price }) }
      }),
      complete_until: time(clockOf(Date.parse(time('08:00')) + lengthOf(minutes))),
    }
    return { ...one, expected: decided(one).map(written) }
  })
}

/** The handwritten expectation of a case: kind, time, price and R of each event. */
export const byHand = (name: string): string[] => BY_HAND[name]?.follows ?? []
export const inShort = ({ kind, at, price, r }: OutcomeCase['expected'][number]) =>
  [kind, clockOf(Date.parse(at)), price ?? '-', r ?? '-'].join(' ')

const widthOf = (text: string) => (/^\d+: /.test(text) ? Number.parseInt(text, 10) : 1)
const lengthOf = (minutes: readonly string[]) =>
  minutes.reduce((sum, text) => sum + widthOf(text) * CANDLE_MS, 0)

function candlesOf(minutes: readonly string[]): Candle_[] {
  return minutes.flatMap((text, index) => {
    if (text === '-') return []
    const opened_at = new Date(Date.parse(time('08:00')) + lengthOf(minutes.slice(0, index))).toISOString()
    const [open, high, low, close, spread = '1'] = text.replace(/^\d+: /, '').split(' ') as [
      string,
      string,
      string,
      string,
      string?,
    ]
    const width = widthOf(text)
    return [{ opened_at, open, high, low, close, spread, ...(width > 1 && { minutes: width }) }]
  })
}

/** The events that the engine decides for a case. */
export function decided({
  signal,
  minutes,
  said,
  complete_until,
}: Omit<OutcomeCase, 'expected' | 'name' | 'rules'>): OutcomeEvent[] {
  const terms = {
    ...signal,
    publishedAt: millisOf(String(signal.published_at))!,
    expiresAt: millisOf(String(signal.expires_at))!,
  } as unknown as Terms
  const history = said.map(
    ({ kind, at, price = null }): RecordedEvent => ({ kind, at: millisOf(at)!, price, r: null, data: {} }),
  )
  const candles = minutes.map(
    ({ opened_at, ...prices }): Candle => ({ openedAt: Date.parse(opened_at), ...prices }),
  )
  return settle(terms, history, candles, millisOf(complete_until)!)
}

/** An event as stored in the record. */
export function written({ kind, at, price, r, data }: OutcomeEvent): OutcomeCase['expected'][number] {
  return {
    kind,
    at: new Date(at).toISOString().replace('Z', '000Z'),
    price,
    r: r === null ? null : plain(new Decimal(r)),
    data,
  }
}
