// Owns the application of the outcome engine to the stored signals. Events are decided and appended under a lock on the
// signal's state, from the events already there, so a second run, another worker or a crash can neither double nor lose one.
// What may be decided on is read anew each time (known-minutes.ts): a minute that comes late finds its place.
import type { PoolClient } from 'pg'
import { nextOpening, type Session } from 'trading/market/sessions'
import { settle } from 'trading/outcome'
import type { RecordedEvent, Terms } from 'trading/trade'
import { inTransaction } from '../database.ts'
import { readInstruments } from '../market/market-store.ts'
import { eachApart, throwFailures } from './each-apart.ts'
import { awaitMinutes, KnownMinutes, keepWaits, lockMinutes, type Wait } from './known-minutes.ts'
import { measureExcursions } from './measure-excursions.ts'
import { settleStatements } from './settle-statements.ts'
import { readHistory, readTerms } from './stored-signal.ts'
import type { TaskContext } from './task-context.ts'

const ENDINGS = new Set(['stopped', 'closed', 'expired', 'cancelled'])

/** By signal: up to where it was decided while it had how many events. Forgetting it costs reading, nothing else. */
export type Decided = Map<string, { events: number; from: number }>

/** Decides every open signal on the minutes known since its last decision. */
export async function settleSignals(
  { pool, log, now }: TaskContext,
  decided: Decided = new Map(),
): Promise<void> {
  const { rows } = await pool.query<{ signal_id: string; symbol: string }>(
    `select signal_id, symbol from public.signal_states join public.signals on signals.id = signal_id
      where state in ('pending', 'active') order by signal_id`,
  )
  const open = new Map(rows.map((row) => [row.signal_id, row.symbol]))
  for (const id of decided.keys()) if (!open.has(id)) decided.delete(id)
  const sessions = new Map((await readInstruments(pool)).map(({ symbol, session }) => [symbol, session]))
  const waits: Wait[] = []
  const undecided = new Set<string>()
  const failures = await eachApart(
    open,
    async ([id, symbol]) => {
      const signal = { id, symbol, session: sessions.get(symbol)!, now: now() }
      const result = await inTransaction(pool, (client) => settleSignal(client, signal, decided.get(id)))
      if (!result) return
      decided.set(id, result)
      if (result.wait) waits.push(result.wait)
      if (result.appended > 0) log.info({ signal: id, events: result.appended }, 'a signal moved on')
    },
    ([id, symbol], error) => {
      log.error({ signal: id, err: error }, 'a signal could not be decided')
      undecided.add(symbol)
    },
  )
  const measured = await measureExcursions({ pool, log, now }, sessions)
  const stated = await settleStatements({ pool, log, now }, sessions)
  for (const symbol of [...measured.unmeasured, ...stated.undecided]) undecided.add(symbol)
  await keepWaits(pool, [...waits, ...measured.waits, ...stated.waits], undecided)
  throwFailures([...failures, ...measured.failures], 'signals could not be decided or measured')
  throwFailures(stated.failures, 'statements could not be resolved or scored')
}

/** Decides one signal and appends what is new; null when it has ended meanwhile. */
async function settleSignal(
  client: PoolClient,
  { id, symbol, session, now }: { id: string; symbol: string; session: Session; now: number },
  known: { events: number; from: number } | undefined,
) {
  await lockMinutes(client, symbol)
  const terms = await readTerms(client, id, 'open')
  if (!terms) return null
  const history = await readHistory(client, id)
  const from = known?.events === history.length ? known.from : decidedFrom(terms, history)
  const minutes = new KnownMinutes(client, symbol, session, from)
  let appended = 0
  for (;;) {
    const { candles, hole, isLast } = await minutes.next()
    const completeUntil = isLast && !hole ? completeBefore(session, history, minutes.from, now) : undefined
    for (const event of settle(terms, history, candles, completeUntil)) {
      await client.query('select private.append_signal_event($1, $2, $3, $4, $5, $6)', [
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
 * Until when no minute that is not stored can come any more: the first from `next` on at which the market trades. Asked for
 * a withdrawal alone, the one thing that is done without a candle.
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

/** The engine passes over what is decided already; this only spares reading it. */
function decidedFrom(terms: Terms, history: readonly RecordedEvent[]): number {
  const last = history.findLast((event) => event.data.candle !== undefined)
  return last ? Date.parse(last.data.candle!.opened_at) : terms.publishedAt
}
