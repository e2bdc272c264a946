// What one ended signal would have been for a member who acts some minutes later and pays their own spread: the rules of
// outcome.ts over the same stored minutes, from the member's start. Never guesses: there is no answer if the minutes do not
// reproduce the record, or if they end before the member's position does.
//
//  1. The member acts `delayMinutes` after each message: the publication, a moved stop, a close or withdrawal. Like the record,
//     they act at the end of the message's minute.
//  2. If the signal has not been entered by then, the member places the published order. Otherwise the member enters at the
//     open of the first minute, unless the published rule of reward-left.ts says that it is too late.
//  3. The ask is the bid plus the member's spread, or plus the recorded one where that is wider: one figure in pips cannot be
//     the spread of every market, and a delay must not look like a gain for paying less than the record did.
import { Decimal } from './decimal.ts'
import { sign } from './levels.ts'
import { settle } from './outcome.ts'
import { dueOf, isRequest } from './requests.ts'
import { type RewardLeft, rewardLeft } from './reward-left.ts'
import {
  applyEvent,
  CANDLE_MS,
  type Candle,
  openTrade,
  type RecordedEvent,
  type Terms,
  type Trade,
} from './trade.ts'

export type EndedSignal = {
  id: string
  terms: Terms
  /** Size of one pip, as decimal text. */
  pipSize: string
  events: readonly RecordedEvent[]
}

export type Manner = {
  /** Whole minutes between a message and the member's action. */
  delayMinutes: number
  /** Bid to ask at least, in pips, as decimal text. */
  spreadPips: string
}

export type PersonalTrade = { id: string } & (
  | {
      verdict: 'taken'
      enteredAt: number
      endedAt: number
      /** Result in R of the member's own fill. */
      r: Decimal
      /** Part of one R that the spread cost. */
      spreadR: Decimal
    }
  /** The signal was entered, but the member could or would no longer enter. */
  | { verdict: 'missed'; reason: Exclude<RewardLeft['reason'], null> | 'not_filled' }
  /** Neither entered. */
  | { verdict: 'idle' }
  /** The stored minutes are insufficient. */
  | { verdict: 'unknown'; reason: 'no_minutes' | 'other_minutes' | 'minutes_end' }
)

/** After the signal's own end, minutes must be consecutive: a longer pause is missing data, unless it is a weekend. */
const LONGEST_PAUSE_MS = 15 * CANDLE_MS
const R_DECIMALS = 4

/** The member's result of an ended signal; `candles` are its minutes from the publication on, in chronological order. */
export function personalTrade(
  signal: EndedSignal,
  candles: readonly Candle[],
  manner: Manner,
): PersonalTrade {
  const { id, terms, events } = signal
  const trouble = recordTrouble(signal, candles)
  if (trouble) return { id, verdict: 'unknown', reason: trouble }
  const delay = manner.delayMinutes * CANDLE_MS
  const spread = new Decimal(manner.spreadPips).times(signal.pipSize)
  const start = terms.publishedAt + delay
  const own = candles
    .filter(({ openedAt }) => openedAt >= start)
    .map((candle) => ({ ...candle, spread: Decimal.max(spread, candle.spread).toFixed() }))
  const entry = events.find(({ kind }) => kind === 'entered')
  const first = own[0]
  if (!first) return entry ? { id, verdict: 'missed', reason: 'ended' } : { id, verdict: 'idle' }

  let taken = { ...terms, publishedAt: start }
  if (entry && minuteOf(entry) < first.openedAt) {
    const late = tooLate(signal, first)
    if (late) return { id, verdict: 'missed', reason: late }
    taken = { ...taken, order_type: 'market', expiresAt: Number.MAX_SAFE_INTEGER }
  }
  const moves = events.filter(isMove).map((event) => ({ ...event, at: event.at + delay }))
  const asked = askedEnd(events)
  const stopsAt = asked ? dueOf(asked.at) + delay : null
  const told = settle(taken, moves, stopsAt === null ? own : own.filter(({ openedAt }) => openedAt < stopsAt))
  const trade = told.reduce<Trade>(applyEvent, openTrade(taken))
  const filled = told.find(({ kind }) => kind === 'entered')
  if (!filled || !trade.fill) {
    const over = trade.phase === 'ended' || stopsAt !== null
    if (!over) return { id, verdict: 'unknown', reason: 'minutes_end' }
    return entry ? { id, verdict: 'missed', reason: 'not_filled' } : { id, verdict: 'idle' }
  }
  const left =
    trade.phase === 'ended' ? null : own.find(({ openedAt }) => stopsAt !== null && openedAt >= stopsAt)
  const endedAt = trade.phase === 'ended' ? (told.at(-1)?.at ?? null) : (left?.openedAt ?? null)
  const recordedEnd = events.findLast(({ kind }) => ENDS.includes(kind))?.at ?? 0
  if (endedAt === null || hasHole(own, recordedEnd, endedAt)) {
    return { id, verdict: 'unknown', reason: 'minutes_end' }
  }
  return {
    id,
    verdict: 'taken',
    enteredAt: filled.at,
    endedAt,
    r: left ? trade.total.plus(leaving(taken, trade, left)) : trade.total,
    spreadR: paid(own, filled, spread).dividedBy(trade.risk).toDecimalPlaces(R_DECIMALS),
  }
}

