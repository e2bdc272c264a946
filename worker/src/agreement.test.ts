// Signals are validated twice: by SQL, which is authoritative, and by trading/, which the browser and the worker run. These
// tests compare both.
import { join } from 'node:path'
import fc from 'fast-check'
import pg, { type Pool, type PoolClient } from 'pg'
import { pino } from 'pino'
import { type Instrument, type InstrumentRow, instrumentFromRow } from 'trading/market/instruments'
import { CROSSES, DRIVERS } from 'trading/market/simulation-parameters'
import { findSymbols } from 'trading/paste/symbol-names'
import { priceProblem } from 'trading/price-problem'
import { canonicalJson, commitment, type Json } from 'trading/proof/ledger'
import { type SignalDraft, validateSignal } from 'trading/signal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestProject, testProject } from '../../server/src/testing/test-project.ts'
import { closeMarkets } from '../../supabase/tests/product.ts'
import { createPool } from './database.ts'

const ANALYST = '00000000-0000-4000-8000-00000000000a'

let project: TestProject
let pool: Pool
let instruments: Instrument[]
beforeAll(async () => {
  project = await testProject({ projectDir: join(import.meta.dirname, '../..') })
  pool = createPool(project.databaseUrl, 2, pino({ level: 'silent' }))
  await pool.query(
    `insert into auth.users (id, aud, role, email, created_at, updated_at)
     values ($1, 'authenticated', 'authenticated', 'analyst@example.org', now(), now())`,
    [ANALYST],
  )
  await pool.query('update private.security_settings set require_staff_mfa = false')
  await pool.query(`insert into public.staff (user_id, role) values ($1, 'analyst')`, [ANALYST])
  await closeMarkets(pool)
  const { rows } = await pool.query<InstrumentRow>('select * from public.instruments')
  instruments = rows.map(instrumentFromRow)
}, 60_000)
afterAll(async () => {
  await pool.end()
  await project.stop()
})

/** The key and field with which the database refuses a signal; null if it accepts it. Always rolled back. */
async function verdict(
  client: PoolClient,
  draft: unknown,
  quote?: { bid: string; ask: string },
): Promise<string | null> {
  await client.query('begin')
  try {
    if (quote) {
      await client.query(`insert into public.quotes values ('EURUSD', $1, $2, now(), 'simulated')`, [
        quote.bid,
        quote.ask,
      ])
    }
    await client.query(
      `select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)`,
      [JSON.stringify({ sub: ANALYST, role: 'authenticated' })],
    )
    await client.query('select public.publish_signal($1::jsonb)', [JSON.stringify(draft)])
    return null
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== 'P0001') throw error
    return `${error.message} ${error.hint}`
  } finally {
    await client.query('rollback')
  }
}

const text = fc.constantFrom('A text', 'A text', 'A text', '', '   ', 'x'.repeat(4000), 'x'.repeat(4001))
const points = (around: number, reach: number) =>
  fc.integer({ min: -reach, max: reach }).map((step) => ((around + step) / 100000).toFixed(5))
const oddPrice = fc.constantFrom('', '0', '1.0850001', '-1', 'abc', '1e3', '1,08')
const likely = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 15, arbitrary: usual }, { weight: 1, arbitrary: odd })
const unset = fc.constant(undefined)
const stopRules = {
  break_even_after: likely(unset, fc.constantFrom(0, 1, 2, 5)),
  trailing_distance: likely(unset, fc.constantFrom('0.00150', '0.0015', '0', '', '0.0000001', '-1', 'abc')),
  trailing_after: likely(unset, fc.constantFrom(1, 2, 9)),
}
const draft = fc.record({
  symbol: likely(fc.constant('EURUSD'), fc.constant('NOPE')),
  direction: likely(fc.constant('buy'), fc.constantFrom('sell', 'up')),
  order_type: likely(fc.constantFrom('market', 'limit', 'stop'), fc.constant('oco')),
  entry_low: likely(points(108500, 20), oddPrice),
  entry_high: likely(points(108540, 20), oddPrice),
  stop_loss: likely(points(108300, 80), oddPrice),
  targets: fc
    .tuple(
      fc.array(likely(points(108900, 350), oddPrice), { minLength: 0, maxLength: 6 }),
      fc.constantFrom('even', 'even', 'even', 'short', 'zero', 'fine'),
      fc.boolean(),
    )
    .map(([prices, split, sorted]) =>
      (sorted ? [...prices].sort() : prices).map((price, at, all) => ({
        price,
        share: shareOf(split, at, all.length),
      })),
    ),
  timeframe: likely(fc.constant('H1'), fc.constant('W1')),
  style: likely(fc.constant('swing'), fc.constant('hold')),
  tier: likely(fc.constant('premium'), fc.constant('gold')),
  risk_percent: likely(fc.constantFrom('1', '0.5', '10'), fc.constantFrom('', '0', '0.001', '11', '1%')),
  validity_minutes: likely(fc.constantFrom(5, 90, 1440, 43_200), fc.constantFrom(0, 4, 43_201, -1, 7.5)),
  ...stopRules,
  facts: likely(fc.constant('A text'), text),
  opinion: fc.constant('A text'),
  counter_thesis: fc.constant('A text'),
  counter_condition: fc.constant('A text'),
  method: fc.constant('A text'),
  conflicts: likely(fc.constant('None'), text),
  position_held: likely(fc.constantFrom('none', 'buy', 'sell'), fc.constantFrom('', 'both')),
  affiliate_link: likely(fc.constantFrom('yes', 'no'), fc.constantFrom('', 'true')),
})

