import type { Decimal } from 'decimal.js'
import { Decimal as D } from 'decimal.js'
import { type Direction, type Levels, type OrderType, rAt } from 'trading/levels'
import { type RewardLeft, rewardLeft } from 'trading/reward-left'
import type { Answers } from 'trading/signal'
import { applyEvent, openTrade, type RecordedEvent, type Trade } from 'trading/trade'

/** A signal as the API and the live channel send it: always a teaser, with levels and events only for permitted readers. */
/** `open` is the only state of a running teaser: a more precise one would reveal whether its entry price was reached. */
export type SignalState = 'open' | 'pending' | 'active' | 'closed' | 'expired' | 'cancelled'

export type SignalEvent = {
  sequence: number
  kind:
    | 'published'
    | 'entered'
    | 'target_reached'
    | 'stop_moved'
    | 'stopped'
    | 'closed'
    | 'expired'
    | 'cancelled'
    | 'note'
    | 'graded'
    | 'close_asked'
    | 'cancel_asked'
  at: string
  price: string | null
  r: string | null
  data: RecordedEvent['data']
  source: 'analyst' | 'engine'
  author_name: string | null
}

export type SignalTexts = {
  facts: string
  opinion: string
  counter_thesis: string
  counter_condition: string
  method: string
  conflicts: string
}

export type StoredLevels = SignalTexts & {
  /** Null for signals older than the question. */
  position_held: Answers['position_held'] | null
  affiliate_link: Answers['affiliate_link'] | null
  direction: Direction
  order_type: OrderType
  entry_low: string
  entry_high: string
  stop_loss: string
  risk_percent: string
  reference_price: string | null
  reference_source: string | null
  /** When the reference price was quoted. */
  reference_at: string | null
  break_even_after: number | null
  trailing_distance: string | null
  trailing_after: number | null
}

export type Signal = {
  id: string
  number: number
  symbol: string
  timeframe: string
  style: string
  tier: 'freemium' | 'premium'
  author_id: string
  author_name: string
  published_at: string
  /** Empty for a teaser: only readers of the levels see the expiry. */
  expires_at: string
  commitment: string
  demonstration: boolean
  signal_states: {
    state: SignalState
    closed_at: string | null
    realised_r: string | null
    close_reason: string | null
  }
  signal_levels?: StoredLevels | null
  signal_targets?: { position: number; price: string; share: string }[]
  signal_events?: SignalEvent[]
}

/** `quoted_at` is set only on quotes that were fetched: those from a channel are current. */
export type Quote = { symbol: string; bid: string; ask: string; quoted_at?: string }

/** A signal as the API returns it: without a state if its levels are closed to the reader. */
export type SignalRow = Omit<Signal, 'signal_states'> & { signal_states: Signal['signal_states'] | null }

const SEALED: Signal['signal_states'] = {
  state: 'open',
  closed_at: null,
  realised_r: null,
  close_reason: null,
}

export const fromRow = <Row extends Pick<SignalRow, 'signal_states'>>(row: Row) => ({
  ...row,
  signal_states: row.signal_states ?? SEALED,
})

const OPEN: readonly SignalState[] = ['open', 'pending', 'active']
export const isOpen = ({ signal_states: { state } }: Pick<Signal, 'signal_states'>): boolean =>
  OPEN.includes(state)
/** Whether an address names this signal: by its number, the usual form, or by its identifier. */
export const isNamed = ({ id, number }: Pick<Signal, 'id' | 'number'>, name: string | null): boolean =>
  name !== null && (name === String(number) || name === id)

export const isLocked = (signal: Signal): boolean => !signal.signal_levels

/** The levels in the form of the trading rules; null for a teaser. */
export function levelsOf(signal: Signal): Levels | null {
  const { signal_levels: levels, signal_targets: targets = [] } = signal
  if (!levels || targets.length === 0) return null
  const { direction, order_type, entry_low, entry_high, stop_loss } = levels
  const ordered = [...targets].sort((one, other) => one.position - other.position)
  return {
    direction,
    order_type,
    entry_low,
    entry_high,
    stop_loss,
    targets: ordered.map(({ price, share }) => ({ price, share })),
    ...(levels.break_even_after ? { break_even_after: levels.break_even_after } : {}),
    ...(levels.trailing_distance ? { trailing_distance: levels.trailing_distance } : {}),
    ...(levels.trailing_after ? { trailing_after: levels.trailing_after } : {}),
  }
}

/** The price of an exit now: the bid for a buy, the ask for a sell. */
export const exitPrice = (levels: Levels, quote: Quote): string =>
  levels.direction === 'buy' ? quote.bid : quote.ask

/** The state of an unlocked signal after its events, independent of the current price. */
export type Course = { levels: Levels; trade: Trade }

/** Signals are immutable, so the course of each is computed once and keeps its identity. */
const courses = new WeakMap<Signal, { digits: number; course: Course | null }>()

/** Folds a signal's events; null for a teaser. */
export function courseOf(signal: Signal, digits: number): Course | null {
  const known = courses.get(signal)
  if (known?.digits === digits) return known.course
  const levels = levelsOf(signal)
  const course = levels && { levels, trade: tradeOf(signal, levels, digits) }
  courses.set(signal, { digits, course })
  return course
}

function tradeOf(signal: Signal, levels: Levels, digits: number): Trade {
  const terms = {
    ...levels,
    digits,
    publishedAt: Date.parse(signal.published_at),
    expiresAt: Date.parse(signal.expires_at),
  }
  const events = [...(signal.signal_events ?? [])].sort((one, other) => one.sequence - other.sequence)
  return events.reduce<Trade>(
    (so_far, event) => applyEvent(so_far, { ...event, at: Date.parse(event.at) }),
    openTrade(terms),
  )
}

export type Standing = Course & {
  /** Realised plus running result in R; null before the entry. */
  r: Decimal | null
  left: RewardLeft | null
  price: string | null
}

/** The position of an unlocked signal at a price: its course, then the trading rules applied to the quote. */
export function standing(signal: Signal, digits: number, quote: Quote | undefined): Standing | null {
  const course = courseOf(signal, digits)
  if (!course) return null
  const { levels, trade } = course
  const { state, realised_r } = signal.signal_states
  if (!isOpen(signal))
    return { levels, trade, r: realised_r === null ? null : new D(realised_r), left: null, price: null }
  if (!quote || state === 'open') return { levels, trade, r: null, left: null, price: null }
  const price = exitPrice(levels, quote)
  const left = rewardLeft({ levels, state, reached: trade.reached, stop: trade.stop.toFixed() }, quote)
  return { levels, trade, r: runningR(levels, trade, price), left, price }
}

/** Realised plus open result at this price, in R measured from the actual fill. */
function runningR(levels: Levels, trade: Trade, price: string): Decimal | null {
  if (trade.phase !== 'active' || !trade.fill) return null
  const towards = levels.direction === 'buy' ? 1 : -1
  const open = new D(price).minus(trade.fill).times(towards).dividedBy(trade.risk)
  return trade.total.plus(open.times(trade.remaining).dividedBy(100))
}

/** The R of a target, by the published levels. */
export const targetR = (levels: Levels, price: string): Decimal => rAt(levels, new D(price))