/** The spread of the minute of a fill. */
const paid = (candles: readonly Candle[], fill: RecordedEvent, least: Decimal) =>
  new Decimal(candles.findLast(({ openedAt }) => openedAt <= minuteOf(fill))?.spread ?? least)
/** The minute of an event; without a candle, its time. */
const minuteOf = ({ at, data }: RecordedEvent) => (data.candle ? Date.parse(data.candle.opened_at) : at)
const ENDS = ['stopped', 'closed', 'expired', 'cancelled']
const isMove = ({ kind, data }: RecordedEvent) => kind === 'stop_moved' && data.candle === undefined
/** The request that ended the signal; undefined if it ended otherwise. */
const askedEnd = (events: readonly RecordedEvent[]) => {
  const end = events.find(({ kind, data }) => ENDS.includes(kind) && data.rule === 'asked')
  const request = end?.kind === 'closed' ? 'close_asked' : 'cancel_asked'
  return end && events.find(({ kind }) => kind === request)
}

/** Whether the minutes are those of the record: the engine must reproduce the recorded events from them. */
function recordTrouble({ terms, events }: EndedSignal, candles: readonly Candle[]) {
  if (candles.length === 0) return 'no_minutes'
  const said = events.filter((event) => isMove(event) || isRequest(event))
  const found = settle(terms, said, candles, events.find(({ kind }) => kind === 'cancelled')?.at)
  const recorded = events.filter(({ data }) => data.rule !== undefined)
  const line = ({ kind, at, price, r }: Omit<RecordedEvent, 'data'>) =>
    [kind, at, ...[price, r].map((value) => (value === null ? '' : new Decimal(value).toString()))].join(' ')
  return found.map(line).join() === recorded.map(line).join() ? null : 'other_minutes'
}

/** Why a member would no longer enter at a minute's open; null if they would. */
function tooLate({ terms, events }: EndedSignal, candle: Candle & { spread: string }) {
  const before = events.filter(({ at }) => at <= candle.openedAt)
  const trade = before.reduce<Trade>(applyEvent, openTrade(terms))
  if (trade.phase === 'ended') return 'ended'
  const bid = new Decimal(candle.open)
  const quote = { bid: bid.toFixed(), ask: bid.plus(candle.spread).toFixed() }
  const standing = {
    levels: terms,
    state: 'active' as const,
    reached: trade.reached,
    stop: trade.stop.toFixed(),
  }
  return rewardLeft(standing, quote).reason
}

/** The result of closing the remaining position at a minute's open. */
function leaving(terms: Terms, trade: Trade, candle: Candle): Decimal {
  const bid = new Decimal(candle.open)
  const price = terms.direction === 'buy' ? bid : bid.plus(candle.spread)
  return price
    .minus(trade.fill ?? price)
    .times(sign(terms.direction))
    .times(trade.remaining)
    .dividedBy(100)
    .dividedBy(trade.risk)
    .toDecimalPlaces(R_DECIMALS)
}

/** Whether minutes are missing between the signal's recorded end and the end of the member's position. */
function hasHole(candles: readonly Candle[], from: number, until: number): boolean {
  return candles.some(({ openedAt }, index) => {
    const next = candles[index + 1]?.openedAt
    if (next === undefined || next < from || openedAt > until) return false
    return next - openedAt > LONGEST_PAUSE_MS && !isWeekend(openedAt, next)
  })
}

/** From Friday evening to Sunday evening or the following night, UTC. */
function isWeekend(from: number, until: number): boolean {
  const [begin, end] = [new Date(from), new Date(until)]
  const friday = begin.getUTCDay() === 5 && begin.getUTCHours() >= 19
  const sunday = end.getUTCDay() === 0 || (end.getUTCDay() === 1 && end.getUTCHours() < 9)
  return friday && sunday && until - from < 4 * 86_400_000
}
