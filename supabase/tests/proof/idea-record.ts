import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { IdeaDraft } from 'trading/ideas/idea'
import type { Product } from '../product.ts'

/** A level that no other idea has: any occurrence elsewhere is a leak. */
export const HIDDEN_TARGET = '1.09731'

export type Made = { id: string; number: number; thread: string; commitment: string; hash: string }

export const ideaDraft = (changes: object = {}): IdeaDraft => ({
  symbol: 'EURUSD',
  timeframe: 'H1',
  direction: 'buy',
  entry_low: '1.08300',
  entry_high: '1.08400',
  stop_loss: '1.08200',
  targets: [
    { price: '1.08600', share: '50' },
    { price: '1.08800', share: '50' },
  ],
  validity_minutes: 240,
  probability: '0.55',
  facts: 'Le creux de lundi a tenu deux fois.',
  opinion: 'Un retour vers 1.08600 me paraît plus probable.',
  counter_thesis: 'Une clôture H1 sous 1.08250.',
  ...changes,
})

/** Sets the quote of an instrument, current unless it is given an age. */
export const quoteAt = (
  { admin }: Pick<Product, 'admin'>,
  bid: string,
  { age = '0 seconds', symbol = 'EURUSD' } = {},
) =>
  admin.query(
    `insert into quotes values ($3, $1::numeric, $1::numeric + 0.0001, clock_timestamp() - $2::interval, 'simulated')
     on conflict (symbol) do update set bid = excluded.bid, ask = excluded.ask, quoted_at = excluded.quoted_at`,
    [bid, age, symbol],
  )

/** Publishes an idea at a current price of 1.08500. Throws the database's refusal. */
export async function publishIdea(
  vigie: Pick<Product, 'admin'>,
  client: SupabaseClient,
  changes: object = {},
  key = randomUUID(),
): Promise<Made> {
  await quoteAt(vigie, '1.08500')
  const { data, error } = await client.rpc('publish_idea', { idea: ideaDraft(changes), key })
  if (error) throw error
  return data as Made
}

/** Appends an event as the engine does, now. */
export const happens = (
  { admin }: Pick<Product, 'admin'>,
  id: string,
  kind: string,
  { price = null, r = null, data = {} }: { price?: string | null; r?: string | null; data?: object } = {},
) =>
  admin.query('select private.append_idea_event($1, $2, clock_timestamp(), $3, $4, $5)', [
    id,
    kind,
    price,
    r,
    JSON.stringify(data),
  ])
