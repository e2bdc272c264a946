import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { liveEpoch } from '../caught-up.ts'
import { type Product, product, publish } from '../product.ts'

// A freemium member must not obtain the levels of an open premium signal by any request. The test signal contains figures and
// words that occur nowhere else; every response is searched for them.
const SECRETS = ['1.23456', '1.23567', '1.21111', '1.27777', '1.29999', 'MARQUEUR']
const SECRET_DRAFT = {
  tier: 'premium',
  entry_low: '1.23456',
  entry_high: '1.23567',
  stop_loss: '1.21111',
  targets: [
    { price: '1.27777', share: '37' },
    { price: '1.29999', share: '63' },
  ],
  facts: 'MARQUEUR des faits',
  opinion: 'MARQUEUR de l’opinion',
}

let vigie: Product
let id: string
let free: string
let epoch: string
beforeAll(async () => {
  vigie = await product()
  epoch = await liveEpoch(vigie)
  id = (await publish(vigie, SECRET_DRAFT)).id
  free = (await publish(vigie, { tier: 'freemium' })).id
  await vigie.admin.query(
    `select private.append_signal_event($1, 'entered', clock_timestamp(), 1.23567, null, '{"risk":"0.02456"}')`,
    [id],
  )
  await vigie.as.analyst.rpc('add_signal_note', { signal_id: id, note: 'MARQUEUR de la note' })
}, 60_000)
afterAll(() => vigie.stop())

/** Requests that could reveal the levels. `*` is replaced by the signal. */
const WAYS: Record<
  string,
  (client: SupabaseClient) => PromiseLike<{ data: unknown; count?: number | null }>
> = {
  'the tables themselves': (client) => client.from('signal_levels').select('*'),
  'one row of them': (client) => client.from('signal_levels').select('*').eq('signal_id', id).maybeSingle(),
  targets: (client) => client.from('signal_targets').select('*').eq('signal_id', id),
  events: (client) => client.from('signal_events').select('*').eq('signal_id', id),
  'an embed': (client) =>
    client
      .from('signals')
      .select('*, signal_levels(*), signal_targets(*), signal_events(*), signal_states(*)')
      .eq('id', id),
  'an embed turned round': (client) =>
    client.from('signal_targets').select('*, signals(*, signal_levels(*))').eq('signal_id', id),
  'a spread embed': (client) =>
    client.from('signals').select('*, ...signal_levels(direction, stop_loss)').eq('id', id),
  'the ledger': (client) => client.from('ledger').select('*').order('sequence'),
  'the export': (client) => client.rpc('export_proof', { after: 0, page_size: 1000 }),
  'the daily heads': (client) => client.from('ledger_heads').select('*, ledger(*)'),
  'figures of the record': (client) => client.rpc('signal_performance', { days: 90 }),
  'the check of the record': (client) => client.rpc('verify_record'),
  'the topic of their tier': (client) =>
    client.rpc('catch_up', { topic: 'signals:freemium', after: 0, epoch }),
  'the topic of premium members': (client) =>
    client.rpc('catch_up', { topic: 'signals:premium', after: 0, epoch }),
  'the public export': (client) => client.rpc('export_proof', { after: 0, page_size: 1000 }),
  'every figure': (client) => client.rpc('performance_figures', { filters: {} }),
  breakdowns: (client) => client.rpc('performance_breakdowns', { filters: {} }),
  'rows of the figures': (client) => client.rpc('performance_rows', { filters: {} }),
  'the medians of members': (client) => client.rpc('signal_member_result', { signal_id: id }),
  'alerts that fired': (client) => client.from('signal_alerts_fired').select('*'),
  'trades of members': (client) => client.from('signal_trades').select('*'),
  drafts: (client) => client.from('signal_drafts').select('*'),
  'the palette': (client) => client.rpc('search', { query: 'MARQUEUR' }),
  'the messages': (client) =>
    client
      .schema('realtime' as 'public')
      .from('messages' as 'signals')
      .select('*'),
  'private helpers': (client) =>
    client.schema('private' as 'public').rpc('signal_json' as never, { signal_id: id, whole: true } as never),
}

