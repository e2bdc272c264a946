import { createHash } from 'node:crypto'
import {
  entryHash,
  type Json,
  type LedgerRow,
  commitment as sealOf,
  verifyChain,
  verifyReveals,
} from 'trading/proof/ledger'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, product, publish, withdraw } from '../product.ts'

let vigie: Product
const ids: string[] = []
beforeAll(async () => {
  vigie = await product()
  await vigie.admin.query(`insert into quotes values ('EURUSD', 1.087, 1.0871, now(), 'simulated')`)
  // An ended premium signal, an open one with sealed events, and an ended free one.
  for (const tier of ['premium', 'premium', 'freemium'])
    ids.push((await publish(vigie, { tier, facts: 'Faits « é » \n\t"\\' })).id)
  await append(ids[0]!, 'entered', 1.08601, null, { risk: '0.00400' })
  await append(ids[0]!, 'target_reached', 1.09, '0.5', { target: 1, share: '50' })
  await vigie.as.analyst.rpc('add_signal_note', { signal_id: ids[0], note: 'Une note' })
  await append(ids[0]!, 'stopped', 1.0821, '-0.4875', { share: '50' })
  await append(ids[1]!, 'entered', 1.08602, null, { risk: '0.00400' })
  await withdraw(vigie, ids[2]!)
  await vigie.as.analyst.rpc('add_signal_note', { signal_id: ids[1], note: 'Une autre note' })
}, 60_000)
afterAll(() => vigie.stop())

const append = (id: string, kind: string, price: number, r: string | null, data: object) =>
  vigie.admin.query('select private.append_signal_event($1, $2, clock_timestamp(), $3, $4, $5)', [
    id,
    kind,
    price,
    r,
    JSON.stringify(data),
  ])

async function rows(): Promise<LedgerRow[]> {
  const { data, error } = await vigie.as.visitor
    .from('ledger')
    .select('sequence, entry, previous_hash, hash')
    .order('sequence')
  if (error) throw error
  return data as LedgerRow[]
}

/** An independent implementation of the canonical text and hash, without the product's code. */
function plainCanonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(plainCanonical).join()}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${plainCanonical(member as Json)}`).join()}}`
}
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe('the ledger', () => {
  it('is a chain that anybody recomputes with nothing but SHA-256', async () => {
    let previous = '0'.repeat(64)
    const chain = await rows()
    expect(chain.length).toBe(8)
    for (const [index, row] of chain.entries()) {
      expect(row.sequence).toBe(index + 1)
      expect(row.previous_hash).toBe(previous)
      expect(row.hash).toBe(sha256(`${previous}\n${plainCanonical(row.entry)}`))
      expect(row.hash).toBe(entryHash(previous, row.entry))
      previous = row.hash
    }
    expect((await vigie.as.visitor.rpc('ledger_head')).data).toMatchObject({ sequence: 8, hash: previous })
  })

  it('passes the check that the browser makes, reveals included', async () => {
    const chain = await rows()
    expect(verifyChain(chain)).toMatchObject({ valid: true, entries: 8, break: null })
    expect(verifyReveals(chain)).toEqual([])
  })

  it('writes entries of one shape, with times of one width', async () => {
    for (const { sequence, entry } of await rows()) {
      expect(Object.keys(entry).sort()).toEqual(['at', 'data', 'kind', 'sequence', 'signal'])
      expect(entry.sequence).toBe(sequence)
      expect(entry.at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
    }
  })

  it('shows of an open premium signal nothing but its publication, and opens everything at its end', async () => {
    const chain = await rows()
    const [ended, open, free] = ids.map((id) => chain.filter(({ entry }) => entry.signal === id))
    expect(open!.map(({ entry }) => entry.kind)).toEqual(['published'])
    expect(open![0]!.entry.data).not.toHaveProperty('levels')
    expect(ended!.map(({ entry }) => entry.kind)).toEqual(['published', 'stopped'])
    const ending = ended!.at(-1)!.entry.data as Record<string, Json>
    expect(sealOf(ending.nonce as string, ending.levels as Json)).toBe(ended![0]!.entry.data.commitment)
    expect((ending.events as { kind: string }[]).map(({ kind }) => kind)).toEqual([
      'entered',
      'target_reached',
      'note',
    ])
    expect(ending).toMatchObject({ result_r: '0.0125', reason: 'stop', r: '-0.4875', price: '1.08210' })
    expect(free![0]!.entry.data).toHaveProperty('levels')
    expect(free![1]!.entry).toMatchObject({ kind: 'cancel_asked', data: { data: { text: 'Plus valable' } } })
    expect(free![2]!.entry).toMatchObject({ kind: 'cancelled', data: { reason: 'cancelled' } })
  })

  it('holds what an analyst did as a seal that names no signal, and what the engine found not before the end', async () => {
    const chain = await rows()
    const seals = chain.filter(({ entry }) => entry.kind === 'sealed')
    // Two notes and four events of the engine.
    expect(seals).toHaveLength(2)
    for (const { entry } of seals) {
      expect(entry.signal).toBeNull()
      expect(Object.keys(entry.data)).toEqual(['commitment'])
    }
    const { events } = chain.find(({ entry }) => entry.kind === 'stopped')!.entry.data as { events: Json[] }
    const [entered, , note] = events as { [key: string]: Json }[]
    expect(Object.keys(entered!).sort()).toEqual(['at', 'data', 'kind', 'price', 'r'])
    const { nonce, sealed, ...value } = note!
    expect(value.signal).toBe(ids[0])
    expect(chain[Number(sealed) - 1]!.entry).toMatchObject({
      kind: 'sealed',
      data: { commitment: sealOf(nonce as string, value) },
    })
    expect(await vigie.admin.query('select private.altered_lives()')).toMatchObject({ rows: [] })
  })

  it('holds the reasons of a signal to what they were, by the same nonce', async () => {
    const published = (await rows()).find(
      ({ entry }) => entry.signal === ids[0] && entry.kind === 'published',
    )!
    const ending = (await rows()).find(({ entry }) => entry.signal === ids[0] && entry.kind === 'stopped')!
    const { data } = await vigie.as.freemium
      .from('signal_levels')
      .select(
        'risk_percent::text, facts, opinion, counter_thesis, counter_condition, method, conflicts, reference_price::text, reference_source, reference_at, reference_bid::text, reference_ask::text, position_held, affiliate_link',
      )
      .eq('signal_id', ids[0])
      .single()
    // The seal holds UTC with six decimals of a second; REST omits trailing zeros.
    const at = /^(.{19})(?:\.(\d+))?\+00:00$/.exec(data!.reference_at)!
    const reasons = { ...data, reference_at: `${at[1]}.${(at[2] ?? '').padEnd(6, '0')}Z` }
    expect(sealOf(ending.entry.data.nonce as string, reasons as unknown as Json)).toBe(
      published.entry.data.reasons_commitment,
    )
  })

  it('keeps one sequence and one order of time when twenty signals are published at once', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => publish(vigie, { tier: index % 2 ? 'premium' : 'freemium' })),
    )
    const chain = await rows()
    expect(chain).toHaveLength(28)
    expect(verifyChain(chain)).toMatchObject({ valid: true, entries: 28 })
    const { data } = await vigie.as.visitor.rpc('verify_ledger')
    expect(data).toEqual({ valid: true, entries: 28, first_break: null })
  })

  it('refuses a figure that has no canonical text', async () => {
    for (const value of ['1.5', '9007199254740993', '{"a":[1e-2]}']) {
      await expect(vigie.admin.query('select private.canonical_json($1)', [value])).rejects.toThrow(
        'not_canonical',
      )
    }
  })
})

