import type { SupabaseClient } from '@supabase/supabase-js'
import { expect, vi } from 'vitest'
import { database, person } from './fixtures.ts'

/** Publishes a limit order so far below the price that it is never filled. */
export async function publish(
  symbol: string,
  tier: 'freemium' | 'premium' = 'freemium',
): Promise<{ id: string; number: number; client: SupabaseClient }> {
  const [quote] = await database<{ bid: string; digits: number }>(
    'select bid::text, digits from quotes join instruments using (symbol) where symbol = $1',
    [symbol],
  )
  const at = (share: number) => (Number(quote?.bid) * share).toFixed(quote?.digits)
  // The same entry twice within a minute would be refused: another test's, or the first try's.
  const entry = at(0.99 - Math.random() / 200)
  const { client } = await person('analyst')
  const { data } = await client
    .rpc('publish_signal', {
      signal: {
        symbol,
        direction: 'buy',
        order_type: 'limit',
        entry_low: entry,
        entry_high: entry,
        stop_loss: at(0.98),
        targets: [{ price: at(1.01), share: '100' }],
        timeframe: 'M15',
        style: 'intraday',
        tier,
        risk_percent: '1',
        validity_minutes: 480,
        facts: 'Troisième contact sur la zone.',
        opinion: 'Un rebond est plus probable.',
        counter_thesis: 'Une inflation plus haute relancerait le dollar.',
        counter_condition: 'une bougie H1 clôture sous la zone.',
        method: 'Retour sur support.',
        conflicts: 'Aucune position.',
        position_held: 'none',
        affiliate_link: 'no',
      },
    })
    .throwOnError()
  return { ...data, client }
}

/**
 * Requests a signal's withdrawal as its analyst, and adds the engine's event without waiting for the minute to end. The worker
 * may do it first.
 */
export async function withdraw(client: SupabaseClient, id: string): Promise<void> {
  await client.rpc('cancel_signal', { signal_id: id, reason: 'Essai' }).throwOnError()
  await endWithdrawal(id)
}

/**
 * Resolves when a requested withdrawal is decided. Within the minute of its publication no market minute has a part in that, and
 * the engine's event is added at once; otherwise the worker adds it, when the minute has ended.
 */
export async function endWithdrawal(id: string): Promise<void> {
  await database(
    `select private.append_signal_event(signal_id, 'cancelled', date_trunc('minute', asked.at) + interval '1 minute', null, null, '{"rule": "asked", "reason": "cancelled"}')
       from signal_states join signals on signals.id = signal_id join signal_events as asked using (signal_id)
      where signal_id = $1 and state = 'pending' and asked.kind = 'cancel_asked' and date_trunc('minute', asked.at) = date_trunc('minute', published_at)`,
    [id],
  )
  await vi.waitFor(
    async () =>
      expect(
        await database(`select from signal_states where signal_id = $1 and state = 'cancelled'`, [id]),
      ).toHaveLength(1),
    { timeout: 150_000, interval: 1_000 },
  )
}
