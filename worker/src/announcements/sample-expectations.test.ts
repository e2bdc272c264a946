import { readShipped } from 'content/shipped'
import { pino } from 'pino'
import { type LedgerRow, verifyChain } from 'trading/proof/ledger'
import { checkExpectations } from 'trading/proof/verify-expectations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, product } from '../../../supabase/tests/product.ts'
import { loadShippedContent } from '../content/load-shipped-content.ts'
import { keepCalendar } from './keep-calendar.ts'
import { keepSample } from './keep-sample.ts'

const log = pino({ level: 'silent' })
let vigie: Product
beforeAll(async () => {
  vigie = await product('demo')
  const entries = readShipped().entries.filter(({ kind }) => kind === 'indicator')
  await loadShippedContent({ pool: vigie.admin, log, now: Date.now }, () => ({ entries }))
}, 180_000)
afterAll(() => vigie.stop())

const at = (moment: number) => ({ pool: vigie.admin, log, now: () => moment })
const ledger = async () =>
  (
    await vigie.admin.query<LedgerRow>(
      'select sequence::int, entry, previous_hash, hash from ledger order by sequence',
    )
  ).rows

describe('the example calendar of the demonstration', () => {
  it('[S-110] has expectations of its analysts, two sealed and the others graded, in a chain that passes every check', async () => {
    await keepSample(at(Date.now()))
    await keepCalendar(at(Date.now()))
    const entries = await ledger()
    expect(verifyChain(entries)).toMatchObject({ valid: true })
    expect(checkExpectations({ entries })).toEqual({ expectations: 5, graded: 3, void: 0 })
    const { data: seen } = await vigie.as.freemium
      .from('expectations')
      .select('demonstration,author_name,expectation_terms(terms),announcements(starts_at,impact,sample)')
      .order('number')
      .throwOnError()
    const made = seen as unknown as {
      demonstration: boolean
      author_name: string
      expectation_terms: object | null
      announcements: { starts_at: string; impact: string; sample: boolean }
    }[]
    expect(made.map(({ expectation_terms: terms }) => terms !== null)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
    expect(new Set(made.map(({ author_name: name }) => name))).toEqual(
      new Set(['Claire Morvan', 'Mathieu Lassalle']),
    )
    for (const { demonstration, announcements, expectation_terms: terms } of made) {
      expect([demonstration, announcements.sample, announcements.impact]).toEqual([true, true, 'high'])
      expect(Date.parse(announcements.starts_at) < Date.now()).toBe(terms !== null)
    }
  }, 120_000)

  it('has them once, whatever time goes by', async () => {
    const before = (await ledger()).length
    await keepSample(at(Date.now()))
    await keepSample(at(Date.now() + 9 * 86_400_000))
    const { rows } = await vigie.admin.query('select count(*)::int as made from expectations')
    expect(rows).toEqual([{ made: 5 }])
    expect(await ledger()).toHaveLength(before)
  }, 120_000)
})
