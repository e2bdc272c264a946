import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { indicatorDocument } from './announcement-rows.ts'
import { publishItem } from './learning-rows.ts'
import { type Product, product } from './product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product()
  await publishItem(vigie, 'indicator', 'us-cpi', indicatorDocument())
  await publishItem(
    vigie,
    'indicator',
    'us-claims',
    indicatorDocument(
      { cadence: 'weekly', better: 'lower', unit: 'thousand', impact: 'medium', codes: {} },
      { title: 'Inscriptions' },
    ),
  )
}, 60_000)
afterAll(() => vigie.stop())

const query = async <T>(text: string, values: unknown[] = []) =>
  (await vigie.admin.query(text, values)).rows as T[]
type Taken = {
  added: number
  changed: number
  moved: number
  problems: { key: string; problem: string; field: string }[]
  changes: { id: string; change: string }[]
}
const take = async (source: string, claims: object[], covers: [string, string] | [] = [], moment?: string) =>
  (
    await query<{ taken: Taken }>(
      'select private.take_claims($1, $2, $3, $4, coalesce($5::timestamptz, clock_timestamp())) as taken',
      [source, JSON.stringify(claims), covers[0] ?? null, covers[1] ?? null, moment ?? null],
    )
  )[0]!.taken
const between = async (since: string, until: string, known_at: string | null = null) =>
  (await vigie.as.freemium.rpc('announcements_between', { since, until, known_at }).throwOnError()).data as {
    rows: Record<string, string>[]
    holidays: Record<string, unknown>[]
  }

describe('the calendar', () => {
  it('[S-110] makes one announcement of the same release from two sources, whichever comes first', async () => {
    const official = {
      key: 'cpi-2031-03',
      code: 'Consumer Price Index',
      at: '2031-04-10T12:30:00Z',
      period: '2031-03',
    }
    const traders = {
      key: '2031-W15|USD|CPI y/y|1',
      code: 'USD|CPI y/y',
      currency: 'USD',
      at: '2031-04-10T12:30:00Z',
      forecast: '2.4',
      previous: '2.3',
      impact: 'high',
    }
    expect((await take('forexfactory', [traders])).added).toBe(1)
    expect(await take('bls', [official])).toMatchObject({ added: 0, problems: [] })
    const { rows } = await between('2031-04-01T00:00:00Z', '2031-05-01T00:00:00Z')
    expect(rows).toMatchObject([
      { indicator: 'us-cpi', period: '2031-03', forecast: '2.4', source: 'bls', state: 'scheduled' },
    ])
  })
})
