import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { joined } from '../../../server/src/realtime/realtime-clients.ts'
import { liveEpoch, signalsSince } from '../caught-up.ts'
import { type Product, product, publish, withdraw } from '../product.ts'
import { keepCheckpoint } from '../proof/kept-checkpoint.ts'

/**
 * For readers without access to its levels, nothing observable changes while a premium signal is open: every readable row and
 * count is identical before and after each event. Quotes are public, so the minute of an event would reveal a price.
 */
const SYMBOL = 'EURUSD'
type Reading = Record<string, string>

let vigie: Product
let id: string
let epoch: string
let tables: Record<'freemium' | 'visitor', string[]>
beforeAll(async () => {
  vigie = await product()
  // Ended and free signals exist as well, so that no response is empty for lack of rows.
  const ended = await publish(vigie, { tier: 'premium' })
  await withdraw(vigie, ended.id)
  await publish(vigie, { tier: 'freemium' })
  const levels = { entry_low: '1.23456', entry_high: '1.23567', stop_loss: '1.21111' }
  const targets = [
    { price: '1.27777', share: '37' },
    { price: '1.29999', share: '63' },
  ]
  id = (await publish(vigie, { tier: 'premium', ...levels, targets })).id
  await vigie.admin.query(`insert into quotes values ('${SYMBOL}', 1.28, 1.2801, now(), 'simulated')`)
  await keepCheckpoint(vigie)
  epoch = await liveEpoch(vigie)
  const readable = async (role: string) => {
    const { rows } = await vigie.admin.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and has_any_column_privilege($1, oid, 'select') order by 1`,
      [role],
    )
    return rows.map(({ name }) => name)
  }
  tables = { freemium: await readable('authenticated'), visitor: await readable('anon') }
}, 60_000)
afterAll(() => vigie.stop())

/** Functions that return data about signals, with the arguments of a curious caller. */
const FUNCTIONS: Record<string, object> = {
  signal_performance: { days: 90 },
  performance_figures: { filters: {} },
  performance_breakdowns: { filters: {} },
  performance_rows: { filters: {} },
  export_proof: { after: 0, page_size: 1000 },
  ledger_head: {},
  ledger_extension: { old: 1, sequences: [1, 2] },
  ledger_inclusion_proof: { sequence: 1, size: 2 },
  ledger_consistency_proof: { old: 1, size: 2 },
  verify_ledger: {},
  verify_record: {},
  search: { query: SYMBOL, most: 20 },
  my_access: {},
}

/** Counts that could reveal a state, with the header that returns them. */
const COUNTS: Record<string, string> = {
  'states that wait': 'signal_states?state=eq.pending',
  'states that run': 'signal_states?state=eq.active',
  'states that did not end': 'signal_states?closed_at=is.null',
  'states in their order': 'signal_states?order=updated_at.desc',
  'signals that run': 'signals?select=id,signal_states!inner()&signal_states.state=eq.active',
  'signals that do not wait': 'signals?select=id,s:signal_states()&s.state=eq.pending&s=is.null',
  events: 'signal_events',
  'entries that name it': `ledger?entry->>signal=eq.`,
  'sealed entries': 'ledger?kind=eq.sealed',
}

async function reading(actor: 'freemium' | 'visitor'): Promise<Reading> {
  const client = vigie.as[actor]
  const read: Reading = {}
  const note = (way: string, answer: unknown) => {
    read[way] = JSON.stringify(answer, (key, value) =>
      // Request time and request id, which say nothing about signals.
      ['exported_at', 'age_ms'].includes(key) ? undefined : value,
    )
  }
  for (const table of tables[actor]) {
    const { data, error } = await client.from(table as 'signals').select('*')
    note(`table ${table}`, data ?? error?.code)
  }
  for (const [name, parameters] of Object.entries(FUNCTIONS)) {
    const { data, error } = await client.rpc(name as never, parameters as never)
    note(`function ${name}`, data ?? error?.code)
  }
  for (const [name, parameters] of [
    ['catch_up', { topic: 'signals:freemium', after: 0, epoch }],
    ['catch_up', { topic: 'signals:premium', after: 0, epoch }],
    ['signal_performance', { days: 90, symbol: SYMBOL }],
    ['signal_member_result', { signal_id: id }],
    ['search', { query: '3' }],
  ] as const) {
    const { data, error } = await client.rpc(name as never, parameters as never)
    note(`function ${name} ${JSON.stringify(parameters)}`, data ?? error?.code)
  }
  const headers = await headersOf(client)
  for (const [name, query] of Object.entries(COUNTS)) {
    const address = `${vigie.url}/rest/v1/${query}${query.endsWith('eq.') ? id : ''}`
    const answer = await fetch(address, { method: 'HEAD', headers: { ...headers, prefer: 'count=exact' } })
    note(`count of ${name}`, [
      answer.status,
      ...['content-range', 'etag', 'last-modified'].map((header) => answer.headers.get(header)),
    ])
  }
  const { data: buckets } = await client.storage.listBuckets()
  note('storage: buckets', buckets)
  const { rows } = await vigie.admin.query<{ id: string }>('select id from storage.buckets order by id')
  for (const bucket of rows)
    note(`storage: ${bucket.id}`, (await client.storage.from(bucket.id).list('', { limit: 1000 })).data)
  return read
}

/** Responses of the edge functions. Queried separately, because each is limited to a few calls a minute. */
async function answersAtTheEdge(): Promise<unknown[]> {
  const answers: unknown[] = []
  for (const name of [
    'admin-notifications',
    'crypto-invoice',
    'payment-webhook',
    'save-wallet',
    'unsubscribe',
  ])
    for (const actor of ['freemium', 'visitor'] as const) {
      const answer = await fetch(`${vigie.url}/functions/v1/${name}`, {
        method: 'POST',
        headers: await headersOf(vigie.as[actor]),
        body: '{}',
      })
      answers.push([name, actor, answer.status, await answer.text()])
    }
  return answers
}

async function headersOf(client: SupabaseClient) {
  const token = (await client.auth.getSession()).data.session?.access_token ?? vigie.anonKey
  return { apikey: vigie.anonKey, authorization: `Bearer ${token}` }
}

const everything = async () => ({ freemium: await reading('freemium'), visitor: await reading('visitor') })

/** Names of the queries whose result changed. */
const changed = (before: Reading, after: Reading) =>
  Object.keys(after).filter((way) => before[way] !== after[way])

const engine = (kind: string, price: number, r: string | null, data: object) =>
  vigie.admin.query('select private.append_signal_event($1, $2, clock_timestamp(), $3, $4, $5)', [
    id,
    kind,
    price,
    r,
    JSON.stringify(data),
  ])

describe('an open premium signal', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['it is entered', () => engine('entered', 1.23567, null, { risk: '0.02456' })],
    [
      'its first target is reached',
      () => engine('target_reached', 1.27777, '0.63', { target: 1, share: '37' }),
    ],
    ['its stop follows', () => engine('stop_moved', 1.23567, null, { reason: 'break_even', rule: 7 })],
  ])(
    '[S-90] is the same to freemium members and visitors, whatever they read, when %s',
    async (_name, happen) => {
      const before = await everything()
      const own = await vigie.as.premium
        .from('signal_events')
        .select('kind')
        .eq('signal_id', id)
        .throwOnError()
      await happen()
      const after = await everything()
      for (const actor of ['freemium', 'visitor'] as const) {
        expect(changed(before[actor], after[actor]), actor).toEqual([])
        // A response that refuses everything would also be identical.
        expect(Object.values(after[actor]).filter((answer) => answer.length > 100).length).toBeGreaterThan(8)
      }
      const { data } = await vigie.as.premium.from('signal_events').select('kind').eq('signal_id', id)
      expect(data).toHaveLength(own.data.length + 1)
    },
    60_000,
  )

  it.each<[string, () => PromiseLike<{ error: unknown }>]>([
    ['writes a note', () => vigie.as.analyst.rpc('add_signal_note', { signal_id: id, note: 'Une note' })],
    [
      'moves its stop',
      () => vigie.as.analyst.rpc('move_stop', { signal_id: id, price: 1.25, reason: 'Protéger' }),
    ],
  ])(
    '[S-90] shows no more than one seal in the ledger, which names no signal, when an analyst %s',
    async (_name, act) => {
      const before = await everything()
      const { rows: was } = await vigie.admin.query('select max(sequence)::int as last from ledger')
      expect((await act()).error).toBeNull()
      const after = await everything()
      for (const actor of ['freemium', 'visitor'] as const)
        expect(changed(before[actor], after[actor])).toEqual([
          'table ledger',
          'function export_proof',
          'function ledger_head',
          'function verify_ledger',
          'count of sealed entries',
        ])
      const { data } = await vigie.as.visitor.from('ledger').select('*').gt('sequence', was[0].last)
      expect(data).toMatchObject([{ kind: 'sealed', signal_id: null, entry: { signal: null } }])
      expect(Object.keys(data?.[0].entry.data)).toEqual(['commitment'])
    },
    60_000,
  )

  it('[S-90] changes no answer of the functions at the edge', async () => {
    const before = await answersAtTheEdge()
    await engine('stop_moved', 1.255, null, { reason: 'trailing', rule: 9 })
    expect(await answersAtTheEdge()).toEqual(before)
  })

  it('[S-90] is heard of on no channel that others than premium members may join', async () => {
    await vigie.admin.query('delete from quotes')
    const heard: Record<string, unknown[]> = {}
    const listen = async (client: SupabaseClient, topic: string) => {
      await client.realtime.setAuth()
      const told: unknown[] = []
      const channel = client.channel(topic, { config: { private: true } })
      await joined(channel.on('broadcast', { event: '*' }, (message) => told.push(message)))
      heard[topic] = told
      return channel
    }
    const { freemium, premium, visitor } = vigie.as
    const member = `member:${vigie.idOf.freemium}`
    const channels = [
      await listen(freemium, 'signals:freemium'),
      await listen(freemium, 'market:quotes'),
      await listen(freemium, member),
      await listen(premium, 'signals:premium'),
    ]
    for (const topic of [
      'signals:premium',
      `member:${vigie.idOf.premium}`,
      'member:',
      'signals:',
      'staff:qualification',
    ])
      await expect(listen(freemium, topic), topic).rejects.toThrow('Unauthorized')
    for (const topic of ['signals:freemium', 'signals:premium', member])
      await expect(listen(visitor, topic), topic).rejects.toThrow('Unauthorized')
    await engine('stop_moved', 1.26, null, { reason: 'trailing', rule: 9 })
    await vigie.as.analyst.rpc('add_signal_note', { signal_id: id, note: 'Une note' }).throwOnError()
    await expect.poll(() => heard['signals:premium']?.length).toBe(2)
    // The next message has arrived, so none was delivered before it.
    const free = await publish(vigie, { tier: 'freemium' })
    await expect.poll(() => heard['signals:freemium']?.length).toBe(1)
    expect(heard['signals:freemium']).toMatchObject([{ payload: { signal_id: free.id } }])
    expect([heard['market:quotes'], heard[member]]).toEqual([[], []])
    await Promise.all(channels.map((channel) => channel.unsubscribe()))
  }, 60_000)

  it('[S-90] was published as instrument, time, number, author and style, and nothing of where it stands', async () => {
    const { data } = await vigie.as.freemium
      .from('signals')
      .select('*, signal_states(*), signal_levels(*), signal_targets(*), signal_events(*)')
      .eq('id', id)
      .single()
    expect(data).toMatchObject({ symbol: SYMBOL, signal_states: null, signal_levels: null })
    // An open signal past its validity must have been filled, so its expiry is hidden from others.
    expect(JSON.stringify(data)).not.toContain('expires')
    const validity = async (actor: 'freemium' | 'premium') =>
      (await vigie.as[actor].from('signals').select('waits_until').eq('id', id).single().throwOnError()).data
        .waits_until
    expect(await validity('freemium')).toBeNull()
    expect(Date.parse(await validity('premium'))).toBeGreaterThan(Date.now())
    for (const asked of ['gt', 'lt'] as const) {
      const answer = await vigie.as.freemium
        .from('signals')
        .select('id')
        [asked]('waits_until', '2026-01-01')
        .eq('id', id)
      expect(answer.data ?? []).toEqual([])
    }
    expect([data.signal_targets, data.signal_events]).toEqual([[], []])
    const { messages: told } = await signalsSince(vigie, 'freemium', 0)
    expect(told.filter(({ signal_id }) => signal_id === id)).toMatchObject([
      { kind: 'published', signal: { symbol: SYMBOL, signal_states: null } },
    ])
    expect(JSON.stringify(told.filter(({ signal_id }) => signal_id === id))).not.toContain('expires')
  })

  it('stands among what has not ended, as screens ask for it, without a word of where', async () => {
    const open = async (actor: 'freemium' | 'premium') => {
      const { data } = await vigie.as[actor]
        .from('signals')
        .select('id, tier, signal_states(state), ended:signal_states()')
        .not('ended.closed_at', 'is', null)
        .is('ended', null)
        .order('number')
        .throwOnError()
      return data
    }
    const [seen, known] = [await open('freemium'), await open('premium')]
    expect(seen.map((signal) => signal.id)).toEqual(known.map((signal) => signal.id))
    expect(seen.find((signal) => signal.id === id)?.signal_states).toBeNull()
    expect(known.find((signal) => signal.id === id)?.signal_states).toEqual({ state: 'active' })
    const { rows } = await vigie.admin.query(
      'select signal_id as id from signal_states where closed_at is null',
    )
    expect(seen.map((signal) => signal.id).sort()).toEqual(rows.map((row) => row.id).sort())
  })

  it('[S-100] is told to everybody with its end, whole', async () => {
    await engine('stopped', 1.26, '0.6', { share: '63' })
    const { data } = await vigie.as.freemium
      .from('signals')
      .select('signal_states(state), signal_events(kind)')
      .eq('id', id)
      .single()
    expect(data).toMatchObject({ signal_states: { state: 'closed' } })
    expect(data?.signal_events).toHaveLength(10)
    expect((await vigie.as.premium.rpc('verify_record')).data).toMatchObject({ valid: true })
  })
})

describe('the figures of one instrument', () => {
  it('[S-90] do not count a sealed signal, which the ledger names without its instrument', async () => {
    const of = async (symbol?: string) =>
      (await vigie.as.visitor.rpc('signal_performance', { days: 90, ...(symbol ? { symbol } : {}) }))
        .data as {
        published: number
        open: number
      }
    const [all, one] = [await of(), await of('USDJPY')]
    const levels = { entry_low: '150.10', entry_high: '150.20', stop_loss: '149.50' }
    const targets = [{ price: '152.00', share: '100' }]
    const sealed = await publish(vigie, { symbol: 'USDJPY', tier: 'premium', ...levels, targets })
    expect(await of('USDJPY')).toEqual(one)
    expect(await of()).toMatchObject({ published: all.published + 1, open: all.open + 1 })
    await withdraw(vigie, sealed.id)
    expect(await of('USDJPY')).toMatchObject({ published: one.published + 1, open: one.open })
  })
})

describe('what a member was told', () => {
  /** Tables with rows derived from signals or from other members' actions on them, of which members read their own rows. */
  const TOLD = [
    'notifications',
    'notification_deliveries',
    'signal_alerts',
    'signal_alerts_fired',
    'signal_trades',
  ]

  it('[S-90] is numbered by no sequence of everybody, whose gaps would count what others were told', async () => {
    const { rows } = await vigie.admin.query<{ column: string }>(
      `select relname || '.' || attname as column
         from pg_attribute join pg_class on pg_class.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped and relname = any ($1)
          and (attidentity <> '' or pg_get_expr(adbin, adrelid) ~ 'nextval')`,
      [TOLD],
    )
    expect(rows).toEqual([])
  })

  it('[S-90] shows two rows as far apart, whether others were told between them or not', async () => {
    const me = vigie.idOf.freemium
    const tell = (member: string, fact: string) =>
      vigie.admin.query(`select private.notify_member($1, $2, 'signal_published', '{}', '/signaux')`, [
        member,
        fact,
      ])
    await tell(me, 'first')
    for (let other = 0; other < 50; other += 1) await tell(vigie.idOf.premium, `other ${other}`)
    await tell(me, 'second')
    const { data } = await vigie.as.freemium
      .from('notifications')
      .select('id, fact, created_at')
      .in('fact', ['first', 'second'])
      .order('id', { ascending: false })
      .throwOnError()
    expect(data.map(({ fact }) => fact)).toEqual(['second', 'first'])
    for (const { id, created_at } of data) {
      // Derived from time, which the row states anyway, and from randomness; not from a counter.
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      const made = Number.parseInt(String(id).replaceAll('-', '').slice(0, 12), 16)
      expect(Math.abs(made - Date.parse(created_at))).toBeLessThan(1000)
    }
  })

  it.each(TOLD)('[S-90] lets nobody ask where a row of %s lies among everybody’s', async (table) => {
    for (const column of ['ctid', 'xmin', 'tableoid']) {
      const client = vigie.as.freemium.from(table)
      const answers = [
        await client.select(column),
        await client.select(`at:${column}`),
        await client.select('*').order(column),
        await client.select('*').not(column, 'is', null),
      ]
      for (const { data, error } of answers) expect([data, error?.code], column).toEqual([null, 'PGRST100'])
    }
  })
})
