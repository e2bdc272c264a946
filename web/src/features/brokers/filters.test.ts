import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Broker, BrokerAccount } from './broker.ts'
import { matches, NO_FILTERS, readCompared, readFilters, writeCompared, writeFilters } from './filters.ts'
import { ranked } from './ranking.ts'

const account = (minimum: number, cost: string): BrokerAccount => ({
  slug: 'x',
  name: 'x',
  minimum_deposit: minimum,
  currency: 'EUR',
  eurusd_spread_pips: cost,
  eurusd_cost_pips: cost,
  commission_usd_cents: 0,
})
const broker = {
  regulator: 'Autorité',
  platforms: ['MetaTrader 5'],
  instruments: ['forex'] as Broker['instruments'],
  accounts: [account(50_000, '0.8'), account(10_000, '1.1')],
}

describe('the filters of the brokers', () => {
  it('round-trip through the address, and keep other parameters', () => {
    fc.assert(
      fc.property(
        fc.record({
          regulator: fc.option(fc.string({ minLength: 1 })),
          platform: fc.option(fc.string({ minLength: 1 })),
          deposit: fc.option(fc.constantFrom('0' as const, '100' as const, '500' as const)),
          instrument: fc.option(fc.constantFrom('forex' as const, 'crypto' as const)),
        }),
        (filters) => {
          const written = writeFilters(new URLSearchParams('broker=a'), filters)
          expect(readFilters(new URLSearchParams(written.toString()))).toEqual(filters)
          expect(written.get('broker')).toBe('a')
        },
      ),
    )
  })

  it('ignore unknown values in the address', () => {
    expect(readFilters(new URLSearchParams('depot=7&instrument=stars'))).toEqual(NO_FILTERS)
  })

  it('require one account with a minimum deposit within the limit', () => {
    expect(matches(broker, { ...NO_FILTERS, deposit: '100' })).toBe(true)
    expect(matches(broker, { ...NO_FILTERS, deposit: '0' })).toBe(false)
  })

  it('must all match at once', () => {
    const chosen = { ...NO_FILTERS, regulator: 'Autorité', platform: 'MetaTrader 5' }
    expect(matches(broker, chosen)).toBe(true)
    expect(matches(broker, { ...chosen, instrument: 'crypto' })).toBe(false)
  })
})

describe('the comparison', () => {
  const known = ['a', 'b', 'c', 'd', 'e']

  it('contains at most four brokers, each once, all known to the guide', () => {
    expect(readCompared(new URLSearchParams('comparer=b,x,a,b,c,d,e'), known)).toEqual(['b', 'a', 'c', 'd'])
    expect(readCompared(new URLSearchParams(), known)).toEqual([])
  })

  it('is removed from the address when empty', () => {
    expect(writeCompared(new URLSearchParams('comparer=a&depot=0'), []).toString()).toBe('depot=0')
  })
})

describe('the order of the guide', () => {
  it('is by the cheapest account, then by name', () => {
    const named = (name: string, ...costs: string[]) => ({
      name,
      accounts: costs.map((cost) => account(0, cost)),
    })
    const list = [named('C', '1.4'), named('B', '0.6', '0.4'), named('D'), named('A', '1.4', '2')]
    expect(ranked(list).map(({ name }) => name)).toEqual(['B', 'A', 'C', 'D'])
  })

  it('does not depend on which broker pays for its link', () => {
    const list = ['0.9', '0.4', '1.2'].map((cost, place) => ({
      name: `${place}`,
      accounts: [account(0, cost)],
      affiliate_url: null as string | null,
    }))
    const before = ranked(list).map(({ name }) => name)
    for (const paying of list) {
      const paid = list.map((one) =>
        one === paying ? { ...one, affiliate_url: 'https://example.com' } : one,
      )
      expect(ranked(paid).map(({ name }) => name)).toEqual(before)
    }
  })
})
