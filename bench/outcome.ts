import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { decide } from 'trading/minute'
import { settle } from 'trading/outcome'
import { applyEvent, CANDLE_MS, type Candle, type OutcomeEvent, openTrade, type Terms } from 'trading/trade'
import { sized } from './short.ts'
import { median, quantile, ratio, rounded, table } from './statistics.ts'

/** How fast the outcome engine processes a thousand open signals over a month of minutes, and whether its memory grows. */
const MARKETS = sized(30, 3)
const SIGNALS = sized(1000, 20)
const DAYS = 30
const MINUTES_A_DAY = 1440
const ROUNDS = sized(5, 1)
const START = Date.UTC(2026, 0, 5)
const DAY_MS = MINUTES_A_DAY * CANDLE_MS

/** Volatility in points and number format by kind of instrument: a currency, gold, an index. */
const KINDS = [
  { digits: 5, price: 108_500, step: 12, spread: 8 },
  { digits: 2, price: 265_000, step: 60, spread: 25 },
  { digits: 1, price: 201_500, step: 80, spread: 15 },
] as const

/** Mulberry32: the same market in every run. */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

class Market {
  readonly kind: (typeof KINDS)[number]
  readonly #random: () => number
  price: number

  constructor(place: number) {
    this.kind = KINDS[place % KINDS.length] as (typeof KINDS)[number]
    this.#random = chance(place + 1)
    this.price = this.kind.price
  }

  text(points: number): string {
    return (points / 10 ** this.kind.digits).toFixed(this.kind.digits)
  }

