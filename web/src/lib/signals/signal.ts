import type { Decimal } from 'decimal.js'
import { Decimal as D } from 'decimal.js'
import { type Direction, type Levels, type OrderType, rAt } from 'trading/levels'
import { type RewardLeft, rewardLeft } from 'trading/reward-left'
import type { Answers } from 'trading/signal'
import { applyEvent, openTrade, type RecordedEvent, type Trade } from 'trading/trade'

/** A signal as the API and the live channel give it: a teaser always, levels and events only to whoever may see them. */
/** `open` is what a teaser says: it has not ended. Whether it was entered would tell its price. */
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
  /** Null of signals from before it was asked. */
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
  /** When that price was quoted. */
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
  /** Empty of a teaser: only whose levels may be read. */
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

/** `quoted_at` only where it was read: what a channel tells is of now. */
export type Quote = { symbol: string; bid: string; ask: string; quoted_at?: string }

/** A signal as it is read: of one whose levels are closed to the reader nothing says where it stands. */
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
/** Whether an address means this signal: by its number, as addresses are written, or by its identifier. */
export const isNamed = ({ id, number }: Pick<Signal, 'id' | 'number'>, name: string | null): boolean =>
  name !== null && (name === String(number) || name === id)

export const isLocked = (signal: Signal): boolean => !signal.signal_levels

/** The levels as the trading rules take them; null for a teaser. */
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

/** What one would get for leaving now: the bid for a buy, the ask for a sell. */
export const exitPrice = (levels: Levels, quote: Quote): string =>
  levels.direction === 'buy' ? quote.bid : quote.ask

/** What an unlocked signal has come to, whatever the price is now. */
export type Course = { levels: Levels; trade: Trade }

/** Signals are replaced, never changed: what one has come to is worked out once, and is the same object each time. */
const courses = new WeakMap<Signal, { digits: number; course: Course | null }>()

/** A fold of a signal's events; null for a teaser. */
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
  /** Realised and running result; null while nothing was entered. */
  r: Decimal | null
  left: RewardLeft | null
  price: string | null
}

/** Where an unlocked signal stands at a price: what it has come to, then the rules of trading. */
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

/** What is realised, and what is open at this price, in R of the real fill. */
function runningR(levels: Levels, trade: Trade, price: string): Decimal | null {
  if (trade.phase !== 'active' || !trade.fill) return null
  const towards = levels.direction === 'buy' ? 1 : -1
  const open = new D(price).minus(trade.fill).times(towards).dividedBy(trade.risk)
  return trade.total.plus(open.times(trade.remaining).dividedBy(100))
}

/** R at a target, by its levels. */
export const targetR = (levels: Levels, price: string): Decimal => rAt(levels, new D(price))
