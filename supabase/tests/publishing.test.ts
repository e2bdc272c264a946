import type { SupabaseClient } from '@supabase/supabase-js'
import { commitment } from 'trading/ledger'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { draft, type Product, product, publish } from './product.ts'

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
  ['invalid_validity', 'validity_hours', { validity_hours: 0 }],
  ['invalid_validity', 'validity_hours', { validity_hours: 721 }],
  ['invalid_validity', 'validity_hours', { validity_hours: 1.5 }],
  ...['facts', 'opinion', 'counter_thesis', 'counter_condition', 'method', 'conflicts'].map(
    (field): [string, string, Record<string, unknown>] => ['missing_text', field, { [field]: '  ' }],
  ),
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
    await quote('1.08512')
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
        'author_name, demonstration, signal_states(state), signal_levels(reference_price::text, reference_source), signal_events(kind, sequence)',
      )
      .eq('id', published.id)
      .single()
    expect(data).toMatchObject({
      demonstration: false,
      signal_states: { state: 'pending' },
      signal_levels: { reference_price: '1.08517', reference_source: 'simulated' },
      signal_events: [{ kind: 'published', sequence: 1 }],
    })
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
  let own = 0
  it.each<[string, Record<string, unknown>, string, string | null]>([
    ['a limit order past its stop', BASE, '1.07800', 'price_past_stop'],
    ['a limit order still above its stop', BASE, '1.07801', null],
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
    // A price of its own: the same signal twice within a minute is refused for that.
    const edges = { entry_low: `1.0802${++own}` }
    const { error } = await vigie.as.analyst.rpc('publish_signal', {
      signal: draft({ ...changes, ...edges }),
    })
    if (key === null) expect(error).toBeNull()
    else
      expect(error).toMatchObject({ message: key, hint: key === 'price_past_stop' ? 'stop_loss' : 'targets' })
  })

  it('is published without one where there is none that is recent', async () => {
    await quote('1.07000', '3 minutes')
    await publish(vigie, { ...BASE, entry_low: '1.07960' })
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
  // Beyond the reach of any stop here, so that each is published.
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

  it('[S-100] cancels a signal that was not entered, with a reason', async () => {
    const { id } = await publish(vigie)
    expect((await say(vigie.as.analyst, 'cancel_signal', id, '  ')).error).toMatchObject({
      message: 'missing_reason',
      hint: 'reason',
    })
    expect((await say(vigie.as.analyst, 'cancel_signal', id)).error).toBeNull()
    const { data } = await vigie.as.freemium
      .from('signal_states')
      .select('state, close_reason, realised_r')
      .eq('signal_id', id)
      .single()
    expect(data).toEqual({ state: 'cancelled', close_reason: 'cancelled', realised_r: null })
    expect((await say(vigie.as.analyst, 'cancel_signal', id)).error).toMatchObject({
      message: 'signal_already_closed',
    })
  })

  it('does not cancel one that was entered, nor close one that was not', async () => {
    await quote('1.08500')
    const { id } = await publish(vigie)
    expect((await say(vigie.as.analyst, 'close_signal', id)).error).toMatchObject({
      message: 'signal_not_active',
    })
    await enter(id, '1.08600', '0.004')
    expect((await say(vigie.as.analyst, 'cancel_signal', id)).error).toMatchObject({
      message: 'signal_not_pending',
    })
  })

  for (const [direction, levels, fill, exit, r] of [
    ['buy', BASE, '1.08100', '1.08250', '0.5000'],
    [
      'sell',
      { ...BASE, stop_loss: '1.08300', targets: targets(['1.07000', '100']) },
      '1.08000',
      '1.08140',
      '-0.5000',
    ],
  ] as const) {
    it(`[S-100] closes a ${direction} at the price that leaves it, by hand`, async () => {
      await quote('1.08150')
      const { id } = await publish(vigie, { ...levels, direction, entry_low: '1.07995', tier: 'freemium' })
      await enter(id, fill, '0.003')
      await quote(exit)
      expect((await say(vigie.as.admin, 'close_signal', id, 'Changement de scénario')).error).toBeNull()
      const { data } = await vigie.as.freemium
        .from('signal_events')
        .select('price::text, r::text, data, source')
        .eq('signal_id', id)
        .eq('kind', 'closed')
        .single()
      // A buy leaves at the bid, a sell at the ask, a pip above.
      expect(data).toMatchObject({
        price: direction === 'buy' ? exit : '1.08150',
        r,
        source: 'analyst',
        data: { reason: 'analyst', share: '100', text: 'Changement de scénario' },
      })
    })
  }

  it('closes only what targets have left, and sums the whole', async () => {
    const { id } = await publish(vigie, { tier: 'freemium' })
    await enter(id, '1.08600', '0.00400')
    await vigie.admin.query(
      `select private.append_signal_event($1, 'target_reached', clock_timestamp(), 1.09, 0.5, '{"target":1,"share":"50"}')`,
      [id],
    )
    await quote('1.09400')
    await say(vigie.as.analyst, 'close_signal', id)
    const { data } = await vigie.as.freemium
      .from('signal_states')
      .select('realised_r::text, close_reason')
      .eq('signal_id', id)
      .single()
    expect(data).toEqual({ realised_r: '1.5000', close_reason: 'analyst' })
  })

  it('does not close at a price that has passed', async () => {
    const { id } = await publish(vigie)
    await enter(id, '1.08600', '0.004')
    await quote('1.09900', '3 minutes')
    expect((await say(vigie.as.analyst, 'close_signal', id)).error).toMatchObject({ message: 'no_price' })
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
    await say(vigie.as.analyst, 'cancel_signal', id)
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
