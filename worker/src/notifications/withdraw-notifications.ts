// Withdraws outdated notifications: of signals that ended, and of those that it is too late to enter by the published rule.
import type { Levels } from 'trading/levels'
import { rewardLeft } from 'trading/reward-left'
import { z } from 'zod'
import type { Queryable } from '../database.ts'
import type { TaskContext } from '../tasks/task-context.ts'

/** Notifications per transaction. */
const BATCH = 500

const job = z.object({ signal: z.string(), reason: z.string() }).partial()

/** Withdraws those of the job's signal; without one, those that became too late since the last run. */
export async function withdrawNotifications(context: TaskContext, payload: unknown = {}): Promise<void> {
  const { signal, reason } = job.parse(payload)
  if (!signal || !reason) return await withdrawTooLate(context.pool)
  let more = true
  while (more) {
    const { rows } = await context.pool.query<{ more: boolean }>(
      'select private.withdraw_notifications($1, $2, $3) as more',
      [signal, reason, BATCH],
    )
    more = rows[0]?.more ?? false
  }
}

type Row = Levels & {
  id: string
  state: 'pending' | 'active'
  reached: number
  stop: string
  bid: string
  ask: string
}

/** Checks every open signal with active notifications against its latest quote of the last two minutes. */
export async function withdrawTooLate(pool: Queryable): Promise<void> {
  const { rows } = await pool.query<Row>(
    `select signals.id, states.state, levels.direction, levels.order_type, levels.entry_low::text, levels.entry_high::text,
            levels.stop_loss::text, private.current_stop(signals.id)::text as stop, quote.bid::text, quote.ask::text,
            (select count(*)::int from public.signal_events as event
              where event.signal_id = signals.id and event.kind = 'target_reached') as reached,
            (select json_agg(json_build_object('price', target.price::text, 'share', target.share::text) order by target.position)
               from public.signal_targets as target where target.signal_id = signals.id) as targets
       from private.notification_facts as fact
       join public.signals on signals.id = fact.signal_id
       join public.signal_states as states on states.signal_id = signals.id and states.state in ('pending', 'active')
       join public.signal_levels as levels on levels.signal_id = signals.id
       join public.quotes as quote on quote.symbol = signals.symbol and quote.quoted_at > now() - interval '2 minutes'
      where fact.kind = 'signal_published' and fact.withdrawn_at is null`,
  )
  for (const { id, state, reached, stop, bid, ask, ...levels } of rows) {
    if (!rewardLeft({ levels, state, reached, stop }, { bid, ask }).tooLate) continue
    await pool.query(`select private.withdraw_signal($1, 'too_late')`, [id])
  }
}
