// Applies the outcome engine to one open signal or idea. Events are decided and appended under a lock on its state, based on its existing
// events, so a second run, another worker or a crash can neither duplicate nor lose one. The minutes are read again each time
// (known-minutes.ts), so that a late one is included.
import type { PoolClient } from 'pg'
import { nextOpening, type Session } from 'trading/market/sessions'
import { settle } from 'trading/outcome'
import type { RecordedEvent, Terms } from 'trading/trade'
import type { Queryable } from '../database.ts'
import { awaitMinutes, KnownMinutes, lockMinutes, type Wait } from './known-minutes.ts'

/** What the engine decides, and where it is kept. */
export type Kept = {
  name: 'signal' | 'idea'
  /** Selects `id` and `symbol` of the open ones. */
  open: string
  /** The terms of an open one, with its state locked until the transaction ends; null if it has ended. */
  readTerms(client: Queryable, id: string, asked: 'open'): Promise<Terms | null>
  readHistory(client: Queryable, id: string): Promise<RecordedEvent[]>
  /** Appends an event: id, kind, at, price, r, data. */
  append: string
}

/** One open signal or idea. */
export type Open = { kept: Kept; id: string; symbol: string }

/** The time up to which one was decided, for a given number of events. */
export type DecidedUntil = { events: number; from: number }

const ENDINGS = new Set(['stopped', 'closed', 'expired', 'cancelled'])

/** Decides one and appends new events; null if it has ended meanwhile. */
export async function settleOpen(
  client: PoolClient,
  { kept, id, symbol }: Open,
  { session, now }: { session: Session; now: number },
  known: DecidedUntil | undefined,
): Promise<(DecidedUntil & { appended: number; wait: Wait | null }) | null> {
  await lockMinutes(client, symbol)
  const terms = await kept.readTerms(client, id, 'open')
  if (!terms) return null
  const history = await kept.readHistory(client, id)
  const from = known?.events === history.length ? known.from : decidedFrom(terms, history)
  const minutes = new KnownMinutes(client, symbol, session, from)
  let appended = 0
  for (;;) {
    const { candles, hole, isLast } = await minutes.next()
    const completeUntil = isLast && !hole ? completeBefore(session, history, minutes.from, now) : undefined
    for (const event of settle(terms, history, candles, completeUntil)) {
      await client.query(kept.append, [
        id,
        event.kind,
        new Date(event.at).toISOString(),
        event.price,
        event.r,
        JSON.stringify(event.data),
      ])
      history.push(event)
      appended += 1
    }
    const hasEnded = history.some(({ kind }) => ENDINGS.has(kind))
    if (hole && !hasEnded && (await awaitMinutes(client, symbol, hole, now))) continue
    if (hole || isLast || hasEnded) {
      const wait = hole && !hasEnded ? { symbol, from: hole.from } : null
      return { events: history.length, from: minutes.from, appended, wait }
    }
  }
}

/**
 * The time before which no missing minute can still arrive: the first market time from `next` on. Only used for withdrawals,
 * the one decision that needs no candle.
 */
function completeBefore(
  session: Session,
  history: readonly RecordedEvent[],
  next: number,
  now: number,
): number | undefined {
  if (!history.some(({ kind }) => kind === 'cancel_asked')) return undefined
  return Math.min(nextOpening(session, next) ?? now, now)
}

/** The engine skips what is already decided; this only avoids reading it. */
function decidedFrom(terms: Terms, history: readonly RecordedEvent[]): number {
  const last = history.findLast((event) => event.data.candle !== undefined)
  return last ? Date.parse(last.data.candle!.opened_at) : terms.publishedAt
}
