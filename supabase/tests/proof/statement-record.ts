import { resolve } from 'trading/statements/resolve'
import type { StatementTerms } from 'trading/statements/statement'
import type { Candle } from 'trading/trade'
import { scoreStatements } from '../../../worker/src/outcomes/score-statements.ts'
import type { Product } from '../product.ts'

const MINUTE = 60_000
const ANALYST = '00000000-0000-4000-8000-00000000000a'
const MEMBER = '00000000-0000-4000-8000-00000000000b'
/** Lifetime of every statement in minutes, and the delay before the next one. */
const LASTS = 20
const APART = 4

type Made = { id: string; terms: StatementTerms; madeAt: number; deadline: number }
type Claim = {
  condition: object
  probability: string
  symbol?: string
  sealed?: boolean
  by?: 'analyst' | 'member' | 'engine'
}

/** A level that no other statement has: any occurrence elsewhere is a leak. */
export const HIDDEN_LEVEL = '0.87931'

const AUTHORS = { analyst: [ANALYST, 'Nadia'], member: [MEMBER, null], engine: [null, 'Greffier'] } as const

/** Creates a statement at a past time, with the product's own function. */
export async function stateAt(
  vigie: Pick<Product, 'admin'>,
  at: number,
  claim: Claim,
  lasts = LASTS,
): Promise<Made> {
  const { condition, probability, symbol = 'USDCHF', sealed = true, by = 'analyst' } = claim
  const deadline = at + lasts * MINUTE
  const when = new Date(at).toISOString()
  const { rows } = await vigie.admin.query<{ id: string }>(
    `select id from private.record_statement($1, $2, $3, $4, $5, $5, ($6, 0.88450, 0.88460, $5, 'simulated')::quotes, $7, false)`,
    [
      JSON.stringify({ symbol, condition, probability, deadline: new Date(deadline).toISOString() }),
      by,
      ...AUTHORS[by],
      when,
      symbol,
      sealed,
    ],
  )
  const { id } = rows[0]!
  const { rows: kept } = await vigie.admin.query<{ terms: StatementTerms }>(
    'select terms from statement_terms where statement_id = $1',
    [id],
  )
  return { id, terms: kept[0]!.terms, madeAt: at, deadline }
}

/** Minutes of a market from a given time, as `open high low close`. */
async function market(
  vigie: Pick<Product, 'admin'>,
  from: number,
  prices: readonly string[],
): Promise<Candle[]> {
  const candles = prices.map((text, index): Candle => {
    const [open, high, low, close] = text.split(' ') as [string, string, string, string]
    return { openedAt: from + index * MINUTE, open, high, low, close, spread: '0.00010' }
  })
  await vigie.admin.query(
    `insert into candles (symbol, timeframe, opened_at, open, high, low, close, spread, source)
     select 'USDCHF', 'M1', to_timestamp(at / 1000), open, high, low, close, 0.00010, 'simulated'
       from unnest($1::bigint[], $2::numeric[], $3::numeric[], $4::numeric[], $5::numeric[]) as given(at, open, high, low, close)`,
    (['openedAt', 'open', 'high', 'low', 'close'] as const).map((key) =>
      candles.map((candle) => candle[key]),
    ),
  )
  return candles
}

async function resolveAt(vigie: Pick<Product, 'admin'>, made: Made, candles: readonly Candle[], at: number) {
  const own = candles.filter(({ openedAt }) => openedAt >= made.madeAt && openedAt < made.deadline)
  const { outcome, at: decidedAt, candle } = resolve(made.terms, made.deadline, own)
  const { openedAt, ...prices } = candle ?? { openedAt: 0 }
  await vigie.admin.query('select private.resolve_statement($1, $2, $3, $4, $5)', [
    made.id,
    outcome,
    new Date(decidedAt).toISOString(),
    candle && JSON.stringify({ opened_at: new Date(openedAt).toISOString(), ...prices }),
    new Date(at).toISOString(),
  ])
}

/** A quiet market that rises, falls below its start, and closes there. */
const PRICES = [
  ...Array(12).fill('0.88450 0.88460 0.88440 0.88450'),
  '0.88450 0.88560 0.88450 0.88550',
  ...Array(12).fill('0.88550 0.88560 0.88540 0.88550'),
  '0.88550 0.88550 0.88300 0.88310',
  ...Array(24).fill('0.88310 0.88320 0.88300 0.88310'),
]

/**
 * One statement of every kind and author, with each outcome; one without prices; one sealed and one revealed that are still open;
 * and the table of scores. Returns their ids by outcome.
 */
export async function everyKindOfStatement(vigie: Product, start: number): Promise<Record<string, string>> {
  const claims: Claim[] = [
    { condition: { kind: 'touch', level: '0.88555' }, probability: '0.7' },
    { condition: { kind: 'close', side: 'above', level: '0.88500' }, probability: '0.65', by: 'member' },
    {
      condition: { kind: 'between', low: '0.88200', high: '0.88700' },
      probability: '0.8',
      by: 'engine',
      sealed: false,
    },
    { condition: { kind: 'first', level: '0.88600', other: '0.88350' }, probability: '0.55' },
    { condition: { kind: 'close', side: 'below', level: '0.88400' }, probability: '0.3125' },
    { condition: { kind: 'touch', level: '0.88600' }, probability: '0.2', by: 'member', symbol: 'NZDUSD' },
  ]
  const made: Made[] = []
  for (const [index, claim] of claims.entries())
    made.push(await stateAt(vigie, start + index * APART * MINUTE, claim))
  const revealed = await stateAt(
    vigie,
    start + 30 * MINUTE,
    { condition: { kind: 'touch', level: '0.88000' }, probability: '0.4' },
    43_200,
  )
  await vigie.admin.query('select private.open_statement($1, $2)', [
    revealed.id,
    new Date(start + 31 * MINUTE).toISOString(),
  ])
  const hidden = await stateAt(
    vigie,
    start + 32 * MINUTE,
    { condition: { kind: 'touch', level: HIDDEN_LEVEL }, probability: '0.1', by: 'member' },
    43_200,
  )
  const candles = await market(vigie, start, PRICES)
  const until = new Date(start + 60 * MINUTE).toISOString()
  await vigie.admin.query(`select private.record_gap('NZDUSD', $1, $2, 'no_data', 'simulated')`, [
    new Date(start).toISOString(),
    until,
  ])
  for (const [index, one] of made.entries())
    await resolveAt(vigie, one, one.terms.symbol === 'USDCHF' ? candles : [], start + (60 + index) * MINUTE)
  await scoreStatements(vigie.admin)
  const names = ['touched', 'above', 'stayed', 'lost', 'below', 'void']
  return {
    ...Object.fromEntries(names.map((name, index) => [name, made[index]!.id])),
    revealed: revealed.id,
    hidden: hidden.id,
  }
}
