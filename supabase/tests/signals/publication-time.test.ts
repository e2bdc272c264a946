import type { Json } from 'trading/proof/ledger'
import { verifyExport } from 'trading/proof/verify-export'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draft, openMarket, type Product, product, publish } from '../product.ts'
import { exportProof, sha256 } from '../proof/proof-record.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product()
})
afterAll(() => vigie.stop())

const row = async (sql: string, ...values: unknown[]) => (await vigie.admin.query(sql, values)).rows[0]
const quote = (bid: string, ask: string) =>
  vigie.admin.query(
    `insert into quotes values ('EURUSD', $1, $2, clock_timestamp(), 'simulated')
     on conflict (symbol) do update set bid = excluded.bid, ask = excluded.ask, quoted_at = excluded.quoted_at`,
    [bid, ask],
  )

describe('a publication', () => {
  it('has the next number, whatever was undone before it', async () => {
    const { number } = await publish(vigie)
    const client = await vigie.admin.connect()
    try {
      await client.query('begin')
      await client.query(
        `select private.record_signal($1, gen_random_uuid(), 'Ada', now(), now(), null, false)`,
        [JSON.stringify(draft())],
      )
      await client.query('rollback')
    } finally {
      client.release()
    }
    expect((await publish(vigie)).number).toBe(number + 1)
  })

  it('seals the quote that its order was checked against, to the last digit', async () => {
    await openMarket(vigie, 'EURUSD')
    await quote('1.08790', '1.08801')
    const { id } = await publish(vigie, { tier: 'freemium' })
    const { signals } = await exportProof(vigie)
    expect(signals.find((signal) => signal.id === id)?.reasons).toMatchObject({
      reference_bid: '1.08790',
      reference_ask: '1.08801',
      reference_price: '1.08796',
    })
  })

  it('is dated when it obtains the ledger’s lock, however long it waited', async () => {
    await quote('1.08790', '1.08801')
    const client = await vigie.admin.connect()
    await client.query('begin')
    await client.query('select private.lock_ledger()')
    const publishing = publish(vigie)
    await expect
      .poll(
        async () =>
          (await row(`select count(*)::int from pg_locks where locktype = 'advisory' and not granted`)).count,
      )
      .toBe(1)
    const { turn } = (await client.query('select clock_timestamp() as turn')).rows[0]
    await client.query('commit')
    client.release()
    const { id } = await publishing
    const { after } = await row('select published_at > $2 as after from signals where id = $1', id, turn)
    expect(after).toBe(true)
  })

  it('and everything said of it leave a record that verifies, published at once or at a set time', async () => {
    await quote('1.08790', '1.08801')
    const { id } = await publish(vigie, { tier: 'premium' })
    const { id: free } = await publish(vigie, { tier: 'freemium' })
    await vigie.admin.query(
      'insert into signal_drafts (author_id, input, publish_at) values ($1, $2, now())',
      [vigie.idOf.analyst, JSON.stringify(draft({ tier: 'premium' }))],
    )
    const { published } = await row(
      'select private.publish_draft(id) ->> $1 as published from signal_drafts',
      'published',
    )
    expect(published).toContain('number')
    for (const signal of [id, free]) {
      await vigie.as.analyst
        .rpc('add_signal_note', { signal_id: signal, note: 'Le plan tient.' })
        .throwOnError()
      await vigie.as.analyst
        .rpc('cancel_signal', { signal_id: signal, reason: 'Plus valable' })
        .throwOnError()
      const { due } = await row(`select date_trunc('minute', clock_timestamp()) + interval '1 minute' as due`)
      await vigie.admin.query(
        `insert into candles (symbol, timeframe, opened_at, open, high, low, close, spread, source)
         select 'EURUSD', 'M1', minute, 1.0879, 1.0879, 1.0879, 1.0879, 0.0001, 'simulated'
           from generate_series(date_trunc('minute', now()) - interval '5 minutes', $1, interval '1 minute') as minute
         on conflict do nothing`,
        [due],
      )
      await vigie.admin.query(
        `select private.append_signal_event($1, 'cancelled', $2, null, null, '{"rule":"asked","reason":"cancelled"}')`,
        [signal, due],
      )
      await vigie.as.analyst
        .rpc('grade_thesis', {
          signal_id: signal,
          thesis_held: true,
          counter_held: false,
          words: 'Elle tient.',
        })
        .throwOnError()
    }
    expect(await verifyExport((await exportProof(vigie)) as unknown as Json, { hash: sha256 })).toMatchObject(
      { verdict: 'concordant' },
    )
  })

  it('is never dated before the last entry, should the clock be set back', async () => {
    await vigie.admin.query(
      `select private.append_to_ledger('head', null, '{}', clock_timestamp() + interval '1 hour')`,
    )
    // By then a quote dated by the clock is an hour old.
    await expect(publish(vigie)).rejects.toMatchObject({ message: 'no_price' })
    await vigie.admin.query(`update quotes set quoted_at = now() + interval '1 hour'`)
    const { id } = await publish(vigie)
    const { same } = await row(
      `select published_at = (select at from ledger where kind = 'head') as same from signals where id = $1`,
      id,
    )
    expect(same).toBe(true)
  })
})
