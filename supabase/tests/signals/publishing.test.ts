import type { SupabaseClient } from '@supabase/supabase-js'
import { commitment } from 'trading/proof/ledger'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeMarkets, draft, openMarket, type Product, product, publish, withdraw } from '../product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product()
}, 60_000)
afterAll(() => vigie.stop())

const quote = (bid: string, age = '0 seconds') =>
  vigie.admin.query(
    `insert into quotes values ('EURUSD', $1::numeric, $1::numeric + 0.0001, now() - $2::interval, 'simulated')
     on conflict (symbol) do update set bid = excluded.bid, ask = excluded.ask, quoted_at = excluded.quoted_at`,
    [bid, age],
  )
const targets = (...list: [price: string, share: string][]) =>
  list.map(([price, share]) => ({ price, share }))
const BASE = {
  entry_low: '1.08000',
  entry_high: '1.08100',
  stop_loss: '1.07800',
  targets: targets(['1.08500', '100']),
}

const REFUSALS: [key: string, hint: string, changes: Record<string, unknown>][] = [
  ['unknown_instrument', 'symbol', { symbol: 'NOPE' }],
  ['unknown_instrument', 'symbol', { symbol: null }],
  ['invalid_direction', 'direction', { direction: 'long' }],
  ['invalid_direction', 'direction', { direction: null }],
  ['invalid_order_type', 'order_type', { order_type: 'oco' }],
  ['invalid_timeframe', 'timeframe', { timeframe: 'W1' }],
  ['invalid_style', 'style', { style: 'hold' }],
  ['invalid_tier', 'tier', { tier: 'gold' }],
  ['missing_level', 'entry_low', { entry_low: '' }],
  ['missing_level', 'entry_low', { entry_low: '1.08200' }],
  ['missing_level', 'entry_high', { entry_high: '1,0810' }],
  ['missing_level', 'stop_loss', { stop_loss: '-1.07' }],
  ['missing_level', 'stop_loss', { stop_loss: '0' }],
  ['missing_level', 'targets', { targets: [] }],
  ['missing_level', 'targets', { targets: 'all' }],
  ['missing_level', 'targets', { targets: targets(['NaN', '100']) }],
  ['too_many_digits', 'entry_high', { entry_high: '1.081001' }],
  ['too_many_digits', 'targets', { targets: targets(['1.085001', '100']) }],
  ['stop_on_wrong_side', 'stop_loss', { stop_loss: '1.08050' }],
  ['stop_on_wrong_side', 'stop_loss', { stop_loss: '1.08000' }],
  ['stop_on_wrong_side', 'stop_loss', { direction: 'sell' }],
  ['target_on_wrong_side', 'targets', { targets: targets(['1.08050', '100']) }],
  ['target_on_wrong_side', 'targets', { direction: 'sell', stop_loss: '1.08300' }],
  ['first_target_too_close', 'targets', { targets: targets(['1.08249', '50'], ['1.09000', '50']) }],
  ['targets_not_ordered', 'targets', { targets: targets(['1.08500', '50'], ['1.08400', '50']) }],
  ['targets_not_ordered', 'targets', { targets: targets(['1.08500', '50'], ['1.08500', '50']) }],
  [
    'too_many_targets',
    'targets',
    { targets: targets(...[4, 5, 6, 7, 8, 9].map((n): [string, string] => [`1.08${n}00`, '10'])) },
  ],
  ['shares_not_complete', 'targets', { targets: targets(['1.08500', '50'], ['1.08600', '49']) }],
  ['shares_not_complete', 'targets', { targets: targets(['1.08500', '100'], ['1.08600', '0']) }],
  ['shares_not_complete', 'targets', { targets: targets(['1.08500', 'all']) }],
  ['invalid_break_even', 'break_even_after', { break_even_after: 1 }],
  ['invalid_break_even', 'break_even_after', { break_even_after: 'soon' }],
  ['invalid_trailing', 'trailing_distance', { trailing_distance: '0' }],
  ['invalid_trailing', 'trailing_distance', { trailing_distance: '10 pips' }],
  ['too_many_digits', 'trailing_distance', { trailing_distance: '0.001001' }],
  ['invalid_trailing', 'trailing_after', { trailing_distance: '0.001', trailing_after: 1 }],
  [
    'invalid_trailing',
    'trailing_after',
    { trailing_after: 1, targets: targets(['1.085', '50'], ['1.09', '50']) },
  ],
  ['invalid_risk', 'risk_percent', { risk_percent: '11' }],
  ['invalid_validity', 'validity_minutes', { validity_minutes: 4 }],
  ['invalid_validity', 'validity_minutes', { validity_minutes: 43_201 }],
  ['invalid_validity', 'validity_minutes', { validity_minutes: 7.5 }],
  ...['facts', 'opinion', 'counter_thesis', 'counter_condition', 'method', 'conflicts'].map(
    (field): [string, string, Record<string, unknown>] => ['missing_text', field, { [field]: '  ' }],
  ),
  ['missing_answer', 'position_held', { position_held: '' }],
  ['missing_answer', 'position_held', { position_held: 'both' }],
  ['missing_answer', 'affiliate_link', { affiliate_link: null }],
  ['text_too_long', 'facts', { facts: 'x'.repeat(4001) }],
]

