import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attempt } from '../attempt.ts'
import { type Product, product, publish } from '../product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product()
}, 60_000)
afterAll(() => vigie.stop())

const taken = (signal_id: string, changes: Record<string, unknown> = {}) => ({
  signal_id,
  status: 'taken',
  entry_price: 1.0865,
  entered_at: new Date().toISOString(),
  ...changes,
})

/** A signal entered at 1.0860 and closed at 1.0900, with the events that the engine would record. */
async function closedSignal(): Promise<string> {
  const { id } = await openSignal({ tier: 'freemium' })
  await vigie.admin.query(
    `select private.append_signal_event($1, 'entered', clock_timestamp(), 1.0860, null, '{}')`,
    [id],
  )
  return id
}
const close = (id: string) =>
  vigie.admin.query(
    `select private.append_signal_event($1, 'closed', clock_timestamp(), 1.0900, 1, '{"reason":"targets"}')`,
    [id],
  )
let counter = 0
async function openSignal(changes: Record<string, unknown> = {}) {
  return await publish(vigie, {
    entry_low: (1.085 + ++counter / 100_000).toFixed(5),
    entry_high: '1.08600',
    stop_loss: '1.08200',
    targets: [{ price: '1.09000', share: '100' }],
    ...changes,
  })
}

describe('a member’s own trade', () => {
  it('[S-100] may be noted for a signal whose levels the member may read, and for no other', async () => {
    const premium = await openSignal()
    const free = await openSignal({ tier: 'freemium' })
    const insert = 'insert into signal_trades (signal_id, status) values ($1, $2)'
    expect((await attempt(vigie, 'freemium', insert, [premium.id, 'followed'])).refused).toBe('42501')
    expect(await attempt(vigie, 'freemium', insert, [free.id, 'followed'])).toEqual({
      rows: 1,
      refused: null,
    })
    expect(await attempt(vigie, 'premium', insert, [premium.id, 'ignored'])).toEqual({
      rows: 1,
      refused: null,
    })
    expect((await attempt(vigie, 'visitor', insert, [free.id, 'followed'])).refused).toBe('42501')
    expect((await attempt(vigie, 'service_role', insert, [free.id, 'followed'])).refused).toBe('42501')
  })

  it('[S-90] tells a freemium member nothing about a stop, whatever entry they try', async () => {
    const { id } = await openSignal()
    const answers = await Promise.all(
      [0.5, 1.0, 1.07, 1.08, 1.086, 1.2, 3].map((entry_price) =>
        vigie.as.freemium.from('signal_trades').insert(taken(id, { entry_price })),
      ),
    )
    expect(new Set(answers.map(({ error }) => `${error?.code} ${error?.message}`)).size).toBe(1)
    expect(answers[0]?.error?.message).toBe('levels_not_open')
  })

  it('[S-90] cannot be noted in somebody else’s name', async () => {
    const { id } = await openSignal()
    const forged = await vigie.as.freemium
      .from('signal_trades')
      .insert({ ...taken(id), user_id: vigie.idOf.premium })
    expect(forged.error?.code).toBe('42501')
  })

  it('is read, changed and removed by its owner alone', async () => {
    const { id } = await openSignal()
    expect((await vigie.as.premium.from('signal_trades').insert(taken(id))).error).toBeNull()
    for (const actor of ['visitor', 'freemium', 'analyst', 'admin', 'service_role'] as const) {
      expect((await attempt(vigie, actor, 'select from signal_trades where signal_id = $1', [id])).rows).toBe(
        0,
      )
      expect(
        (await attempt(vigie, actor, `update signal_trades set note = 'x' where signal_id = $1`, [id])).rows,
      ).toBe(0)
      expect((await attempt(vigie, actor, 'delete from signal_trades where signal_id = $1', [id])).rows).toBe(
        0,
      )
    }
    expect(
      (await vigie.as.premium.from('signal_trades').delete().eq('signal_id', id).select()).data,
    ).toHaveLength(1)
  })

  it.each([
    ['an entry before the publication', { entered_at: '2020-01-01T00:00:00Z' }, 'entered_before_publication'],
    ['a time to come', { entered_at: new Date(Date.now() + 3_600_000).toISOString() }, 'time_to_come'],
    ['an entry past the stop', { entry_price: 1.05 }, 'entry_past_stop'],
    ['an exit without its time', { exit_price: 1.09 }, 'violates check constraint'],
    ['a size without a rate to count money with', { lots: 1 }, 'violates check constraint'],
    ['a fill on a signal that was let pass', { status: 'ignored' }, 'violates check constraint'],
  ])('refuses %s', async (_name, changes, reason) => {
    const { id } = await openSignal()
    const { error } = await vigie.as.premium.from('signal_trades').insert(taken(id, changes))
    expect(error?.message).toContain(reason)
  })

  it('keeps what it said before each change, for its owner alone', async () => {
    const { id } = await openSignal()
    await vigie.as.premium.from('signal_trades').insert({ signal_id: id, status: 'followed' })
    const { signal_id: _same, ...fill } = taken(id)
    for (const entry_price of [1.0865, 1.0866]) {
      const { error } = await vigie.as.premium
        .from('signal_trades')
        .update({ ...fill, entry_price })
        .eq('signal_id', id)
      expect(error).toBeNull()
    }
    const { data } = await vigie.as.premium
      .from('signal_trade_revisions')
      .select('revision,trade')
      .eq('signal_id', id)
      .order('revision')
    expect(data?.map(({ revision, trade }) => [revision, trade.status, trade.entry_price])).toEqual([
      [1, 'followed', null],
      [2, 'taken', 1.0865],
    ])
    expect((await vigie.as.admin.from('signal_trade_revisions').select().eq('signal_id', id)).data).toEqual(
      [],
    )
    expect((await attempt(vigie, 'premium', `update signal_trade_revisions set trade = '{}'`)).refused).toBe(
      '42501',
    )
  })

  it('leaves with the account, revisions too', async () => {
    const { client, id: who } = await vigie.member()
    const { id } = await openSignal({ tier: 'freemium' })
    await client.from('signal_trades').insert({ signal_id: id, status: 'followed' })
    await client.from('signal_trades').update({ note: 'n' }).eq('signal_id', id)
    await vigie.admin.query('delete from auth.users where id = $1', [who])
    for (const table of ['signal_trades', 'signal_trade_revisions'])
      expect((await vigie.admin.query(`select from ${table} where user_id = $1`, [who])).rowCount).toBe(0)
  })
})