// Simulates the owner of the machine: each change is made with triggers disabled, in a transaction that is rolled back.
const CHAIN_CHANGES = [
  `update ledger set at = at - interval '1 hour' where sequence = 4`,
  `update ledger set kind = 'note' where sequence = 4`,
  `update ledger set signal_id = gen_random_uuid() where sequence = 4`,
  `update ledger set entry = jsonb_set(entry, '{data,commitment}', to_jsonb(repeat('0', 64))) where sequence = 4`,
  `update ledger set entry = jsonb_set(entry, '{at}', '"2020-01-01T00:00:00.000000Z"') where sequence = 4`,
  `update ledger set entry = entry || '{"extra":1}' where sequence = 4`,
  `update ledger set previous_hash = repeat('0', 64) where sequence = 4`,
  `update ledger set hash = repeat('f', 64) where sequence = 4`,
  `update ledger set sequence = 99 where sequence = 4`,
  `delete from ledger where sequence = 4`,
  `delete from ledger where sequence = 1`,
  `update ledger as a set entry = b.entry from ledger as b where (a.sequence, b.sequence) in ((4, 5), (5, 4))`,
]
const RECORD_CHANGES = [
  ...['symbol', 'timeframe', 'style', 'tier', 'author_name'].map(
    (column) => `update signals set ${column} = ${other(column)}`,
  ),
  `update signals set author_id = gen_random_uuid()`,
  `update signals set published_at = published_at - interval '1 second'`,
  `update signal_levels set expires_at = expires_at + interval '1 second'`,
  `update signals set commitment = repeat('0', 64)`,
  `update signals set demonstration = true`,
  ...[
    'direction',
    'order_type',
    'facts',
    'opinion',
    'counter_thesis',
    'counter_condition',
    'method',
    'conflicts',
    'reference_source',
  ].map((column) => `update signal_levels set ${column} = ${other(column)}`),
  ...['entry_high', 'stop_loss', 'risk_percent', 'reference_price', 'reference_bid', 'reference_ask'].map(
    (column) => `update signal_levels set ${column} = ${column} + 0.00001`,
  ),
  `update signal_levels set position_held = 'sell'`,
  `update signal_levels set affiliate_link = 'yes'`,
  `update signal_levels set entry_low = entry_low - 0.00001`,
  `update signal_targets set price = price + 0.00001 where position = 1`,
  `update signal_targets set share = share + 1 where position = 1`,
  `delete from signal_targets where position = 2`,
  `update signal_events set at = at + interval '1 millisecond' where sequence = 2`,
  `update signal_events set price = price + 0.00001 where sequence = 2`,
  `update signal_events set r = 3 where sequence = 3`,
  `update signal_events set data = data || '{"share":"60"}' where sequence = 3`,
  `update signal_events set kind = 'note' where sequence = 3`,
  `update signal_events set source = 'engine' where sequence = 4`,
  `update signal_events set author_name = 'x' where sequence = 4`,
  `delete from signal_events where sequence = 5`,
  `insert into signal_events (signal_id, sequence, kind, at, source) select id, 9, 'note', now(), 'engine' from signals`,
  `update signal_states set realised_r = 2 where realised_r is not null`,
  `update signal_states set close_reason = 'targets' where close_reason = 'stop'`,
  `update signal_states set closed_at = closed_at + interval '1 hour' where closed_at is not null`,
  `update signal_states set state = 'expired', realised_r = null where state = 'closed'`,
  `delete from ledger where sequence = (select max(sequence) from ledger)`,
  `delete from signal_events; delete from signal_states; delete from signal_targets; delete from signal_levels; delete from private.signal_nonces; delete from signals`,
  `update private.signal_nonces set nonce = repeat('0', 64)`,
  `update private.signal_nonces set nonce = repeat('0', 64) where sequence > 0 and signal_id in (select signal_id from signal_states where closed_at is null)`,
  `update private.signal_nonces set value = value || '{"kind":"stop_moved"}' where sequence > 0`,
  `delete from private.signal_nonces where sequence > 0`,
  `update signal_events set data = data || '{"text":"x"}' where kind = 'note' and signal_id in (select signal_id from signal_states where closed_at is null)`,
  `insert into signal_events (signal_id, sequence, kind, at, source, author_name, data) select signal_id, 9, 'note', now(), 'analyst', 'x', '{"author":"x"}' from signal_states where closed_at is null`,
  `update ledger_heads set hash = repeat('0', 64)`,
  `update ledger_heads set sequence = sequence - 1`,
  `update ledger_heads set day = day - 1`,
  `update ledger_heads set at = at - interval '1 second'`,
  `update ledger_heads set entries = entries + 1`,
  `update ledger_heads set recorded_at = recorded_at + interval '1 second'`,
  `delete from ledger_heads`,
  `insert into ledger_heads select day - 1, sequence, hash, at, entries, recorded_at from ledger_heads`,
]