describe('publish_signal', () => {
  for (const [key, hint, changes] of REFUSALS) {
    it(`refuses with ${key} (${hint}): ${JSON.stringify(changes).slice(0, 90)}`, async () => {
      const { error } = await vigie.as.analyst.rpc('publish_signal', {
        signal: draft({ ...BASE, ...changes }),
      })
      expect(error).toMatchObject({ code: 'P0001', message: key, hint })
      expect(error?.details).toBeTruthy()
    })
  }

  for (const actor of ['visitor', 'freemium', 'premium', 'service_role'] as const) {
    it(`[S-90] is refused to a ${actor}`, async () => {
      const { error } = await vigie.as[actor].rpc('publish_signal', { signal: draft() })
      expect(error?.code).toBe('42501')
    })
  }

  it('[S-100] takes exactly half an R, whole numbers and prices without trailing zeros', async () => {
    const { id } = await publish(vigie, {
      ...BASE,
      entry_high: '1.081',
      targets: targets(['1.0825', '50'], ['1.09', '50.0']),
    })
    const { data } = await vigie.as.premium
      .from('signal_levels')
      .select('entry_high::text, stop_loss::text')
      .eq('signal_id', id)
      .single()
    expect(data).toEqual({ entry_high: '1.08100', stop_loss: '1.07800' })
    const { data: stored } = await vigie.as.premium
      .from('signal_targets')
      .select('share::text')
      .eq('signal_id', id)
      .order('position')
    expect(stored).toEqual([{ share: '50' }, { share: '50' }])
  })

  it('[S-100] seals what it stores: the commitment is that of the levels and a nonce', async () => {
    await quote('1.08712')
    const published = await publish(vigie)
    const { rows } = await vigie.admin.query(
      'select nonce, value from private.signal_nonces where signal_id = $1',
      [published.id],
    )
    expect(commitment(rows[0].nonce, rows[0].value)).toBe(published.commitment)
    expect(Object.keys(rows[0].value).sort()).toEqual([
      'direction',
      'entry_high',
      'entry_low',
      'expires_at',
      'order_type',
      'stop_loss',
      'symbol',
      'targets',
      'timeframe',
    ])
    const { data: head } = await vigie.as.visitor.rpc('ledger_head')
    expect(head).toMatchObject({ hash: published.hash })
    const { data } = await vigie.as.premium
      .from('signals')
      .select(
        'author_name, demonstration, signal_states(state), signal_levels(reference_price::text, reference_source, reference_at), signal_events(kind, sequence)',
      )
      .eq('id', published.id)
      .single()
    expect(data).toMatchObject({
      demonstration: false,
      signal_states: { state: 'pending' },
      signal_levels: { reference_price: '1.08717', reference_source: 'simulated' },
      signal_events: [{ kind: 'published', sequence: 1 }],
    })
    const { rows: quoted } = await vigie.admin.query(
      `select reference_at = quoted_at as same from signal_levels, quotes where signal_id = $1 and symbol = 'EURUSD'`,
      [published.id],
    )
    expect(quoted).toEqual([{ same: true }])
  })

  it('stays as it was told: later input changes neither author nor time', async () => {
    const forged = {
      author_id: vigie.idOf.premium,
      author_name: 'Somebody',
      published_at: '2020-01-01',
      demonstration: true,
      id: vigie.idOf.admin,
      number: 1,
    }
    const { id } = await publish(vigie, forged)
    const { data } = await vigie.as.analyst.from('signals').select('*').eq('id', id).single()
    expect(data).toMatchObject({ author_id: vigie.idOf.analyst, demonstration: false })
    expect(Date.now() - Date.parse(data!.published_at)).toBeLessThan(60_000)
  })

  it('refuses the same signal within a minute, however many send it at once', async () => {
    const same = { ...BASE, entry_low: '1.07990' }
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        vigie.as[index % 2 ? 'admin' : 'analyst'].rpc('publish_signal', {
          signal: draft({ ...same, facts: `Essai ${index}` }),
        }),
      ),
    )
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
    for (const { error } of answers)
      if (error) expect(error).toMatchObject({ message: 'duplicate_signal', hint: 'entry_low' })
    await publish(vigie, { ...same, entry_low: '1.07991' })
  })

  it('leaves nothing behind when it refuses', async () => {
    const count = async () =>
      (
        await vigie.admin.query(
          'select (select count(*) from signals) as signals, (select count(*) from ledger) as entries',
        )
      ).rows
    const before = await count()
    await vigie.as.analyst.rpc('publish_signal', { signal: draft({ ...BASE, conflicts: '' }) })
    expect(await count()).toEqual(before)
  })
})