describe('what members made of a signal', () => {
  /** Reports of members who joined before the signal: entry and delay in minutes as given, all closed at 1.0900. */
  async function report(signalId: string, count: number, entry = 1.0864, joined = '2020-01-01') {
    await vigie.admin.query(
      `with people as (
         insert into auth.users (id, aud, role, email, raw_user_meta_data, created_at, updated_at)
         select gen_random_uuid(), 'authenticated', 'authenticated', gen_random_uuid() || '@example.org', '{}', now(), now()
         from generate_series(1, $1) returning id
       ) select from people`,
      [count],
    )
    const { rows } = await vigie.admin.query<{ id: string }>(
      `update public.profiles set created_at = $2 where id in (select id from public.profiles order by created_at desc limit $1) returning id`,
      [count, joined],
    )
    const { rows: levels } = await vigie.admin.query(`select published_at from signals where id = $1`, [
      signalId,
    ])
    for (const { id } of rows) {
      await vigie.admin.query(
        `insert into signal_trades (user_id, signal_id, status, entry_price, entered_at, exit_price, exited_at)
         values ($1, $2, 'taken', $3, $4, 1.0900, $4)`,
        [id, signalId, entry, levels[0].published_at],
      )
    }
    return rows.map(({ id }) => id)
  }
  const shown = async (id: string) =>
    (await vigie.as.freemium.rpc('signal_member_result', { signal_id: id })).data

  it('[S-100] is not shown for nine of them, and is for ten, beside the model', async () => {
    const id = await closedSignal()
    await report(id, 9)
    await close(id)
    expect(await shown(id)).toEqual([])
    await report(id, 1)
    const [result] = await shown(id)
    expect(result).toMatchObject({ members: 10, model_r: '1', median_slippage_pips: '4' })
    // (1.0900 − 1.0864) ÷ (1.0864 − 1.0820), rounded to one decimal.
    expect(result.median_r).toBe('0.8')
  })

  it('is not shown while the signal runs, and is once it closes', async () => {
    const id = await closedSignal()
    await report(id, 12)
    expect(await shown(id)).toEqual([])
    await close(id)
    expect(await shown(id)).toMatchObject([{ members: 10 }])
  })

  it('cannot be told apart by one member: it moves at each five, and by nothing that is changed or removed later', async () => {
    const id = await closedSignal()
    const first = await report(id, 10, 1.0864)
    await close(id)
    const before = await shown(id)
    await report(id, 4, 1.0899)
    expect(await shown(id)).toEqual(before)
    await vigie.admin.query('update signal_trades set exit_price = 1.2 where user_id = any ($1)', [
      first.slice(0, 6),
    ])
    await vigie.admin.query('delete from auth.users where id = $1', [first[9]])
    expect(await shown(id)).toEqual(before)
    await report(id, 2, 1.0899)
    expect(await shown(id)).toMatchObject([{ members: 15 }])
    const { rows } = await vigie.admin.query(
      'select members from signal_member_results where signal_id = $1 order by members',
      [id],
    )
    expect(rows).toEqual([{ members: 10 }, { members: 15 }])
  })

  it('does not count accounts made after the publication', async () => {
    const id = await closedSignal()
    await close(id)
    await report(id, 9)
    await report(id, 20, 1.0864, '2999-01-01')
    expect(await shown(id)).toEqual([])
  })

  it('counts no member twice or short when reports come at once', async () => {
    const id = await closedSignal()
    await close(id)
    const people = await report(id, 20)
    await vigie.admin.query('delete from signal_trades where signal_id = $1', [id])
    const other = await closedSignal()
    await close(other)
    const { rows } = await vigie.admin.query(`select published_at from signals where id = $1`, [other])
    await Promise.all(
      people.map((user) =>
        vigie.admin.query(
          `insert into signal_trades (user_id, signal_id, status, entry_price, entered_at, exit_price, exited_at)
           values ($1, $2, 'taken', 1.0864, $3, 1.09, $3)`,
          [user, other, rows[0].published_at],
        ),
      ),
    )
    const stored = await vigie.admin.query(
      'select members from signal_member_results where signal_id = $1 order by members',
      [other],
    )
    expect(stored.rows.map(({ members }) => members)).toEqual([10, 15, 20])
  })
})