function shareOf(split: string, at: number, count: number): string {
  if (split === 'zero') return at === 0 ? '100' : '0'
  if (split === 'fine') return at === 0 ? '99.99999' : '0.00001'
  const even = Math.floor(100 / count)
  return String(at === 0 && split === 'even' ? 100 - even * (count - 1) : even)
}

describe('the database and trading agree', () => {
  it('on which signals may be published, and the reason otherwise', async () => {
    const euro = instruments.find((instrument) => instrument.symbol === 'EURUSD')!
    const client = await pool.connect()
    const seen = new Map<string, number>()
    try {
      await fc.assert(
        fc.asyncProperty(draft, async (value) => {
          const refused = await verdict(client, value)
          const problems = validateSignal(
            value as SignalDraft,
            value.symbol === 'EURUSD' ? euro : undefined,
          ).map(({ key, field }) => `${key} ${field}`)
          seen.set(refused ?? 'published', (seen.get(refused ?? 'published') ?? 0) + 1)
          if (refused === null) expect(problems).toEqual([])
          else expect(problems).toContain(refused)
        }),
        { numRuns: 1200 },
      )
    } finally {
      client.release()
    }
    // A differential test must cover each case.
    expect(seen.get('published')).toBeGreaterThan(10)
    expect(seen.size).toBeGreaterThan(12)
  }, 120_000)

  it('on which levels of a signal remain valid at the current price', async () => {
    const client = await pool.connect()
    const seen = new Map<string, number>()
    const sides = fc.record({
      direction: fc.constantFrom('buy' as const, 'sell' as const),
      order_type: fc.constantFrom('market' as const, 'limit' as const, 'stop' as const),
      bid: fc.integer({ min: 107_900, max: 109_100 }),
      spread: fc.integer({ min: 0, max: 40 }),
    })
    try {
      await fc.assert(
        fc.asyncProperty(sides, async ({ direction, order_type, bid, spread }) => {
          const text = (points: number) => (points / 100_000).toFixed(5)
          const towards = direction === 'buy' ? 1 : -1
          const value = {
            symbol: 'EURUSD',
            direction,
            order_type,
            entry_low: text(108_500),
            entry_high: text(108_500),
            stop_loss: text(108_500 - towards * 200),
            targets: [{ price: text(108_500 + towards * 300), share: '100' }],
            timeframe: 'H1',
            style: 'swing',
            tier: 'premium',
            risk_percent: '1',
            validity_minutes: 480,
            facts: 'A text',
            opinion: 'A text',
            counter_thesis: 'A text',
            counter_condition: 'A text',
            method: 'A text',
            conflicts: 'None',
            position_held: 'none',
            affiliate_link: 'no',
          }
          const quote = { bid: text(bid), ask: text(bid + spread) }
          const problem = priceProblem(value, quote)
          const ours = problem && `${problem.key} ${problem.field}`
          seen.set(String(ours), (seen.get(String(ours)) ?? 0) + 1)
          expect(await verdict(client, value, quote)).toBe(ours)
        }),
        { numRuns: 400 },
      )
    } finally {
      client.release()
    }
    expect([...seen.keys()].sort()).toEqual([
      'limit_already_there order_type',
      'null',
      'price_past_stop stop_loss',
      'price_past_target targets',
      'stop_already_there order_type',
    ])
  }, 60_000)

  it('on the canonical text of every value and its commitment', async () => {
    const ascii = fc.string({ unit: fc.constantFrom(...'abcXYZ_09 -'), maxLength: 8 })
    // PostgreSQL text cannot store NUL.
    const content = fc
      .string({ unit: 'grapheme', maxLength: 20 })
      .map((value) => value.replaceAll('\u0000', ''))
    const json = fc.letrec<{ value: Json }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        content,
        fc.maxSafeInteger(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(ascii, tie('value'), { maxKeys: 4 }),
      ),
    })).value
    await fc.assert(
      fc.asyncProperty(json, async (value) => {
        const { rows } = await pool.query<{ canonical: string; sealed: string }>(
          `select private.canonical_json($1::jsonb) as canonical, private.commitment('00ff', $1::jsonb) as sealed`,
          [JSON.stringify(value)],
        )
        expect(rows[0]?.canonical).toBe(canonicalJson(value))
        expect(rows[0]?.sealed).toBe(commitment('00ff', value))
      }),
      { numRuns: 500 },
    )
  }, 60_000)

  it('on the instruments: each is recognised in a text and simulated', () => {
    const symbols = instruments.map((instrument) => instrument.symbol)
    for (const symbol of symbols) {
      expect(findSymbols(`BUY ${symbol} 1`, symbols)[0]?.symbol).toBe(symbol)
      expect(symbol in DRIVERS || symbol in CROSSES).toBe(true)
    }
  })
})