describe('a signal at the current price', () => {
  const far = targets(['1.08500', '100'])
  const HINTS: Record<string, string> = {
    price_past_stop: 'stop_loss',
    price_past_target: 'targets',
    limit_already_there: 'order_type',
    stop_already_there: 'order_type',
  }
  let own = 0
  it.each<[string, Record<string, unknown>, string, string | null]>([
    ['a limit order past its stop', BASE, '1.07800', 'price_past_stop'],
    ['a limit order above the price, which it would be filled at', BASE, '1.08089', 'limit_already_there'],
    ['a limit order that the ask has come to', BASE, '1.08090', 'limit_already_there'],
    ['a limit order that the ask is a point above', BASE, '1.08091', null],
    [
      'a stop order that the ask has run to',
      { ...BASE, order_type: 'stop' },
      '1.08090',
      'stop_already_there',
    ],
    ['a stop order that the ask is a point below', { ...BASE, order_type: 'stop' }, '1.08089', null],
    ['a market order inside its zone', { ...BASE, order_type: 'market' }, '1.08050', null],
    [
      'a sell limit that the bid has come to',
      {
        ...BASE,
        direction: 'sell',
        stop_loss: '1.08300',
        targets: targets(['1.07500', '100']),
        entry_high: '1.08060',
      },
      '1.08030',
      'limit_already_there',
    ],
    [
      'a sell stop that the bid has run to',
      {
        ...BASE,
        order_type: 'stop',
        direction: 'sell',
        stop_loss: '1.08300',
        targets: targets(['1.07500', '100']),
      },
      '1.07990',
      'stop_already_there',
    ],
    [
      'a stop order past its target',
      { ...BASE, order_type: 'stop', targets: far },
      '1.08500',
      'price_past_target',
    ],
    [
      'a stop order below its stop, which it waits to cross',
      { ...BASE, order_type: 'stop' },
      '1.07000',
      null,
    ],
    ['a market order past its target', { ...BASE, order_type: 'market' }, '1.08600', 'price_past_target'],
    [
      'a sell past its stop by the ask alone',
      { ...BASE, direction: 'sell', stop_loss: '1.08300', targets: targets(['1.07500', '100']) },
      '1.08290',
      'price_past_stop',
    ],
  ])('holds %s against it', async (_, changes, bid, key) => {
    await quote(bid)
    // Use a different price: publishing the same signal twice within a minute is refused.
    const edges = { entry_low: `1.080${20 + ++own}` }
    const { error } = await vigie.as.analyst.rpc('publish_signal', {
      signal: draft({ ...changes, ...edges }),
    })
    if (key === null) expect(error).toBeNull()
    else expect(error).toMatchObject({ message: key, hint: HINTS[key] })
  })

  it('is published without one while its market is closed, beside the last price and its time', async () => {
    await quote('1.07000', '3 minutes')
    const { id } = await publish(vigie, { ...BASE, entry_low: '1.07960' })
    const { rows } = await vigie.admin.query(
      `select reference_price::text as price, extract(epoch from published_at - reference_at)::int as age
         from signal_levels join signals on id = signal_id where signal_id = $1`,
      [id],
    )
    expect(rows).toMatchObject([{ price: '1.07005' }])
    expect(rows[0].age).toBeGreaterThanOrEqual(180)
  })

  it('is refused without one that is recent while its market is open, after everything that no price can make right', async () => {
    await openMarket(vigie, 'EURUSD')
    try {
      const send = (changes: Record<string, unknown>) =>
        vigie.as.analyst.rpc('publish_signal', { signal: draft({ ...BASE, ...changes }) })
      await quote('1.08700', '3 minutes')
      expect((await send({})).error).toMatchObject({ code: 'P0001', message: 'no_price' })
      expect((await send({ stop_loss: '1.09000' })).error).toMatchObject({ message: 'stop_on_wrong_side' })
      await vigie.admin.query('delete from quotes')
      expect((await send({})).error).toMatchObject({ message: 'no_price' })
      await quote('1.08700')
      expect((await send({ entry_low: '1.07961' })).error).toBeNull()
    } finally {
      await closeMarkets(vigie.admin)
    }
  })

  it('[S-100] seals break-even and trailing, and nothing of them where they are not set', async () => {
    await quote('1.08700')
    const rules = { break_even_after: 1, trailing_distance: '0.0015', trailing_after: 1 }
    const sealed = async (changes: Record<string, unknown>) => {
      const { id, commitment: promised } = await publish(vigie, changes)
      const { rows } = await vigie.admin.query(
        'select nonce, value, private.signal_levels_json(signal_id) as stored from private.signal_nonces where signal_id = $1',
        [id],
      )
      expect(commitment(rows[0].nonce, rows[0].value)).toBe(promised)
      expect(rows[0].stored).toEqual(rows[0].value)
      return rows[0].value
    }
    expect(await sealed(rules)).toMatchObject({ ...rules, trailing_distance: '0.00150' })
    expect(Object.keys(await sealed({ break_even_after: 1 }))).not.toContain('trailing_distance')
    expect((await vigie.as.admin.rpc('verify_record')).data).toMatchObject({ valid: true })
  })
})

