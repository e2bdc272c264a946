import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Decimal } from './decimal.ts'
import { personalAccount } from './personal-account.ts'
import type { PersonalTrade } from './personal-trade.ts'

const taken = (id: string, enteredAt: number, endedAt: number, r: string, spreadR = '0'): PersonalTrade => ({
  id,
  verdict: 'taken',
  enteredAt,
  endedAt,
  r: new Decimal(r),
  spreadR: new Decimal(spreadR),
})

describe('the account of a member', () => {
  it('risks a part of the balance at the entry, in whole cents', () => {
    const account = personalAccount(
      [taken('a', 0, 10, '1.5', '0.1'), taken('b', 5, 20, '-1'), taken('c', 11, 30, '2')],
      { capitalMinor: 500_000, riskPercent: '1' },
    )
    // a and b risk 50 €; c enters after a's gain: 1 % of 5,075 €.
    expect(account.curve.map(({ resultMinor }) => resultMinor)).toEqual([7500, -5000, 10_150])
    expect(account).toMatchObject({ balanceMinor: 512_650, maxDrawdownMinor: 5000, spreadCostMinor: 500 })
    expect(account.maxDrawdownShare.toFixed(6)).toBe('0.009852')
    expect(account.totalR.toString()).toBe('2.5')
  })

  it('counts missed and unknown trades, without changing the balance', () => {
    const account = personalAccount(
      [
        { id: 'a', verdict: 'missed', reason: 'ended' },
        { id: 'b', verdict: 'unknown', reason: 'no_minutes' },
        { id: 'c', verdict: 'idle' },
      ],
      { capitalMinor: 100_000, riskPercent: '2' },
    )
    expect(account).toMatchObject({ taken: 0, missed: 1, unknown: 1, idle: 1, balanceMinor: 100_000 })
    expect(account.curve).toEqual([])
  })

  it('ends at the capital plus all results, in whole cents, and never risks more than the balance', () => {
    const trade = fc.record({
      from: fc.integer({ min: 0, max: 500 }),
      length: fc.integer({ min: 0, max: 100 }),
      r: fc.integer({ min: -30_000, max: 50_000 }),
    })
    fc.assert(
      fc.property(
        fc.array(trade, { maxLength: 40 }),
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.integer({ min: 1, max: 1000 }),
        (list, capitalMinor, risk) => {
          const trades = list.map(({ from, length, r }, index) =>
            taken(String(index), from, from + length, new Decimal(r).dividedBy(10_000).toString()),
          )
          const account = personalAccount(trades, { capitalMinor, riskPercent: String(risk / 100) })
          const sum = account.curve.reduce((total, { resultMinor }) => total + resultMinor, capitalMinor)
          expect(account.balanceMinor).toBe(sum)
          expect(Number.isSafeInteger(account.balanceMinor)).toBe(true)
          expect(account.curve.map(({ at }) => at)).toEqual(
            account.curve.map(({ at }) => at).toSorted((a, b) => a - b),
          )
          expect(account.maxDrawdownMinor).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })
})
