// Fires members' alerts on signals from stored events, minutes and the latest quotes. A fired alert is a row, unique per rule
// and occasion, so a second run, another worker or a crash can neither duplicate nor lose one.
import { Decimal } from 'trading/decimal'
import type { Levels } from 'trading/levels'
import { isRequest } from 'trading/requests'
import { type AlertRule, alertDue, type PriceSpan, type SignalNow } from 'trading/signal-alert'
import { applyEvent, openTrade, type RecordedEvent, type Trade } from 'trading/trade'
import type { Queryable } from '../database.ts'
import { eachApart, throwFailures } from '../tasks/each-apart.ts'
import type { TaskContext } from '../tasks/task-context.ts'

/** Maximum minutes per read: a day. What a longer outage skips is still visible in the signal's events. */
const MOST_MINUTES = 1440

/** By signal: the minute up to which its rules were checked. Losing it only costs reads. */
export type Looked = Map<string, number>

export async function fireSignalAlerts(
  { pool, log }: TaskContext,
  looked: Looked = new Map(),
): Promise<void> {
  let told = await fireEvents(pool)
  const rows = await readSignals(pool)
  const open = new Set(rows.map(({ id }) => id))
  for (const id of looked.keys()) if (!open.has(id)) looked.delete(id)
  const failures = await eachApart(
    rows,
    async (row) => {
      told += await fireNear(pool, followed(row), looked)
    },
    ({ id }, error) => log.error({ signal: id, err: error }, 'signal alerts could not be checked'),
  )
  if (told > 0) log.info({ alerts: told }, 'signal alerts fired')
  throwFailures(failures, 'signals’ alerts could not be checked')
}

/** Fires for events since each rule was created. Notes are displayed with the signal but fire no alert. */
async function fireEvents(pool: Queryable): Promise<number> {
  const { rows } = await pool.query<{ fired: number }>(
    `select private.fire_signal_alert(array_agg(alert.id), event.kind, 'event:' || event.sequence, event.price, event.at) as fired
       from public.signal_alerts as alert
       join public.signal_events as event on event.signal_id = alert.signal_id and event.sequence > alert.after_sequence
      where alert.kind = 'events' and event.kind not in ('published', 'note', 'graded')
        and not exists (
          select from public.signal_alerts_fired as fired
           where fired.alert_id = alert.id and fired.occasion = 'event:' || event.sequence)
      group by event.signal_id, event.sequence, event.kind, event.price, event.at
      order by event.signal_id, event.sequence`,
  )
  return rows.reduce((sum, { fired }) => sum + fired, 0)
}

type Rule = AlertRule & { id: string; since: number }

type Followed = {
  id: string
  symbol: string
  pipSize: string
  now: SignalNow
  /** Since when its state is unchanged: earlier minutes say nothing about this stop or target. */
  since: number
  rules: Rule[]
}

async function fireNear(pool: Queryable, signal: Followed, looked: Looked): Promise<number> {
  const earliest = Math.min(...signal.rules.map((rule) => rule.since))
  const from = Math.max(signal.since, looked.get(signal.id) ?? earliest)
  const spans = await readSpans(pool, signal.symbol, from)
  const last = spans.findLast(({ opened }) => opened)
  if (last) looked.set(signal.id, last.at + 1)
  let fired = 0
  for (let [, rules] of Map.groupBy(
    signal.rules,
    ({ kind, distance, unit }) => `${kind} ${distance} ${unit}`,
  )) {
    for (const span of spans) {
      const after = rules.filter(({ since }) => since <= span.at)
      const rule = after[0]
      const due = rule && alertDue(rule, signal.now, span, { pipSize: signal.pipSize })
      if (!due) continue
      const { rows } = await pool.query<{ fired: number }>(
        'select private.fire_signal_alert($1::uuid[], $2, $3, $4, $5) as fired',
        [after.map(({ id }) => id), rule.kind, due.occasion, due.level, new Date(span.at).toISOString()],
      )
      fired += rows[0]?.fired ?? 0
      // In a given state of the signal, a rule fires once.
      rules = rules.filter((one) => !after.includes(one))
      if (rules.length === 0) break
    }
  }
  return fired
}

type FollowedRow = Levels & {
  id: string
  symbol: string
  digits: number
  pip_size: string
  state: SignalNow['state']
  published_ms: string
  expires_ms: string
  events: (RecordedEvent & { at_ms: number })[]
  rules: (Omit<Rule, 'since'> & { since_ms: number })[]
}