/** Queries whose result alone would reveal something. Each must be empty or zero. */
const QUESTIONS: Record<
  string,
  (client: SupabaseClient) => PromiseLike<{ data: unknown[] | null; count?: number | null }>
> = {
  'an inner join on the direction': (client) =>
    client
      .from('signals')
      .select('id, signal_levels!inner(direction)')
      .eq('id', id)
      .eq('signal_levels.direction', 'buy'),
  'an inner join on a price': (client) =>
    client.from('signals').select('id, signal_levels!inner()').eq('id', id).gt('signal_levels.stop_loss', 1),
  'an inner join on the number of targets': (client) =>
    client.from('signals').select('id, signal_targets!inner(position)').eq('id', id),
  'a count of levels': (client) =>
    client.from('signal_levels').select('*', { count: 'exact', head: true }).eq('signal_id', id),
  'a count of targets': (client) =>
    client.from('signal_targets').select('*', { count: 'exact', head: true }).eq('signal_id', id),
  'an estimate of targets': (client) =>
    client.from('signal_targets').select('*', { count: 'estimated', head: true }).eq('signal_id', id),
  'a filter on either side': (client) =>
    client
      .from('signal_levels')
      .select('signal_id')
      .eq('signal_id', id)
      .or('direction.eq.buy,direction.eq.sell'),
  'a text search': (client) => client.from('signal_levels').select('signal_id').like('facts', '%MARQUEUR%'),
  'events since its publication': (client) =>
    client.from('signal_events').select('kind').eq('signal_id', id).gt('sequence', 1),
}

