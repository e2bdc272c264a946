import { afterAll, beforeAll, expect, it } from 'vitest'
import { indicatorDocument } from '../access/announcement-rows.ts'
import { publishItem } from '../access/learning-rows.ts'
import { type Product, product } from '../product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product()
  await publishItem(vigie, 'indicator', 'us-cpi', indicatorDocument())
}, 120_000)
afterAll(() => vigie.stop())

const DAY = 86_400_000
/** Full hours of past days, whose minutes still exist. */
const release = (daysAgo: number): Date => {
  const at = new Date(Date.now() - daysAgo * DAY)
  at.setUTCHours(13, 0, 0, 0)
  return at
}

/** What a release said, and the closes of its fifth, fifteenth and sixtieth minute after an open of 1.10000. */
type Case = { daysAgo: number; forecast: string | null; actual: string; closes: [string, string, string] }
const ABOVE: Case[] = [
  { daysAgo: 10, forecast: '2.5', actual: '2.7', closes: ['1.09900', '1.09800', '1.09700'] },
  { daysAgo: 9, forecast: '2.5', actual: '2.9', closes: ['1.09700', '1.09750', '1.10100'] },
  { daysAgo: 8, forecast: '2.5', actual: '2.6', closes: ['1.10050', '1.09600', '1.09000'] },
]
const OTHERS: Case[] = [
  { daysAgo: 7, forecast: '2.5', actual: '2.4', closes: ['1.10200', '1.10300', '1.10400'] },
  { daysAgo: 6, forecast: '2.5', actual: '2.5', closes: ['1.10010', '1.09990', '1.10000'] },
  { daysAgo: 5, forecast: null, actual: '2.5', closes: ['1.12000', '1.12000', '1.12000'] },
]

async function happens({ daysAgo, forecast, actual, closes }: Case): Promise<void> {
  const at = release(daysAgo)
  const claim = { key: `cpi ${daysAgo}`, indicator: 'us-cpi', at: at.toISOString(), actual }
  await vigie.admin.query(`select private.take_claims('bls', $1)`, [
    JSON.stringify([forecast === null ? claim : { ...claim, forecast }]),
  ])
  const candles: [number, string, string][] = [
    [0, '1.10000', closes[0]],
    [10, '1.10000', closes[1]],
    [55, '1.10000', closes[2]],
  ]
  for (const [minute, open, close] of candles)
    await vigie.admin.query(
      `insert into candles (symbol, timeframe, opened_at, open, high, low, close, source, first_at, last_at)
       values ('EURUSD', 'M5', $1::timestamptz + make_interval(mins => $2), $3::numeric, greatest($3::numeric, $4::numeric), least($3::numeric, $4::numeric), $4::numeric, 'test',
         $1::timestamptz + make_interval(mins => $2), $1::timestamptz + make_interval(mins => $2 + 4))`,
      [at, minute, open, close],
    )
}

it('[wish §7.7] measures moves in pips after each release, and gives median, P10 and P90 by the sign of the surprise', async () => {
  await vigie.admin.query('select private.ensure_candle_months($1, now())', [release(11)])
  for (const one of [...ABOVE, ...OTHERS]) await happens(one)
  const { rows } = await vigie.admin.query<{ kept: number }>('select private.measure_reactions() as kept')
  expect(rows[0]?.kept).toBe(18)
  const { data } = await vigie.as.freemium
    .rpc('indicator_reaction', { indicator: 'us-cpi', symbol: 'EURUSD', distance: -20 })
    .throwOnError()
  // Above, after 5 minutes: −30, −10, +5 pips. Median −10; P10 = −30 + 0.2 × 20 = −26; P90 = −10 + 0.8 × 15 = 2. Sizes 5, 10, 30: P90 = 10 + 0.8 × 20 = 26.
  // After 15: −40, −25, −20. P10 = −40 + 0.2 × 15 = −37; P90 = −25 + 0.8 × 5 = −21; size 25 + 0.8 × 15 = 37.
  // After 60: −100, −30, +10. P10 = −100 + 0.2 × 70 = −86; P90 = −30 + 0.8 × 40 = 2; size 30 + 0.8 × 70 = 86.
  const row = (surprise: string, minutes: number, n: number, figures: [string, string, string, string]) => ({
    surprise,
    minutes,
    n,
    median: figures[0],
    p10: figures[1],
    p90: figures[2],
    size_p90: figures[3],
  })
  expect(data).toMatchObject({ n: 6, sample: false })
  expect(data.rows).toEqual([
    row('above', 5, 3, ['-10', '-26', '2', '26']),
    row('above', 15, 3, ['-25', '-37', '-21', '37']),
    row('above', 60, 3, ['-30', '-86', '2', '86']),
    row('below', 5, 1, ['20', '20', '20', '20']),
    row('below', 15, 1, ['30', '30', '30', '30']),
    row('below', 60, 1, ['40', '40', '40', '40']),
    row('in_line', 5, 1, ['1', '1', '1', '1']),
    row('in_line', 15, 1, ['-1', '-1', '-1', '1']),
    row('in_line', 60, 1, ['0', '0', '0', '0']),
  ])
  // A release without a forecast has no sign, but its moves count towards the distance.
  expect(data.beyond).toEqual([
    { minutes: 5, n: 6, beyond: 1 },
    { minutes: 15, n: 6, beyond: 3 },
    { minutes: 60, n: 6, beyond: 2 },
  ])
})

it('measures nothing where the last minute of an hour is missing, and nothing twice', async () => {
  const count = async () => (await vigie.admin.query('select from announcement_reactions')).rowCount
  const before = await count()
  await vigie.admin.query('select private.measure_reactions()')
  expect(await count()).toBe(before)
  await happens({ daysAgo: 4, forecast: '2.5', actual: '2.6', closes: ['1.101', '1.102', '1.103'] })
  await vigie.admin.query(
    `update candles set last_at = opened_at + interval '3 minutes' where timeframe = 'M5' and opened_at = $1::timestamptz + interval '55 minutes'`,
    [release(4)],
  )
  await vigie.admin.query('select private.measure_reactions()')
  expect((await count())! - before!).toBe(2)
})
