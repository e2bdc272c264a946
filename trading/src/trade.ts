// The types of the outcome engine, and the trade derived from a signal's events. A trade is a fold over its events and is not
// stored elsewhere.
import { Decimal } from './decimal.ts'
import { announcedRisk, type Levels, sign } from './levels.ts'
import type { GivenCandle } from './market/market-checks.ts'

/** The engine reads one-minute candles; longer bars replace only minutes without data (rule 14). */
export const CANDLE_MS = 60_000

/** One minute of market data: bid prices and the spread, as stored. */
export type Candle = GivenCandle & {
  /** Length in minutes; one by default. */
  minutes?: number
}

/** The end of a candle, in milliseconds since 1970, UTC. */
export function endOf({ openedAt, minutes = 1 }: Pick<Candle, 'openedAt' | 'minutes'>): number {
  return openedAt + minutes * CANDLE_MS
}

export type Terms = Levels & {
  /** Decimals of the instrument's prices. */
  digits: number
  publishedAt: number
  expiresAt: number
}

/** The parts of a recorded event, by the engine or an analyst, that the engine needs. */
export type RecordedEvent = {
  kind: string
  at: number
  price: string | null
  r: string | null
  data: { candle?: { opened_at: string; minutes?: number }; share?: string; risk?: string } & Record<
    string,
    unknown
  >
}

export type OutcomeEvent = {
  kind: 'entered' | 'target_reached' | 'stop_moved' | 'stopped' | 'closed' | 'expired' | 'cancelled'
  /** When it was certain: the candle's open for what happened there, the candle's end otherwise. */
  at: number
  /** With the instrument's digits; null for an expiry and a withdrawal. */
  price: string | null
  /** The realised R of this event, weighted by its share; null if none. */
  r: string | null
  data: {
    /** The candle that the decision is based on; absent for a withdrawal. */
    candle?: {
      opened_at: string
      open: string
      high: string
      low: string
      close: string
      spread: string
      /** Only for a bar longer than a minute. */
      minutes?: number
    }
    rule: 'open' | 'touch' | 'close' | 'expiry' | 'asked'
    /** Number of the target reached, from 1. */
    target?: number
    /** Part of the position closed, in percent. */
    share?: string
    /** One R in price, set at the entry. */
    risk?: string
    /** Sum of all exits so far. */
    total_r?: string
    reason?: 'targets' | 'break_even' | 'trailing' | 'not_entered' | 'analyst' | 'cancelled'
  }
}

export type Trade = {
  phase: 'pending' | 'active' | 'ended'
  towards: 1 | -1
  fill: Decimal | null
  risk: Decimal
  stop: Decimal
  reached: number
  /** Part of the position still open, in percent. */
  remaining: Decimal
  total: Decimal
}

/** A signal as published, before any event. */
export function openTrade(terms: Terms): Trade {
  return {
    phase: 'pending',
    towards: sign(terms.direction),
    fill: null,
    risk: announcedRisk(terms),
    stop: new Decimal(terms.stop_loss),
    reached: 0,
    remaining: new Decimal(100),
    total: new Decimal(0),
  }
}

/** The trade after another recorded event. Other kinds (notes, the publication) change nothing. */
export function applyEvent(trade: Trade, event: RecordedEvent): Trade {
  switch (event.kind) {
    case 'entered':
      if (event.price === null) return trade
      return {
        ...trade,
        phase: 'active',
        fill: new Decimal(event.price),
        risk: event.data.risk === undefined ? trade.risk : new Decimal(event.data.risk),
      }
    case 'target_reached':
      return {
        ...trade,
        reached: trade.reached + 1,
        remaining: trade.remaining.minus(event.data.share ?? 0),
        total: trade.total.plus(event.r ?? 0),
      }
    case 'stop_moved':
      return event.price === null ? trade : { ...trade, stop: nearerStop(trade, new Decimal(event.price)) }
    case 'stopped':
    case 'closed':
    case 'expired':
    case 'cancelled':
      return { ...trade, phase: 'ended', remaining: new Decimal(0), total: trade.total.plus(event.r ?? 0) }
    default:
      return trade
  }
}

/** A stop only moves in the signal's favour, in any order of events. */
function nearerStop({ stop, towards }: Trade, moved: Decimal): Decimal {
  return moved.minus(stop).times(towards).greaterThan(0) ? moved : stop
}
