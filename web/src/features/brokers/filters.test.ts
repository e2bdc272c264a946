import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Broker, type BrokerAccount, openable } from './broker.ts'
import { matches, NO_FILTERS, readFilters, writeFilters } from './filters.ts'
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

describe('the account that a reader can open', () => {
  it('is the one with the lowest deposit, and with a limit the cheapest within it', () => {
    const { accounts } = broker
    expect(openable(broker, null)).toBe(accounts[1])
    expect(openable(broker, 10_000)).toBe(accounts[1])
    expect(openable(broker, 50_000)).toBe(accounts[0])
    expect(openable(broker, 9_999)).toBeNull()
  })

  it('is the cheaper of two with one deposit', () => {
    expect(openable({ accounts: [account(0, '1.2'), account(0, '0.9')] }, null)?.eurusd_cost_pips).toBe('0.9')
  })
})

describe('the order of the guide', () => {
  const named = (name: string, ...accounts: BrokerAccount[]) => ({ name, accounts })

  it('is by the account that the reader can open, then by name', () => {
    const list = [
      named('C', account(0, '1.4')),
      named('B', account(5_000, '0.6'), account(500_000, '0.2')),
      named('D'),
      named('A', account(0, '1.4'), account(5_000, '0.5')),
    ]
    expect(ranked(list, null).map(({ name }) => name)).toEqual(['B', 'A', 'C', 'D'])
    expect(ranked(list, 5_000).map(({ name }) => name)).toEqual(['A', 'B', 'C', 'D'])
    expect(ranked(list, 500_000)[0]?.name).toBe('B')
  })

  it('does not depend on which broker pays for its link', () => {
    const list = ['0.9', '0.4', '1.2'].map((cost, place) => ({
      ...named(`${place}`, account(0, cost)),
      affiliate_url: null as string | null,
    }))
    const before = ranked(list, null).map(({ name }) => name)
    for (const paying of list) {
      const paid = list.map((one) =>
        one === paying ? { ...one, affiliate_url: 'https://example.com' } : one,
      )
      expect(ranked(paid, null).map(({ name }) => name)).toEqual(before)
    }
  })
})