function other(column: string): string {
  const swaps: Record<string, string> = {
    symbol: `'GBPUSD'`,
    timeframe: `'D1'`,
    style: `'scalp'`,
    tier: `case tier when 'premium' then 'freemium' else 'premium' end`,
    direction: `'sell'`,
    order_type: `'stop'`,
  }
  return swaps[column] ?? `coalesce(${column}, '') || '.'`
}

describe('a change behind the database’s back', () => {
  beforeAll(() => vigie.admin.query(`select private.write_ledger_head(now() + interval '1 day')`))

  const verdictsAfter = async (change: string) => {
    const client = await vigie.admin.connect()
    try {
      await client.query('begin')
      for (const table of [
        'signals',
        'signal_levels',
        'signal_targets',
        'signal_events',
        'signal_states',
        'ledger',
        'ledger_heads',
        'private.signal_nonces',
      ]) {
        await client.query(`alter table ${table} disable trigger all`)
      }
      await client.query(change)
      const { rows: verdicts } = await client.query<{
        chain: { valid: boolean }
        record: { valid: boolean }
      }>('select public.verify_ledger() as chain, public.verify_record() as record')
      const { rows: ledger } = await client.query<LedgerRow>(
        'select sequence::int, entry, previous_hash, hash from ledger order by sequence',
      )
      return {
        chain: verdicts[0]!.chain.valid,
        record: verdicts[0]!.record.valid,
        browser: verifyChain(ledger).valid,
      }
    } finally {
      await client.query('rollback')
      client.release()
    }
  }

  it('is needed for the checks to say no', async () => {
    expect(await verdictsAfter('select 1')).toEqual({ chain: true, record: true, browser: true })
  })
  for (const change of CHAIN_CHANGES) {
    it(`breaks the chain: ${change}`, async () => {
      expect(await verdictsAfter(change)).toMatchObject({ chain: false })
    })
  }
  for (const change of RECORD_CHANGES) {
    it(`parts the record from the ledger: ${change}`, async () => {
      expect(await verdictsAfter(change)).toMatchObject({ record: false })
    })
  }
})
