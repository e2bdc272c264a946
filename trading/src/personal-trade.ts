// Owns what one ended signal would have been for a member who acts some minutes later and pays a spread of their own: the
// rules of outcome.ts over the same stored minutes, from when the member is there. It never guesses: unless the minutes
// give the record itself, or where they end before the member's position does, there is no answer.
//
//  1. The member acts `delayMinutes` after each thing that is told: the publication, a stop moved, a close or a withdrawal
//     that was asked for and then done. As the record does, they act at the end of the minute in which it was told.
//  2. Where the signal was not entered yet by then, the member's order is the published one. Where it was, the member
//     enters at the open of the first minute, unless the published rule of reward-left.ts says it is too late.
//  3. The ask is the bid and the member's spread; the stored spread is not used.
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
  /** Size of one pip, as a decimal. */
  pipSize: string
  /** Everything recorded, in sequence. */
  events: readonly RecordedEvent[]
}

export type Manner = {
  /** Whole minutes from being told to acting. */
  delayMinutes: number
  /** Bid to ask, in pips, as a decimal. */
  spreadPips: string
}

export type PersonalTrade = { id: string } & (
  | {
      verdict: 'taken'
      enteredAt: number
      endedAt: number
      /** Result in R of the member's own fill. */
      r: Decimal
      /** Part of one R that the spread took. */
      spreadR: Decimal
    }
  /** The signal was entered, the member could not or would not any more. */
  | { verdict: 'missed'; reason: Exclude<RewardLeft['reason'], null> | 'not_filled' }
  /** Neither was. */
  | { verdict: 'idle' }
  /** The stored minutes do not tell. */
  | { verdict: 'unknown'; reason: 'no_minutes' | 'other_minutes' | 'minutes_end' }
)

/** Beyond the signal's own end minutes must follow each other: a longer pause is missing data, unless it is a weekend. */
const LONGEST_PAUSE_MS = 15 * CANDLE_MS
const R_DECIMALS = 4

/** What an ended signal would have been; `candles` are its minutes from the publication on, in time order. */
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
    .map((candle) => ({ ...candle, spread: spread.toFixed() }))
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
    spreadR: spread.dividedBy(trade.risk).toDecimalPlaces(R_DECIMALS),
  }
}

/** The minute in which an event happened; one that rests on no candle, its moment. */
const minuteOf = ({ at, data }: RecordedEvent) => (data.candle ? Date.parse(data.candle.opened_at) : at)
const ENDS = ['stopped', 'closed', 'expired', 'cancelled']
const isMove = ({ kind, data }: RecordedEvent) => kind === 'stop_moved' && data.candle === undefined
/** What was asked and ended the signal; undefined where it ended otherwise. */
const askedEnd = (events: readonly RecordedEvent[]) => {
  const end = events.find(({ kind, data }) => ENDS.includes(kind) && data.rule === 'asked')
  const request = end?.kind === 'closed' ? 'close_asked' : 'cancel_asked'
  return end && events.find(({ kind }) => kind === request)
}

/** Whether the minutes are those that the record rests on: the engine must find the recorded events in them. */
function recordTrouble({ terms, events }: EndedSignal, candles: readonly Candle[]) {
  if (candles.length === 0) return 'no_minutes'
  const said = events.filter((event) => isMove(event) || isRequest(event))
  const found = settle(terms, said, candles, events.find(({ kind }) => kind === 'cancelled')?.at)
  const recorded = events.filter(({ data }) => data.rule !== undefined)
  const line = ({ kind, at, price, r }: Omit<RecordedEvent, 'data'>) =>
    [kind, at, ...[price, r].map((value) => (value === null ? '' : new Decimal(value).toString()))].join(' ')
  return found.map(line).join() === recorded.map(line).join() ? null : 'other_minutes'
}

/** Why one would not enter at the open of a minute any more; null when one would. */
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

/** What is left of a position, closed by hand at the open of a minute. */
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

/** Whether minutes are missing between the signal's recorded end and that of the member's position. */
function hasHole(candles: readonly Candle[], from: number, until: number): boolean {
  return candles.some(({ openedAt }, index) => {
    const next = candles[index + 1]?.openedAt
    if (next === undefined || next < from || openedAt > until) return false
    return next - openedAt > LONGEST_PAUSE_MS && !isWeekend(openedAt, next)
  })
}

/** From Friday evening to Sunday evening or the night after it, UTC. */
function isWeekend(from: number, until: number): boolean {
  const [begin, end] = [new Date(from), new Date(until)]
  const friday = begin.getUTCDay() === 5 && begin.getUTCHours() >= 19
  const sunday = end.getUTCDay() === 0 || (end.getUTCDay() === 1 && end.getUTCHours() < 9)
  return friday && sunday && until - from < 4 * 86_400_000
}
