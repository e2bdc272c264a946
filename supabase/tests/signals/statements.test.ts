import fc from 'fast-check'
import { commitment, type Json } from 'trading/proof/ledger'
import type { Condition } from 'trading/statements/condition'
import { statementProblem } from 'trading/statements/statement'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMarket, type Product, product } from '../product.ts'

const MINUTE = 60_000
let vigie: Product
beforeAll(async () => {
  vigie = await product()
  await openMarket(vigie, 'EURUSD')
  await quote('1.08500')
}, 60_000)
afterAll(() => vigie.stop())

const quote = (bid: string, age = '0 seconds') =>
  vigie.admin.query(
    `insert into quotes values ('EURUSD', $1, $1::numeric + 0.0001, clock_timestamp() - $2::interval, 'simulated')
     on conflict (symbol) do update set bid = excluded.bid, ask = excluded.ask, quoted_at = excluded.quoted_at`,
    [bid, age],
  )

const minutesFromNow = (minutes: number) =>
  new Date(Math.ceil(Date.now() / MINUTE) * MINUTE + minutes * MINUTE).toISOString()

const claim = (changes: object = {}) => ({
  symbol: 'EURUSD',
  condition: { kind: 'touch', level: '1.09000' },
  probability: '0.65',
  deadline: minutesFromNow(60),
  ...changes,
})

type Made = { id: string; number: number; commitment: string; hash: string }
async function make(
  who: 'freemium' | 'premium' | 'analyst',
  changes: object = {},
  sealed = true,
): Promise<Made> {
  await quote('1.08500')
  const { data, error } = await vigie.as[who].rpc('make_statement', { statement: claim(changes), sealed })
  if (error) throw error
  return data as Made
}

/** The key and the field of a refusal. */
const refusal = async (changes: object) => {
  const { error } = await vigie.as.analyst.rpc('make_statement', { statement: claim(changes) })
  return error ? [error.message, error.hint] : 'made'
}

const termsFor = async (who: 'visitor' | 'freemium' | 'premium' | 'analyst' | 'admin', id: string) => {
  const { data } = await vigie.as[who].from('statement_terms').select('terms, nonce').eq('statement_id', id)
  return data?.[0] as { terms: Json; nonce: string } | undefined
}

