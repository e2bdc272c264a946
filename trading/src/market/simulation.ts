// The simulated market: a pure generator. From state and seed it computes the next prices and the next state, always the same.
// It uses only +, −, ×, ÷ and √, which all machines round alike; prices are returned as integer points, so no binary float
// reaches a chart or a decision.
import {
  activity,
  CROSSES,
  DRIVERS,
  type Driver,
  type Factor,
  UNKNOWN_DRIVER,
} from './simulation-parameters.ts'

/** The properties of an instrument that the generator needs. */
export type SimulatedInstrument = {
  symbol: string
  digits: number
  /** Usual spread in price ("0.00012"). */
  typicalSpread: string
}

/** Mid price and variance (1 = usual) of each independently simulated instrument. */
export type SimulatedState = Record<string, { price: number; variance: number }>

/** The bid over a stretch of time, in integer points, and its spread. */
export type Track = { symbol: string; digits: number; spread: number; bids: number[] }

export type Stretch = { tracks: Track[]; state: SimulatedState }

const YEAR_MS = 365.25 * 86_400_000
const FACTORS: readonly Factor[] = ['dollar', 'risk', 'metal', 'crypto']
// GARCH(1,1): variance reverts to the usual, persists, and reacts to the last move.
const REACTION = 0.07
const MEMORY = 0.915
const MOST_VARIANCE = 25
// A jump every few hours, several deviations wide; the variance keeps it lively afterwards.
const SURPRISE_ODDS = 1 / 240
const SURPRISE_SIZE = 4
// Yearly rate of reversion to the anchor: negligible within a day, but enough to keep years plausible.
const PULL = 1.5

/** The initial market: given prices (mid, as text), and the anchors for all others. */
export function startState(
  instruments: readonly SimulatedInstrument[],
  prices: Record<string, string> = {},
): SimulatedState {
  const state: SimulatedState = {}
  for (const symbol of driversOf(instruments)) {
    const given = Number(prices[symbol])
    const price = given > 0 ? given : (DRIVERS[symbol] ?? UNKNOWN_DRIVER).anchor
    state[symbol] = { price, variance: 1 }
  }
  return state
}

/**
 * The market continued from stored candles after a restart: the last price, and the variance implied by the last minutes.
 * `closes` are bids in chronological order, `spreads` the last spreads, all as text.
 */
export function resumeState(
  instruments: readonly SimulatedInstrument[],
  stored: ReadonlyMap<string, { closes: readonly string[]; spread: string; until: number }>,
): SimulatedState {
  const state = startState(instruments)
  for (const [symbol, entry] of Object.entries(state)) {
    const known = stored.get(symbol)
    const last = Number(known?.closes.at(-1))
    if (!known || !(last > 0)) continue
    const driver = DRIVERS[symbol] ?? UNKNOWN_DRIVER
    const bids = known.closes.map(Number)
    entry.price = last + Number(known.spread) / 2
    for (let at = 1; at < bids.length; at += 1) {
      const openedAt = known.until - (bids.length - at) * 60_000
      const expected = usualVariance(driver, 60_000) * activity(driver.session, openedAt)
      entry.variance = nextVariance(entry.variance, bids[at]! / bids[at - 1]! - 1, expected)
    }
  }
  return state
}

/** The next stretch from `from`, with `steps` prices over `lengthMs`. Equal arguments give equal prices. */
export function simulate(
  seed: string,
  instruments: readonly SimulatedInstrument[],
  state: SimulatedState,
  stretch: { from: number; lengthMs: number; steps: number },
): Stretch {
  const { from, lengthMs, steps } = stretch
  const common = new Map(FACTORS.map((factor) => [factor, shocks(seed, factor, from, steps)]))
  const next: SimulatedState = { ...state }
  const mids = new Map<string, number[]>()
  for (const symbol of driversOf(instruments)) {
    const before = state[symbol] ?? startState(instruments)[symbol]!
    const driver = DRIVERS[symbol] ?? UNKNOWN_DRIVER
    const own = shocks(seed, symbol, from, steps)
    const expected = usualVariance(driver, lengthMs) * activity(driver.session, from)
    const deviation = Math.sqrt((expected * before.variance) / steps)
    let ownLoad = 1
    for (const load of Object.values(driver.loads)) ownLoad -= load * load
    const ownWeight = Math.sqrt(Math.max(0, ownLoad))
    const path: number[] = []
    let price = before.price
    for (let step = 0; step < steps; step += 1) {
      let shock = ownWeight * own[step]!
      for (const factor of FACTORS) shock += (driver.loads[factor] ?? 0) * common.get(factor)![step]!
      const pull = ((driver.anchor - price) / driver.anchor) * PULL * (lengthMs / steps / YEAR_MS)
      price *= Math.max(0.9, Math.min(1.1, 1 + deviation * shock + pull))
      path.push(price)
    }
    mids.set(symbol, path)
    next[symbol] = { price, variance: nextVariance(before.variance, price / before.price - 1, expected) }
  }
  const tracks = instruments.map((instrument) => trackOf(instrument, mids, state, from, steps))
  return { tracks, state: next }
}