describe('what analysts say about a signal afterwards', () => {
  // Far from any stop used here, so that every signal is published.
  beforeEach(() => quote('1.08700'))
  const say = (
    client: SupabaseClient,
    name: 'cancel_signal' | 'close_signal',
    id: string,
    reason = 'Une raison',
  ) => client.rpc(name, { signal_id: id, reason })
  const enter = (id: string, price: string, risk: string) =>
    vigie.admin.query(
      `select private.append_signal_event($1, 'entered', clock_timestamp(), $2, null, jsonb_build_object('risk', $3::text))`,
      [id, price, risk],
    )

  const asked = async (client: SupabaseClient, id: string) => {
    const { data } = await client
      .from('signals')
      .select('signal_states(state, closed_at), signal_events(kind, price, r, data, source, author_name)')
      .eq('id', id)
      .order('sequence', { referencedTable: 'signal_events' })
      .single()
    return data!
  }

  it('[S-100] asks for the withdrawal of a signal that was not entered, once, with a reason, and withdraws nothing by itself', async () => {
    const { id } = await publish(vigie)
    expect((await say(vigie.as.analyst, 'cancel_signal', id, '  ')).error).toMatchObject({
      message: 'missing_reason',
      hint: 'reason',
    })
    expect((await say(vigie.as.analyst, 'cancel_signal', id)).error).toBeNull()
    expect(await asked(vigie.as.premium, id)).toMatchObject({
      signal_states: { state: 'pending', closed_at: null },
      signal_events: [
        {},
        { kind: 'cancel_asked', price: null, r: null, source: 'analyst', data: { text: 'Une raison' } },
      ],
    })
    expect((await say(vigie.as.analyst, 'cancel_signal', id)).error).toMatchObject({
      message: 'already_asked',
    })
  })

  it('[S-100] asks for the closing of an entered signal, and neither price nor result are the analyst’s to choose', async () => {
    const { id } = await publish(vigie, { tier: 'freemium' })
    await enter(id, '1.08600', '0.004')
    await quote('1.09900')
    expect((await say(vigie.as.analyst, 'close_signal', id, 'Changement de scénario')).error).toBeNull()
    expect(await asked(vigie.as.freemium, id)).toMatchObject({
      signal_states: { state: 'active', closed_at: null },
      signal_events: [
        {},
        {},
        {
          kind: 'close_asked',
          price: null,
          r: null,
          source: 'analyst',
          data: { text: 'Changement de scénario' },
        },
      ],
    })
    expect((await say(vigie.as.analyst, 'close_signal', id)).error).toMatchObject({
      message: 'already_asked',
    })
    const { rows } = await vigie.admin.query(
      `select ledger.kind from ledger where signal_id = $1 order by sequence desc limit 1`,
      [id],
    )
    expect(rows).toEqual([{ kind: 'close_asked' }])
  })

  it('seals what is asked of a premium signal that is open', async () => {
    const { id } = await publish(vigie)
    await say(vigie.as.analyst, 'cancel_signal', id)
    const { data } = await vigie.as.freemium
      .from('ledger')
      .select('kind, signal_id')
      .order('sequence', { ascending: false })
      .limit(2)
    // The seal does not identify the signal.
    expect(data).toEqual([
      { kind: 'sealed', signal_id: null },
      { kind: 'published', signal_id: id },
    ])
  })

  it('asks for nothing that the state of a signal does not allow', async () => {
    const { id } = await publish(vigie)
    expect((await say(vigie.as.analyst, 'close_signal', id)).error).toMatchObject({
      message: 'signal_not_active',
    })
    await enter(id, '1.08600', '0.004')
    expect((await say(vigie.as.analyst, 'cancel_signal', id)).error).toMatchObject({
      message: 'signal_not_pending',
    })
    await withdraw(vigie, (await publish(vigie)).id)
  })

  it('withdraws neither a market order nor what has run out of time', async () => {
    await quote('1.08150')
    const market = await publish(vigie, { ...BASE, order_type: 'market', entry_low: '1.07975' })
    expect((await say(vigie.as.analyst, 'cancel_signal', market.id)).error).toMatchObject({
      message: 'market_order',
    })
    const { rows } = await vigie.admin.query(
      `select id from private.record_signal($1, $2, 'Ada', now() - interval '10 minutes', clock_timestamp(), null, false)`,
      [JSON.stringify(draft({ validity_minutes: 5 })), vigie.idOf.analyst],
    )
    expect((await say(vigie.as.analyst, 'cancel_signal', rows[0].id)).error).toMatchObject({
      message: 'signal_expired',
    })
  })

  it('takes no ending from an analyst, whichever way it is written', async () => {
    const { id } = await publish(vigie)
    for (const kind of ['entered', 'expired', 'cancelled']) {
      const forged = vigie.admin.query(
        `select private.record_signal_event($1, $2, clock_timestamp(), null, null, '{"author":"Ada"}', 'analyst', 'Ada', clock_timestamp())`,
        [id, kind],
      )
      await expect(forged).rejects.toThrow('analysts_decide_nothing')
    }
  })

  it('[S-90] lets an author decide about their own signals alone, and an admin about every one, by name', async () => {
    const other = await vigie.member()
    await vigie.admin.query(`insert into staff (user_id, role) values ($1, 'analyst')`, [other.id])
    const [waiting, running] = [await publish(vigie), await publish(vigie)]
    await enter(running.id, '1.08600', '0.004')
    const stop = { signal_id: running.id, price: '1.08500', reason: 'x' }
    for (const { error } of [
      await say(other.client, 'cancel_signal', waiting.id),
      await say(other.client, 'close_signal', running.id),
      await other.client.rpc('move_stop', stop),
      await other.client.rpc('add_signal_note', { signal_id: running.id, note: 'x' }),
    ]) {
      expect(error).toMatchObject({ code: '42501', message: 'not_your_signal' })
    }
    await vigie.admin.query(`update profiles set first_name = 'Rose', last_name = 'Admin' where id = $1`, [
      vigie.idOf.admin,
    ])
    expect((await vigie.as.admin.rpc('move_stop', stop)).error).toBeNull()
    const note = { signal_id: running.id, note: 'x' }
    expect((await vigie.as.admin.rpc('add_signal_note', note)).error).toBeNull()
    expect((await vigie.as.analyst.rpc('add_signal_note', note)).error).toBeNull()
    expect((await say(vigie.as.admin, 'cancel_signal', waiting.id)).error).toBeNull()
    expect((await say(vigie.as.admin, 'close_signal', running.id)).error).toBeNull()
    for (const id of [waiting.id, running.id]) {
      const { signal_events: events } = await asked(vigie.as.premium, id)
      expect(events.at(-1)).toMatchObject({ author_name: 'Rose Admin', data: { author: 'Rose Admin' } })
    }
  })

  it('[S-90] is for staff alone, and about signals that are there', async () => {
    const { id } = await publish(vigie)
    for (const actor of ['visitor', 'freemium', 'premium', 'service_role'] as const) {
      for (const name of ['cancel_signal', 'close_signal'] as const) {
        expect((await say(vigie.as[actor], name, id)).error?.code).toBe('42501')
      }
      const { error } = await vigie.as[actor].rpc('add_signal_note', { signal_id: id, note: 'x' })
      expect(error?.code).toBe('42501')
    }
    const nowhere = '00000000-0000-4000-8000-000000000000'
    expect((await say(vigie.as.analyst, 'cancel_signal', nowhere)).error).toMatchObject({
      message: 'signal_not_found',
    })
    expect((await say(vigie.as.analyst, 'close_signal', nowhere)).error).toMatchObject({
      message: 'signal_not_found',
    })
  })

  const move = (id: string, price: string | null, reason = 'Le plan tient') =>
    vigie.as.analyst.rpc('move_stop', { signal_id: id, price, reason })

  it('[S-100] brings a stop nearer, short of the current price, and never away', async () => {
    const { id } = await publish(vigie, { ...BASE, entry_low: '1.07985' })
    expect((await move(id, '1.07900')).error).toMatchObject({ message: 'signal_not_active' })
    await enter(id, '1.08100', '0.003')
    await quote('1.08300')
    for (const [price, message] of [
      ['1.07800', 'stop_not_protective'],
      ['1.07700', 'stop_not_protective'],
      ['1.08300', 'price_past_stop'],
      ['1.080001', 'too_many_digits'],
      ['0', 'missing_level'],
      [null, 'missing_level'],
    ] as const) {
      expect((await move(id, price)).error, String(price)).toMatchObject({ message, hint: 'price' })
    }
    expect((await move(id, '1.08000', ' ')).error).toMatchObject({ message: 'missing_reason' })
    expect((await move(id, '1.08000')).error).toBeNull()
    expect((await move(id, '1.07900')).error).toMatchObject({ message: 'stop_not_protective' })
    expect((await move(id, '1.08100')).error).toBeNull()
    await quote('1.08300', '3 minutes')
    expect((await move(id, '1.08200')).error).toMatchObject({ message: 'no_price' })
    const { data } = await vigie.as.premium
      .from('signal_events')
      .select('price::text, source, author_name, data')
      .eq('signal_id', id)
      .eq('kind', 'stop_moved')
      .order('sequence')
    expect(data).toMatchObject([{ price: '1.08000', source: 'analyst' }, { price: '1.08100' }])
  })

  it('mirrors that for a sell, by the ask', async () => {
    await quote('1.07900')
    const levels = { direction: 'sell', stop_loss: '1.08300', targets: targets(['1.07000', '100']) }
    const { id } = await publish(vigie, { ...BASE, ...levels, entry_low: '1.07986' })
    await enter(id, '1.08000', '0.003')
    expect((await move(id, '1.08400')).error).toMatchObject({ message: 'stop_not_protective' })
    expect((await move(id, '1.07910')).error).toMatchObject({ message: 'price_past_stop' })
    expect((await move(id, '1.07911')).error).toBeNull()
  })

  it('[S-100] grades the thesis and the case against it after the end, once by each analyst', async () => {
    const { id } = await publish(vigie)
    const grade = (client: SupabaseClient, words = 'Le support a tenu.', held: boolean | null = true) =>
      client.rpc('grade_thesis', { signal_id: id, thesis_held: held, counter_held: false, words })
    expect((await grade(vigie.as.analyst)).error).toMatchObject({ message: 'signal_not_ended' })
    await withdraw(vigie, id)
    const { data: before } = await vigie.as.freemium
      .from('signal_states')
      .select()
      .eq('signal_id', id)
      .single()
    expect((await grade(vigie.as.analyst, ' ')).error).toMatchObject({ message: 'missing_reason' })
    expect((await grade(vigie.as.analyst, 'x', null)).error).toMatchObject({ message: 'missing_grade' })
    expect((await grade(vigie.as.analyst)).error).toBeNull()
    expect((await grade(vigie.as.analyst)).error).toMatchObject({ message: 'already_graded' })
    expect((await grade(vigie.as.admin, 'D’accord.')).error).toBeNull()
    for (const actor of ['visitor', 'freemium', 'premium', 'service_role'] as const) {
      expect((await grade(vigie.as[actor])).error?.code).toBe('42501')
      expect(
        (await vigie.as[actor].rpc('move_stop', { signal_id: id, price: '1', reason: 'x' })).error?.code,
      ).toBe('42501')
    }
    const { data } = await vigie.as.freemium
      .from('signal_events')
      .select('data, source, author_name')
      .eq('signal_id', id)
      .eq('kind', 'graded')
      .order('sequence')
    expect(data).toMatchObject([
      { source: 'analyst', data: { thesis_held: true, counter_held: false, text: 'Le support a tenu.' } },
      { data: { text: 'D’accord.' } },
    ])
    const { data: after } = await vigie.as.freemium
      .from('signal_states')
      .select()
      .eq('signal_id', id)
      .single()
    expect(after).toEqual(before)
    expect((await vigie.as.admin.rpc('verify_record')).data).toMatchObject({ valid: true })
    expect((await vigie.as.visitor.rpc('verify_ledger')).data).toMatchObject({ valid: true })
  })

  it('notes stay with their author and change nothing else', async () => {
    const { id } = await publish(vigie)
    expect(
      (await vigie.as.admin.rpc('add_signal_note', { signal_id: id, note: ' Le plan tient. ' })).error,
    ).toBeNull()
    const { data } = await vigie.as.premium
      .from('signals')
      .select('signal_states(state), signal_events(kind, data, source)')
      .eq('id', id)
      .order('sequence', { referencedTable: 'signal_events' })
      .single()
    expect(data).toMatchObject({
      signal_states: { state: 'pending' },
      signal_events: [{}, { kind: 'note', source: 'analyst', data: { text: 'Le plan tient.' } }],
    })
  })
})
