import type { Product } from './product.ts'

export type SignalTold = { number: number; kind: string; signal_id: string; signal: object; ledger: string }
type CaughtUp<M> = { epoch: string; head: number; messages: { event: string; payload: M }[] | null }

/** The messages of the signals topic of an actor's tier after a number; null returns the topic's head only. */
export async function signalsSince(
  { as }: Pick<Product, 'as'>,
  who: 'premium' | 'freemium',
  after: number | null,
): Promise<{ head: number; messages: SignalTold[] }> {
  const topic = `signals:${who}`
  const { epoch, head } = unwrap(await as[who].rpc('catch_up', { topic })) as CaughtUp<SignalTold>
  if (after === null) return { head, messages: [] }
  const told = unwrap(await as[who].rpc('catch_up', { topic, after, epoch })) as CaughtUp<SignalTold>
  if (!told.messages) throw new Error('not all of it is kept')
  return { head: told.head, messages: told.messages.map(({ payload }) => payload) }
}

function unwrap({ data, error }: { data: unknown; error: unknown }): unknown {
  if (error) throw error
  return data
}

/** The epoch shared by all topics. */
export async function liveEpoch({ admin }: Pick<Product, 'admin'>): Promise<string> {
  const { rows } = await admin.query<{ epoch: string }>('select private.live_epoch() as epoch')
  return rows[0]?.epoch ?? ''
}