function usualVariance(driver: Driver, lengthMs: number): number {
  return (driver.volatility * driver.volatility * lengthMs) / YEAR_MS
}

function nextVariance(variance: number, move: number, expected: number): number {
  const next = 1 - REACTION - MEMORY + (REACTION * move * move) / expected + MEMORY * variance
  return Math.min(MOST_VARIANCE, Math.max(0.05, next))
}

function trackOf(
  instrument: SimulatedInstrument,
  mids: ReadonlyMap<string, number[]>,
  state: SimulatedState,
  from: number,
  steps: number,
): Track {
  const { symbol, digits } = instrument
  const scale = 10 ** digits
  const cross = CROSSES[symbol]
  const left = mids.get(cross ? cross.left : symbol) ?? []
  const right = cross ? (mids.get(cross.right) ?? []) : []
  const leader = DRIVERS[cross ? cross.left : symbol] ?? UNKNOWN_DRIVER
  const variance = state[cross ? cross.left : symbol]?.variance ?? 1
  // Spreads are wider in quiet hours and volatile markets.
  const dearness =
    Math.min(3, Math.max(1, 1 / Math.sqrt(activity(leader.session, from) + 0.05))) *
    Math.min(3, Math.max(1, Math.sqrt(variance)))
  const spread = Math.max(1, Math.round(Number(instrument.typicalSpread) * scale * dearness))
  const bids: number[] = []
  for (let step = 0; step < steps; step += 1) {
    const mid = !cross
      ? left[step]!
      : cross.by === 'product'
        ? left[step]! * right[step]!
        : left[step]! / right[step]!
    bids.push(Math.max(1, Math.round(mid * scale - spread / 2)))
  }
  return { symbol, digits, spread, bids }
}

/** The independently simulated instruments: those listed, and the legs of their crosses. */
function driversOf(instruments: readonly SimulatedInstrument[]): string[] {
  const symbols = new Set<string>()
  for (const { symbol } of instruments) {
    const cross = CROSSES[symbol]
    if (cross) symbols.add(cross.left).add(cross.right)
    else symbols.add(symbol)
  }
  return [...symbols]
}

/** The price of a number of points, with exactly the instrument's digits. */
export function pointsText(points: number, digits: number): string {
  const text = String(points).padStart(digits + 1, '0')
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** Open, high, low, close and spread of a track, as text. */
export function candleOf(track: Track) {
  const { bids, digits, spread } = track
  const text = (points: number) => pointsText(points, digits)
  return {
    open: text(bids[0]!),
    high: text(bids.reduce((most, bid) => Math.max(most, bid), 0)),
    low: text(bids.reduce((least, bid) => Math.min(least, bid), Number.MAX_SAFE_INTEGER)),
    close: text(bids.at(-1)!),
    spread: text(spread),
  }
}

/** Bid and ask of a track at a step, as text. */
export function quoteOf(track: Track, step: number): { bid: string; ask: string } {
  const bid = track.bids[Math.min(Math.max(0, step), track.bids.length - 1)]!
  return { bid: pointsText(bid, track.digits), ask: pointsText(bid + track.spread, track.digits) }
}

/** Shocks with mean zero and deviation one for a name and a stretch: each has its own stream, independent of the others. */
function shocks(seed: string, name: string, from: number, steps: number): Float64Array {
  const random = generator(`${seed}/${name}/${from}`)
  const values = new Float64Array(steps)
  for (let step = 0; step < steps; step += 1) {
    // Six uniform numbers sum to variance one half: a bell curve using additions only.
    let sum = -3
    for (let draw = 0; draw < 6; draw += 1) sum += random()
    values[step] = sum * Math.SQRT2
  }
  if (random() < SURPRISE_ODDS) {
    const at = Math.floor(random() * steps)
    const size = (1 + random()) * SURPRISE_SIZE * Math.sqrt(steps / 2)
    values[at] = values[at]! + (random() < 0.5 ? -size : size)
  }
  return values
}

/** Uniform numbers in [0, 1) seeded by a text: xmur3 hashes it into the four words of sfc32, which passes PractRand. */
function generator(text: string): () => number {
  let hash = 1779033703 ^ text.length
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 3432918353)
    hash = (hash << 13) | (hash >>> 19)
  }
  const word = () => {
    hash = Math.imul(hash ^ (hash >>> 16), 2246822507)
    hash = Math.imul(hash ^ (hash >>> 13), 3266489909)
    hash ^= hash >>> 16
    return hash >>> 0
  }
  let [a, b, c, d] = [word(), word(), word(), word()]
  return () => {
    const t = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + t) | 0
    return (t >>> 0) / 4294967296
  }
}