describe('the levels of an open premium signal', () => {
  for (const actor of ['freemium', 'visitor'] as const) {
    for (const [way, ask] of Object.entries(WAYS)) {
      it(`[S-90] do not reach a ${actor} through ${way}`, async () => {
        expect(secretsIn(await ask(vigie.as[actor]))).toEqual([])
      })
    }
    for (const [question, ask] of Object.entries(QUESTIONS)) {
      it(`[S-90] are not given away to a ${actor} by ${question}`, async () => {
        const { data, count } = await ask(vigie.as[actor])
        expect(data ?? []).toEqual([])
        expect(count ?? 0).toBe(0)
      })
    }
  }

  it('answer each of these questions to a premium member, so that the silence above means something', async () => {
    for (const [question, ask] of Object.entries(QUESTIONS)) {
      const { data, count } = await ask(vigie.as.premium)
      expect((data?.length ?? 0) + (count ?? 0), question).toBeGreaterThan(0)
    }
  })

  it('[S-90] change nothing in the order of the signals that a freemium member reads', async () => {
    const { data } = await vigie.as.freemium
      .from('signals')
      .select('id, signal_levels(entry_low)')
      .order('signal_levels(entry_low)', { ascending: false, nullsFirst: false })
    // Sorted by its sealed price of 1.23456, the signal would come first; as null it comes last.
    expect(data?.map((signal) => signal.id)).toEqual([free, id])
  })

  it('[S-100] reach premium members and staff at once, and free signals everybody signed in', async () => {
    for (const actor of ['premium', 'analyst', 'admin'] as const) {
      expect(secretsIn(await WAYS['an embed']!(vigie.as[actor])).length).toBeGreaterThan(5)
    }
    const { data } = await vigie.as.freemium.from('signal_levels').select('signal_id').eq('signal_id', free)
    expect(data).toHaveLength(1)
  })

  it('[S-90] go out over realtime to those alone who may read them', async () => {
    const heard = { premium: [] as unknown[], freemium: [] as unknown[] }
    const channels = await Promise.all([
      listen(vigie.as.premium, 'signals:premium', (payload) => heard.premium.push(payload)),
      listen(vigie.as.freemium, 'signals:freemium', (payload) => heard.freemium.push(payload)),
    ])
    await vigie.as.analyst.rpc('add_signal_note', { signal_id: id, note: 'MARQUEUR en direct' })
    await expect.poll(() => heard.premium.length, { timeout: 5000 }).toBe(1)
    expect(secretsIn(heard.premium)).toEqual(SECRETS)
    // The channel's next message has arrived, so no message about the note was delivered before it.
    const { id: next } = await publish(vigie, { tier: 'premium' })
    await expect.poll(() => heard.freemium.length, { timeout: 5000 }).toBe(1)
    expect(heard.freemium[0]).toMatchObject({
      kind: 'published',
      signal_id: next,
      signal: { id: next, symbol: 'EURUSD', signal_states: null },
    })
    expect(secretsIn(heard.freemium)).toEqual([])
    await expect(listen(vigie.as.freemium, 'signals:premium', () => undefined)).rejects.toThrow()
    await expect(listen(vigie.as.visitor, 'signals:freemium', () => undefined)).rejects.toThrow()
    await Promise.all(channels.map((channel) => channel.unsubscribe()))
  }, 30_000)

  it('[S-90] stay closed to a member whose premium period is over, and open with a new one', async () => {
    const { client, id: userId } = await vigie.member()
    const period = (from: string, until: string) =>
      vigie.admin.query(
        `insert into premium_grants (user_id, source, starts_at, ends_at) values ($1, 'test', now() + $2::interval, now() + $3::interval)`,
        [userId, from, until],
      )
    const seen = async () =>
      (await client.from('signal_levels').select('signal_id').eq('signal_id', id)).data?.length
    await period('-2 days', '-1 second')
    await period('1 hour', '2 hours')
    expect(await seen()).toBe(0)
    await period('-1 second', '1 hour')
    expect(await seen()).toBe(1)
  })

  it('[S-90] cannot be had by saying in a token or a profile what one is not', async () => {
    const { client } = await vigie.member()
    await client.auth.updateUser({
      data: { tier: 'premium', role: 'admin', staff_role: 'admin', is_premium: true },
    })
    await client.auth.refreshSession()
    const { data } = await client.rpc('my_access')
    expect(data).toMatchObject({ tier: 'freemium', staff_role: null })
    expect(secretsIn(await WAYS['an embed']!(client))).toEqual([])
  })

  it('[S-100] are open to every member once the signal has ended, with all that happened', async () => {
    await vigie.admin.query(
      `select private.append_signal_event($1, 'stopped', clock_timestamp(), 1.21111, -1, '{"share":"100"}')`,
      [id],
    )
    const { data } = await vigie.as.freemium
      .from('signals')
      .select('*, signal_levels(*), signal_targets(*), signal_events(kind)')
      .eq('id', id)
      .single()
    expect(secretsIn(data)).toEqual(SECRETS)
    expect(secretsIn(await vigie.as.visitor.from('ledger').select('*').eq('signal_id', id))).toContain(
      '1.21111',
    )
  })
})

function secretsIn(answer: unknown): string[] {
  const text = JSON.stringify(answer)
  return SECRETS.filter((secret) => text.includes(secret))
}

/** Joins a private channel. Rejects if the server refuses the join. */
async function listen(
  client: SupabaseClient,
  topic: string,
  hear: (payload: unknown) => void,
): Promise<RealtimeChannel> {
  await client.realtime.setAuth()
  const channel = client.channel(topic, { config: { private: true } })
  channel.on('broadcast', { event: 'signal' }, ({ payload }) => hear(payload))
  await new Promise<void>((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === 'SUBSCRIBED') resolve()
      if (status === 'CHANNEL_ERROR' || status === 'TIMED_OUT') reject(error ?? new Error(status))
    })
  }).catch(async (error) => {
    await client.removeChannel(channel)
    throw error
  })
  return channel
}