  day(from: number): Candle[] {
    const { step, spread } = this.kind
    return Array.from({ length: MINUTES_A_DAY }, (_, minute) => {
      const open = this.price
      const close = Math.max(1000, open + Math.round((this.#random() - 0.5) * 2 * step))
      const reach = () => Math.round(this.#random() * step * 0.5)
      const [high, low] = [Math.max(open, close) + reach(), Math.min(open, close) - reach()]
      this.price = close
      return {
        openedAt: from + minute * CANDLE_MS,
        open: this.text(open),
        high: this.text(high),
        low: this.text(low),
        close: this.text(close),
        spread: this.text(spread),
      }
    })
  }

  /** A signal at the current price with levels some hours to some weeks away; every third one has a trailing stop. */
  signal(publishedAt: number): Terms {
    const towards = this.#random() < 0.5 ? 1 : -1
    const risk = Math.round(this.kind.step * (8 + this.#random() * 60))
    const entry = Math.round(this.price - towards * risk * this.#random() * 0.5)
    const target = (r: number) => this.text(Math.max(1, entry + towards * Math.round(risk * r)))
    return {
      direction: towards === 1 ? 'buy' : 'sell',
      order_type: this.#random() < 0.2 ? 'market' : 'limit',
      entry_low: this.text(entry),
      entry_high: this.text(entry),
      stop_loss: this.text(Math.max(1, entry - towards * risk)),
      targets: [
        { price: target(1.5), share: '50' },
        { price: target(3), share: '30' },
        { price: target(5), share: '20' },
      ],
      break_even_after: 1,
      ...(this.#random() < 0.33 ? { trailing_distance: this.text(Math.round(risk * 0.8)) } : {}),
      digits: this.kind.digits,
      publishedAt,
      expiresAt: publishedAt + 20 * DAY_MS,
    }
  }
}

type Followed = { terms: Terms; history: OutcomeEvent[] }

const ENDS: readonly string[] = ['stopped', 'closed', 'expired']
const isOver = ({ history }: Followed) => ENDS.includes(history.at(-1)?.kind ?? '')

export async function measure(): Promise<string> {
  const month = settleMonth()
  const { quick, plain } = compare()
  return [
    `A thousand signals kept open (one that ends is followed by another at midnight) over ${MARKETS} markets of ${DAYS} days of`,
    `${rounded(MINUTES_A_DAY)} minutes each, day by day from the events before, one core, candles made on the way and counted in:`,
    '',
    table(
      [
        'signals × minutes',
        'events',
        'seconds',
        'signals × minutes a second',
        'a day of all signals, ms: median (p95)',
      ],
      [
        [
          rounded(month.decided),
          rounded(month.events),
          rounded(month.seconds, 1),
          rounded(month.decided / month.seconds),
          `${rounded(median(month.days))} (${rounded(quantile(month.days, 0.95))})`,
        ],
      ],
    ),
    '',
    table(
      ['memory', 'start', 'after 10 days', 'after 20 days', 'end'],
      [
        ['held after a collection, MB', ...month.memory.map(({ heapUsed }) => rounded(heapUsed / 1e6, 1))],
        ['resident, MB', ...month.memory.map(({ rss }) => rounded(rss / 1e6))],
      ],
    ),
    '',
    `Beside decimal.js for every minute, the same ${COMPARED} signals over the same day, the same events: time of ours ÷ theirs`,
    `${ratio(quick, plain)}, median of ${ROUNDS} with range.`,
  ].join('\n')
}

function settleMonth() {
  const markets = Array.from({ length: MARKETS }, (_, place) => new Market(place))
  const books = markets.map((market, place) =>
    Array.from(
      { length: Math.ceil((SIGNALS - place) / MARKETS) },
      (): Followed => ({
        terms: market.signal(START),
        history: [],
      }),
    ),
  )
  const memory = [held()]
  const days: number[] = []
  let [decided, events] = [0, 0]
  const began = performance.now()
  for (let day = 0; day < DAYS; day += 1) {
    const from = START + day * DAY_MS
    const dayBegan = performance.now()
    for (const [place, market] of markets.entries()) {
      const candles = market.day(from)
      const book = books[place] as Followed[]
      for (const [at, followed] of book.entries()) {
        const fresh = settle(followed.terms, followed.history, candles)
        followed.history.push(...fresh)
        events += fresh.length
        const end = isOver(followed) ? Date.parse(fresh.at(-1)?.data.candle?.opened_at ?? '') : null
        decided += end === null ? candles.length : (end - from) / CANDLE_MS + 1
        if (end !== null) book[at] = { terms: market.signal(from + DAY_MS), history: [] }
      }
    }
    days.push(performance.now() - dayBegan)
    if ((day + 1) % 10 === 0) memory.push(held())
  }
  return { decided, events, seconds: (performance.now() - began) / 1000, days, memory }
}

/** Memory in use after garbage collection. */
function held(): NodeJS.MemoryUsage {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage()
}

const COMPARED = sized(30, 3)

/** The engine and the same rules with decimal.js for every minute, in turns. Their events must be equal. */
function compare(): { quick: number[]; plain: number[] } {
  const market = new Market(0)
  const signals = Array.from({ length: COMPARED }, () => market.signal(START))
  const candles = market.day(START)
  const [quick, plain]: [number[], number[]] = [[], []]
  for (let round = 0; round <= ROUNDS; round += 1) {
    const [ours, ourMs] = timed(() => signals.map((terms) => settle(terms, [], candles)))
    const [theirs, theirMs] = timed(() => signals.map((terms) => everyMinute(terms, candles)))
    if (JSON.stringify(ours) !== JSON.stringify(theirs))
      throw new Error('the two do not tell the same events')
    // The first round is a warm-up.
    if (round > 0) {
      quick.push(ourMs)
      plain.push(theirMs)
    }
  }
  return { quick, plain }
}

function everyMinute(terms: Terms, candles: readonly Candle[]): OutcomeEvent[] {
  let trade = openTrade(terms)
  const events: OutcomeEvent[] = []
  for (const candle of candles) {
    if (trade.phase === 'ended') break
    const fresh = decide(terms, trade, candle)
    events.push(...fresh)
    trade = fresh.reduce(applyEvent, trade)
  }
  return events
}

function timed<Result>(work: () => Result): [Result, number] {
  const began = performance.now()
  const result = work()
  return [result, performance.now() - began]
}