/** Open signals with price alerts that can still fire. */
async function readSignals(pool: Queryable): Promise<FollowedRow[]> {
  const { rows } = await pool.query<FollowedRow>(
    `select signals.id, signals.symbol, instruments.digits, instruments.pip_size::text, state.state,
            levels.direction, levels.order_type, levels.entry_low::text, levels.entry_high::text, levels.stop_loss::text,
            (extract(epoch from signals.published_at) * 1000)::bigint::text as published_ms,
            (extract(epoch from levels.expires_at) * 1000)::bigint::text as expires_ms,
            (select json_agg(json_build_object('price', target.price::text, 'share', target.share::text) order by target.position)
               from public.signal_targets as target where target.signal_id = signals.id) as targets,
            (select json_agg(json_build_object('kind', event.kind, 'at_ms', (extract(epoch from event.at) * 1000)::bigint,
                      'price', event.price::text, 'r', event.r::text, 'data', event.data) order by event.sequence)
               from public.signal_events as event where event.signal_id = signals.id) as events,
            wanted.rules
       from (select alert.signal_id,
                    json_agg(json_build_object('id', alert.id::text, 'kind', alert.kind, 'distance', alert.distance::text,
                      'unit', alert.unit, 'since_ms', ceil(extract(epoch from alert.created_at) * 1000)::bigint)
                      order by alert.created_at) as rules
               from public.signal_alerts as alert where alert.kind <> 'events' group by alert.signal_id) as wanted
       join public.signals on signals.id = wanted.signal_id
       join public.signal_states as state on state.signal_id = signals.id and state.state in ('pending', 'active')
       join public.signal_levels as levels on levels.signal_id = signals.id
       join public.instruments on instruments.symbol = signals.symbol
      order by signals.id`,
  )
  return rows
}

/** A signal's state after its events. */
function followed(row: FollowedRow): Followed {
  const { id, symbol, digits, pip_size, state, published_ms, expires_ms, events, rules, ...levels } = row
  const terms = { ...levels, digits, publishedAt: Number(published_ms), expiresAt: Number(expires_ms) }
  const history = events.map(({ at_ms, ...event }) => ({ ...event, data: event.data ?? {}, at: at_ms }))
  const trade = history.reduce<Trade>(applyEvent, openTrade(terms))
  const changed = history.findLast(({ kind }) => kind !== 'note' && !isRequest({ kind }))
  return {
    id,
    symbol,
    pipSize: pip_size,
    now: { levels, state, reached: trade.reached, stop: trade.stop.toFixed() },
    // The minute of an event is excluded, because its course before the event is unknown.
    since: (changed?.at ?? terms.publishedAt) + 1,
    rules: rules.map(({ since_ms, ...rule }) => ({ ...rule, since: since_ms })),
  }
}

type TimedSpan = PriceSpan & { at: number; opened: boolean }

/** The complete minutes since a time, and the latest quote if it is newer. */
async function readSpans(pool: Queryable, symbol: string, from: number): Promise<TimedSpan[]> {
  const { rows: minutes } = await pool.query<{ at: string; low: string; high: string; spread: string }>(
    `select (extract(epoch from opened_at) * 1000)::bigint::text as at, low::text, high::text, spread::text
       from public.candles where symbol = $1 and timeframe = 'M1' and opened_at >= $2 order by opened_at desc limit ${MOST_MINUTES}`,
    [symbol, new Date(from).toISOString()],
  )
  const spans = minutes.reverse().map(
    ({ at, low, high, spread }): TimedSpan => ({
      at: Number(at),
      opened: true,
      lowBid: low,
      highBid: high,
      lowAsk: new Decimal(low).plus(spread).toFixed(),
      highAsk: new Decimal(high).plus(spread).toFixed(),
    }),
  )
  const { rows: quotes } = await pool.query<{ at: string; bid: string; ask: string }>(
    `select (extract(epoch from quoted_at) * 1000)::bigint::text as at, bid::text, ask::text
       from public.quotes where symbol = $1 and quoted_at >= $2`,
    [symbol, new Date(from).toISOString()],
  )
  for (const { at, bid, ask } of quotes)
    spans.push({ at: Number(at), opened: false, lowBid: bid, highBid: bid, lowAsk: ask, highAsk: ask })
  return spans
}