describe('making a statement', () => {
  it('enters its seal, author and deadline into the ledger, and not what it says', async () => {
    const { id, commitment: seal, number, hash } = await make('analyst')
    const { data } = await vigie.as.visitor
      .from('ledger')
      .select('kind, entry, hash')
      .eq('hash', hash)
      .single()
    expect(data?.kind).toBe('stated')
    expect(data?.entry.data).toMatchObject({
      statement: id,
      number,
      commitment: seal,
      author_kind: 'analyst',
    })
    expect(JSON.stringify(data)).not.toContain('1.09')
    const { terms, nonce } = (await termsFor('analyst', id))!
    expect(commitment(nonce, terms)).toBe(seal)
    expect(terms).toMatchObject({ symbol: 'EURUSD', price: 'bid', reference: '1.08500', probability: '0.65' })
  })

  it('is read by its author alone until it is revealed, then by everybody', async () => {
    const { id } = await make('freemium')
    for (const who of ['visitor', 'premium', 'analyst', 'admin'] as const)
      expect(await termsFor(who, id)).toBeUndefined()
    expect(await termsFor('freemium', id)).toBeDefined()
    const other = await vigie.as.premium.rpc('reveal_statement', { statement_id: id })
    expect([other.status, other.error?.message]).toEqual([404, 'statement_not_found'])
    await vigie.as.freemium.rpc('reveal_statement', { statement_id: id }).throwOnError()
    for (const who of ['visitor', 'premium', 'analyst'] as const)
      expect(await termsFor(who, id)).toBeDefined()
    const again = await vigie.as.freemium.rpc('reveal_statement', { statement_id: id })
    expect([again.status, again.error?.message]).toEqual([409, 'statement_is_open'])
  })

  it('is open to everybody from the start where its author says so', async () => {
    const { id } = await make('premium', {}, false)
    expect(await termsFor('visitor', id)).toBeDefined()
  })

  it('holds a member under a pseudonym that is always the same, leads to nobody and goes with the account', async () => {
    const { client, id: user } = await vigie.member()
    const author = async (statement: object) => {
      await quote('1.08500')
      const { data } = await client.rpc('make_statement', { statement }).throwOnError()
      const { rows } = await vigie.admin.query(
        'select author_id, author_name from statements where id = $1',
        [(data as Made).id],
      )
      return rows[0]
    }
    const [one, other] = [await author(claim()), await author(claim({ probability: '0.3' }))]
    expect(other).toEqual(one)
    expect(one.author_name).toBeNull()
    expect(one.author_id).not.toBe(user)
    const { rows: chain } = await vigie.admin.query('select from ledger where entry::text like $1', [
      `%${user}%`,
    ])
    expect(chain).toEqual([])
    await vigie.admin.query('delete from auth.users where id = $1', [user])
    const { rows } = await vigie.admin.query('select from private.statement_authors where author_id = $1', [
      one.author_id,
    ])
    expect(rows).toEqual([])
  })

  it('is refused to visitors and to trial accounts', async () => {
    const visitor = await vigie.as.visitor.rpc('make_statement', { statement: claim() })
    expect(visitor.status).toBe(401)
    const { client, id } = await vigie.member()
    await vigie.admin.query('update auth.users set is_anonymous = true where id = $1', [id])
    const trial = await client.rpc('make_statement', { statement: claim() })
    expect(trial.error?.message).toBe('not_allowed')
  })

  it('is refused to a member after twenty in a day', async () => {
    const { client } = await vigie.member()
    await quote('1.08500')
    for (let count = 0; count < 20; count++)
      await client.rpc('make_statement', { statement: claim() }).throwOnError()
    const { status, error } = await client.rpc('make_statement', { statement: claim() })
    expect([status, error?.message]).toEqual([429, 'too_many_statements'])
  })

  it('is refused without a current price while its market is open', async () => {
    await quote('1.08500', '3 minutes')
    expect(await refusal({})).toEqual(['no_price', 'symbol'])
    await quote('1.08500')
    expect(await refusal({})).toBe('made')
  })

  it('is refused where its market stays closed until the deadline', async () => {
    await quote('1.08500')
    await vigie.admin.query(
      `insert into market_closures select session, now(), now() + interval '2 hours' from instruments where symbol = 'EURUSD'`,
    )
    expect(await refusal({})).toEqual(['market_closed_until_then', 'deadline'])
    expect(await refusal({ deadline: minutesFromNow(180) })).toBe('made')
    await vigie.admin.query(`delete from market_closures where ends_at - starts_at = interval '2 hours'`)
  })

  it.each([
    ['an instrument that there is not', { symbol: 'NOPE' }, ['unknown_instrument', 'symbol']],
    ['a deadline that has passed', { deadline: minutesFromNow(-10) }, ['deadline_passed', 'deadline']],
    ['a deadline in three minutes', { deadline: minutesFromNow(3) }, ['deadline_too_close', 'deadline']],
    ['a deadline in 31 days', { deadline: minutesFromNow(31 * 1440) }, ['deadline_too_far', 'deadline']],
    [
      'a deadline within a minute',
      { deadline: minutesFromNow(60).replace('00.000Z', '30.000Z') },
      ['invalid_deadline', 'deadline'],
    ],
    ['no deadline', { deadline: null }, ['invalid_deadline', 'deadline']],
    ['a deadline on no day', { deadline: '2026-13-45T10:00:00Z' }, ['invalid_deadline', 'deadline']],
    ['an endless deadline', { deadline: 'infinity' }, ['invalid_deadline', 'deadline']],
    ['a condition that there is not', { condition: { kind: 'moon' } }, ['invalid_condition', 'kind']],
    ['no condition', { condition: null }, ['invalid_condition', 'kind']],
    ['certainty', { probability: '1' }, ['invalid_probability', 'probability']],
    ['impossibility', { probability: '0' }, ['invalid_probability', 'probability']],
    ['a probability below zero', { probability: '-0.2' }, ['invalid_probability', 'probability']],
    ['no probability', { probability: null }, ['invalid_probability', 'probability']],
  ])('is refused with the key and the field for %s', async (_name, changes, expected) => {
    await quote('1.08500')
    expect(await refusal(changes)).toEqual(expected)
  })
})

const level = fc.oneof(
  fc.constantFrom(
    '1.08500',
    '1.08501',
    '1.08499',
    '1.1',
    '10.85',
    '0.1085',
    '10.84999',
    '0.10851',
    '0',
    '-1',
    '',
    'x',
    '1.085001',
    '1.0850000',
  ),
  fc.integer({ min: 100_000, max: 120_000 }).map((points) => (points / 100_000).toFixed(5)),
)
const condition = fc.oneof(
  fc.record({ kind: fc.constant('close'), side: fc.constantFrom('above', 'below', 'beside'), level }),
  fc.record({ kind: fc.constant('touch'), level }),
  fc.record({ kind: fc.constant('between'), low: level, high: level }),
  fc.record({ kind: fc.constant('first'), level, other: level }),
) as fc.Arbitrary<Condition>
const probability = fc.constantFrom('0.5', '0.0001', '0.9999', '0.0', '1', '0.00001', '.5', '0.50')

describe('what may be stated', () => {
  it('is judged in the browser as in the database, by key and field', async () => {
    const deadline = minutesFromNow(60)
    const client = await vigie.admin.connect()
    try {
      await fc.assert(
        fc.asyncProperty(condition, probability, async (condition, probability) => {
          const told = await client
            .query(
              `select private.checked_terms($1, ('EURUSD', 1.085, 1.0851, now(), 'simulated')::public.quotes) as terms`,
              [JSON.stringify({ symbol: 'EURUSD', condition, probability })],
            )
            .then(
              () => null,
              ({ message, hint }) => ({ key: message, field: hint }),
            )
          const here = statementProblem(
            { condition, probability, reference: '1.08500' },
            { digits: 5, madeAt: Date.now(), deadline: Date.parse(deadline) },
          )
          expect(told).toEqual(here)
        }),
        { numRuns: 400 },
      )
    } finally {
      client.release()
    }
  })
})
